import Assembly
import Dictation
import DictationParts
import LinuxRuntime
import Settings
import SinkChains

/// Types into the focused window, which should be the place that tells what arrives.
@EventLoopActor
enum TypedBack {
    /// - Parameter timeout: the longest wait for the first key, which arrives only after the sink is
    ///   connected.
    static func type(
        _ text: String, _ settings: Settings, into place: some TypingPlace,
        within timeout: Duration = .seconds(20)
    ) async throws -> String {
        place.begin()
        defer { place.end() }
        let chain = try Registry.sinks(settings)
        defer { chain.close() }
        let arrived: Result<String, any Error>
        do {
            arrived = .success(try await type(text, chain, into: place, within: timeout))
        } catch { arrived = .failure(error) }
        await ClipboardServer.takeOver(from: chain)
        return try arrived.get()
    }

    private static func type(
        _ text: String, _ chain: SinkChain, into place: some TypingPlace, within timeout: Duration
    ) async throws -> String {
        // Some sinks type in a dictation only.
        chain.beginDictation()
        let typing = EventLoop.task {
            for sink in chain.sinks { await sink.findField() }
            return await chain.insert(TypableText(cleaning: text, lineBreaks: .space))
        }
        // Started first: a terminal buffers only little unread input.
        let arriving = EventLoop.throwingTask {
            try await place.read(text.utf8.count, within: timeout)
        }
        return try await withTaskCancellationHandler {
            if case .failed(let problem) = await typing.value.end {
                arriving.cancel()
                throw problem
            }
            return try await arriving.value
        } onCancel: {
            typing.cancel()
            arriving.cancel()
        }
    }
}
