import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// What a blind user hears of a dictation whose screen reader is Orca: both speak through the same
/// speech-dispatcher.
@Suite(
    .runningLoop, .serialized, .needs("orca", package: "orca"),
    .needs("Xvfb", "openbox", package: "xvfb and openbox"),
    .needs("xprop", package: "x11-utils"), .needs("xdotool", package: "xdotool"),
    .needs("pulseaudio", package: "pulseaudio"),
    .needs("speech-dispatcher", package: "speech-dispatcher"),
    .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
    .needs(TextWindow.Kind.gtk3.program, package: "gir1.2-gtk-3.0"),
    .needs(TextWindow.Kind.gtk4.program, package: "gir1.2-gtk-4.0"))
struct OrcaTests {
    /// As installed Orca names keys, in the order in which they were pressed, and each once: not all
    /// of them, since the next one cuts the last one off. It reads nothing of them again.
    @EventLoopActor
    @Test(arguments: [
        (Orca.Echo.keys, ReportingWindow.Kind.entry3), (.keys, .entry4), (.characters, .entry3),
        (.characters, .entry4),
    ])
    func nothingIsSaidTwice(echo: Orca.Echo, kind: ReportingWindow.Kind) async throws {
        let heard = try await Scene("states", echo, kind).dictate()
        #expect(heard.utter == ["listening", "inserted"])
        // It ends with a space where a busy machine's window didn't answer in time.
        let whole = ["h", "e", "l", "l", "o", "space", "t", "h", "e", "r", "e", "dot", "space"]
        #expect(heard.orca.isPart(of: whole))
    }

    /// So only utter says the words.
    @EventLoopActor @Test(arguments: [("states", "inserted"), ("words", Scene.text)])
    func utterReadsTheText(say: String, last: String) async throws {
        let heard = try await Scene(say, .nothing, .entry3).dictate()
        #expect(heard.utter == ["listening", last])
        #expect(heard.orca.isEmpty)
    }

    /// Who leaves Orca's echo on hears both.
    @EventLoopActor @Test func theEchoOfKeysStays() async throws {
        let heard = try await Scene("words", .keys, .entry3).dictate()
        #expect(heard.utter == ["listening", Scene.text])
        #expect(!heard.orca.isEmpty)
    }

    /// An Orca that the user started reports itself to nobody.
    @EventLoopActor @Test func itIsFound() async throws {
        let scene = try await Scene("off", .keys, .entry3)
        let doctor = try await scene.session.run("doctor")
        #expect(doctor.output.contains("a screen reader runs"), "\(doctor.output)")
        let setup = try PseudoTerminal(
            scene.session.command + ["setup", "announcements"],
            environment: scene.session.environment)
        try await setup.wait(for: "A screen reader runs")
        try await setup.wait(for: "Say that aloud? [y/n]")
        try setup.type("y\n")
        try await setup.wait(for: "✓ Said aloud: words.")
        #expect(try await setup.wait() == .exited(0))
    }

    @EventLoopActor
    private final class Scene {
        nonisolated static let text = "hello there."
        private static let field = "Dear Ada, "

        let session: UtterSession
        private let window: ReportingWindow
        private let sound: PulseServer
        private let voice: SpeechServer
        private let orca: Orca
        /// How much was said before the dictation.
        private let start: Int

        init(_ say: String, _ echo: Orca.Echo, _ kind: ReportingWindow.Kind) async throws {
            window = try await ReportingWindow(kind, Self.field + "|")
            sound = try await PulseServer.start()
            voice = try SpeechServer()
            try await voice.start()
            session = try UtterSession(
                display: window.server, sound: sound,
                configuration: WindowProfileTests.configuration(
                    Self.text, "[overlay]\nenabled = false\n[announce]\nsay = \"\(say)\"\n"))
            session.add(window.bus)
            session.environment.append("SPEECHD_ADDRESS=unix_socket:\(voice.socket)")
            orca = try await Orca(reading: window, Self.field, to: voice, echo)
            start = voice.said.count
        }

        /// Dictates the text, and returns what was said of it, by whom.
        func dictate() async throws -> (utter: [String], orca: [String]) {
            let daemon = try await session.startDaemon()
            try await session.dictate(WindowProfileTests.tone(session), from: sound)
            try await waitUntil("the text is there, not “\(window.text)”") {
                // With a capital where the window is too busy to tell what is before the cursor.
                window.text.dropFirst(Self.field.count).trimmed == Self.text
            }
            let last = ["inserted", Self.text]
            try await waitUntil("the end is heard, not \(heard)") {
                heard.contains(where: last.contains)
            }
            // Orca handles one event after the other: what it says of the next field comes last.
            try await window.leave()
            try await waitUntil("Orca reads the button, not \(heard)") {
                heard.contains { $0.hasSuffix("push button.") }
            }
            #expect(daemon.status == nil)
            let leaving = ["left shift", "tab", "left tab"]
            let sentences = heard.filter { !$0.hasSuffix("push button.") && !leaving.contains($0) }
            let own = ["listening"] + last
            return (sentences.filter(own.contains), sentences.filter { !own.contains($0) })
        }

        private var heard: [String] {
            voice.said.dropFirst(start).split(separator: "\n")
                .map(\.trimmed)
        }
    }
}

extension Substring {
    /// Without white space around it, in small letters.
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces).lowercased() }
}

extension [String] {
    /// Whether these come in that order among the others.
    fileprivate func isPart(of others: [String]) -> Bool {
        var rest = others[...]
        return allSatisfy { element in
            guard let place = rest.firstIndex(of: element) else { return false }
            rest = rest[(place + 1)...]
            return true
        }
    }
}
