import ControlProtocol
import LinuxRuntime
import TestSupport
import Testing

/// Push to talk in the session of a real desktop, by a key that the desktop watches: the program
/// has no helper there that could read keyboards.
@EventLoopActor
struct PushToTalk {
    let session: UtterSession
    let window: SessionWindow
    /// The kernel's codes of the modifier and the key.
    let keys: (UInt16, UInt16)

    nonisolated static func configuration(
        mode: String, key: String, source: String = "auto"
    ) -> String {
        """
        [hotkey]
        dictate = "\(key)"
        mode = "\(mode)"
        source = "\(source)"

        [audio]
        device = "\(DesktopSpeaker.microphone)"

        """
    }

    /// Speaks twice while the key is held, for so long that the desktop repeats it, and expects
    /// that each release ends the dictation.
    func check() async throws {
        let speaker = try await DesktopSpeaker()
        let speech = try await SpokenFile("hello there my friend")
        for round in 1...2 {
            try await DesktopSession.hold(keys.0, keys.1) {
                try await session.wait(for: "the microphone") { $0.hearing }
                try await speaker.play(speech)
                #expect(try await session.status().state == .recording, "round \(round)")
            }
            try await session.wait(for: "the end of the dictation") { $0.state == .idle }
            let text = try await session.output("last")
            #expect(!text.isEmpty, "round \(round)")
            try await window.expectText(text)
            try await window.clear()
        }
        try await speaker.remove()
    }
}
