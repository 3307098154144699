import ControlProtocol
import TestSupport

/// A dictation by a user at the command line.
extension UtterSession {
    /// Records from the test's sound server. More keys of `[audio]` may follow, then other tables:
    /// TOML allows each table only once.
    nonisolated static let recording = withoutHotkey + "[audio]\ndevice = \"pulse\"\n"

    /// Starts a dictation; returns the status as soon as the microphone hears.
    @discardableResult
    func beginDictation(_ options: [String] = []) async throws -> StatusReport {
        try await output(["start"] + options)
        return try await wait(for: "the microphone") { $0.hearing }
    }

    /// Stops the dictation; returns the status when its text is typed.
    @discardableResult
    func endDictation() async throws -> StatusReport {
        try await output("stop")
        return try await wait(for: "the end of the dictation") { $0.state == .idle }
    }

    /// A whole dictation.
    ///
    /// - Parameter speech: the sound file that is played to the microphone.
    @discardableResult
    func dictate(_ speech: String, from sound: PulseServer) async throws -> StatusReport {
        try await beginDictation()
        try await sound.play(speech)
        return try await endDictation()
    }
}
