import ControlProtocol
import LinuxRuntime
import TestSupport

/// A scene for the whole path of speech: a display for the windows, a sound server for the voice,
/// and a session with both.
@EventLoopActor
final class SpokenScene {
    let display: XServer
    let sound: PulseServer
    let session: UtterSession

    /// The parameters are the session's.
    init(
        _ configuration: String = UtterSession.recording,
        command: [String] = [UtterSession.program], inMemory: Bool = false
    ) async throws {
        display = try await XServer()
        sound = try await PulseServer.start()
        session = try UtterSession(
            display: display, sound: sound, configuration: configuration, command: command,
            inMemory: inMemory)
    }

    /// A whole dictation.
    @discardableResult
    func dictate(_ speech: String) async throws -> StatusReport {
        try await session.dictate(speech, from: sound)
    }
}
