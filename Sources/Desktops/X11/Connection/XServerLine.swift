import Glibc
package import LinuxRuntime
package import Problems

/// The way from the program to an object on the X thread: with limits, since the X server may be
/// stopped at any time.
@EventLoopActor
package final class XServerLine<Part: Sendable> {
    private let display: String
    private let make: @Sendable () -> Part
    /// Nil until the first request.
    private var part: Part?

    /// - Parameters:
    ///   - display: the display's name (X(7)); nil for $DISPLAY.
    ///   - make: makes the object for the first request.
    package nonisolated init(_ display: String?, _ make: @escaping @Sendable () -> Part) {
        self.display = display ?? getenv("DISPLAY").map { String(cString: $0) } ?? ""
        self.make = make
    }

    /// Runs a body on the X thread. Nil if the server made it wait for too long: then no more
    /// requests are made until it answers again.
    ///
    /// If the calling task is cancelled, so is the body.
    package func ask<Answer: Sendable>(
        _ body: @escaping @X11Actor (Part) async -> Answer
    ) async -> Answer? {
        let part = part ?? make()
        self.part = part
        return await Question<Answer>(display).answer { await body(part) }
    }

    /// Like ``ask(_:)``, for a body that throws problems.
    package func asking<Answer: Sendable>(
        _ body: @escaping @X11Actor (Part) async throws(Problem) -> Answer
    ) async throws(Problem) -> Answer {
        let result = await ask { part in
            do throws(Problem) {
                return Result<Answer, Problem>.success(try await body(part))
            } catch { return .failure(error) }
        }
        guard let result else { throw silence }
        return try result.get()
    }

    /// Runs a body on the X thread without waiting for it, if there was a request before.
    package func post(_ body: @escaping @X11Actor (Part) -> Void) {
        guard let part else { return }
        X11Actor.task { body(part) }
    }

    /// Whether there was a request.
    package var isUsed: Bool { part != nil }

    /// Why no requests are made.
    package var silence: Problem { .silence(of: display) }
}

enum XServerLimit {
    /// The limit for an answer from a healthy server. With forty others at the processors, one that is
    /// to draw what it is sent needs more than five seconds.
    static let timeout = Duration.seconds(10)
    /// The limit while the thread waits for the server of another display, which has its own first.
    static let otherTimeout = timeout * 3
    /// The limit after the calling task was cancelled.
    static let grace = Duration.milliseconds(400)
}

extension Problem {
    /// The problem that an X server takes too long for an answer.
    package static func silence(of display: String) -> Problem {
        Problem(
            "the X display “\(display)” does not answer",
            why: "its server is stopped or hangs", remedy: "It is used again when it answers.")
    }
}

/// A request to the X thread.
@EventLoopActor
private final class Question<Answer: Sendable> {
    private let display: String
    private var task: Task<Void, Never>?
    private var waiting: CheckedContinuation<Answer?, Never>?
    private var isCancelled = false
    private var timer: EventSource?

    init(_ display: String) {
        self.display = display
    }

    func answer(_ body: @escaping @X11Actor () async -> Answer) async -> Answer? {
        if overdue >= XServerLimit.timeout { XServerWatch.giveUp(display) }
        if XServerWatch.isSilent(display) { return nil }
        let isCancelled = Task.isCancelled
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting = continuation
                task = X11Actor.task {
                    if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
                    let answer = await body()
                    EventLoop.task { self.finish(answer) }
                }
                timer = EventLoop.shared.timer(after: XServerLimit.timeout) {
                    [unowned self] in
                    look()
                }
            }
        } onCancel: {
            EventLoop.task { self.cancel() }
        }
    }

    private func cancel() {
        guard waiting != nil else { return }
        isCancelled = true
        task?.cancel()
        timer?.rearm(after: XServerLimit.grace)
    }

    /// How long the server has kept the X thread waiting.
    private var overdue: Duration { Self.time(since: XServerWatch.waitingSince(display)) }

    private static func time(since start: Int64?) -> Duration {
        start.map { .nanoseconds(MonotonicClock.nanoseconds - $0) } ?? .zero
    }

    private func look() {
        let limit = isCancelled ? XServerLimit.grace : XServerLimit.timeout
        if overdue >= limit {
            task?.cancel()
            XServerWatch.giveUp(display)
            finish(nil)
        } else if Self.time(since: XServerWatch.heldUpSince)
            >= (isCancelled ? limit : XServerLimit.otherTimeout)
        {
            // The X thread is blocked by the server of another display.
            task?.cancel()
            finish(nil)
        } else {
            timer?.rearm(after: max(limit - overdue, .milliseconds(1)))
        }
    }

    private func finish(_ answer: Answer?) {
        timer = nil
        waiting?.resume(returning: answer)
        waiting = nil
    }
}
