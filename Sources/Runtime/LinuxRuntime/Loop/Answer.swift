import SystemPackage

/// The result of a body with a time limit; at the limit the body is cancelled, and not waited for.
///
/// - Throws: `SystemError` with the call's name and ETIMEDOUT at the limit; what the body throws;
///   `CancellationError` as soon as the task is cancelled.
@EventLoopActor
public func answer<Value: Sendable>(
    to call: String, within limit: Duration,
    _ body: @escaping @EventLoopActor () async throws -> Value
) async throws -> Value {
    let answer = OneShot<Result<Value, any Error>>()
    let question = EventLoop.task {
        do { answer.give(.success(try await body())) } catch { answer.give(.failure(error)) }
    }
    let timer = EventLoop.shared.timer(after: limit) {
        answer.give(.failure(SystemError(call, .timedOut)))
        question.cancel()
    }
    defer {
        question.cancel()
        withExtendedLifetime(timer) {}
    }
    return try await answer.get().get()
}

/// Why something failed, for the user: a cancellation doesn't describe itself.
public func reason(of error: any Error) -> String {
    error is CancellationError ? "it was cancelled" : "\(error)"
}
