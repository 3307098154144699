import ControlProtocol
import TestSupport

/// A dictation as a person makes it at the command line.
extension UtterSession {
    /// Records from the sound server of the test. Keys of `[audio]` may follow it, then other
    /// tables: no table of TOML stands in a file twice.
    nonisolated static let recording = withoutHotkey + "[audio]\ndevice = \"pulse\"\n"

    /// Starts a dictation; answers the status as soon as the microphone hears.
    @discardableResult
    func beginDictation(_ options: [String] = []) async throws -> StatusReport {
        try await output(["start"] + options)
        return try await wait(for: "the microphone") { $0.hearing }
    }

    /// Stops the dictation; answers the status when its text is typed.
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
