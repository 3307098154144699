import Assembly
import Dictation
import Glibc
import LinuxRuntime
import Session
import Settings
import SystemPackage

/// Types into the focused window, which should be this terminal, and reads what arrives.
@EventLoopActor
enum TypedBack {
    /// The longest wait for the next key.
    private static let pause = Duration.seconds(2)

    /// - Parameter patience: the longest wait for the first key, which arrives only after the sink is
    ///   connected.
    static func type(
        _ text: String, _ settings: Settings, within patience: Duration = .seconds(20)
    ) async throws -> String {
        let terminal = QuietTerminal()
        defer { terminal.restore() }
        let chain = try Registry.sinks(settings)
        defer { chain.close() }
        // Some sinks type in a dictation only.
        chain.beginDictation()
        let typing = EventLoop.task {
            await chain.insert(TypableText(cleaning: text, lineBreaks: .space))
        }
        // Started first: a terminal buffers only little unread input.
        let arriving = EventLoop.throwingTask { try await read(text.utf8.count, within: patience) }
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

    /// Reads this many bytes of standard input, or fewer if no more arrive.
    private static func read(_ count: Int, within limit: Duration) async throws -> String {
        var (bytes, patience): ([UInt8], Duration) = ([], limit)
        while bytes.count < count,
            try await EventLoop.shared.ready(.standardInput, within: patience)
        {
            let piece = try StandardInput.readPiece()
            if piece.isEmpty { break }
            bytes += piece
            patience = pause
        }
        // Only text that may be shown in a terminal.
        return TypableText(
            cleaning: String(decoding: bytes, as: UTF8.self), lineBreaks: .space).string
    }
}
