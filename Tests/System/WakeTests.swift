import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// A day's work without hands: the phrase, dictations, a correction, sleep. PocketSphinx hears the
/// phrase and the words, a synthetic voice says them, real servers are between.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("xterm", package: "xterm"),
    .needs("flite", package: "flite"),
    .needs("speech-dispatcher", package: "speech-dispatcher"),
    .needs("/usr/share/pocketsphinx/model/en-us", package: "pocketsphinx-en-us"))
struct WakeTests {
    @EventLoopActor
    private final class Scene {
        let display: XServer
        let sound: PulseServer
        let session: UtterSession
        let voice: SpeechServer

        init(wake: String = "[wake]\nphrase = \"Hey computer\"\n", say: String) async throws {
            display = try await XServer()
            sound = try await PulseServer.start()
            voice = try SpeechServer()
            try await voice.start()
            session = try UtterSession(
                display: display, sound: sound,
                configuration: UtterSession.recording + """
                    [recognizer]
                    engine = "pocketsphinx"
                    language = "en"
                    [overlay]
                    enabled = false
                    [announce]
                    say = "\(say)"
                    \(wake)
                    """)
            session.environment.append("SPEECHD_ADDRESS=unix_socket:\(voice.socket)")
        }

        /// Says it after a pause: a tone covers what the microphone hears.
        func say(_ words: String) async throws {
            let speech = try await SpokenFile(words, voice: "rms")
            let pause = [Int16](repeating: 0, count: 32_000)
            let said = WaveBytes.samples(
                of: [UInt8](try Data(contentsOf: URL(filePath: speech.path))))
            let file = try TemporaryFile()
            try Data(WaveBytes(samples: pause + said).bytes).write(to: URL(filePath: file.path))
            try await sound.play(file.path)
        }

        func waitForSleep() async throws {
            try await session.wait(for: "sleep") { $0.state == .idle && $0.wake?.listening == true }
        }

        func wake() async throws {
            try await say("hey computer")
            try await listens()
        }

        func listens() async throws {
            let report = try await session.wait(for: "the microphone") { $0.hearing }
            #expect(report.continuous == true)
            // There is no level while the program's own tone is heard.
            let client = try await session.connect()
            for try await event in try await client.subscribe(levels: true, within: .seconds(180)) {
                if case .level = event { return }
            }
        }
    }

    @EventLoopActor @Test func aDayByVoiceOnly() async throws {
        let scene = try await Scene(say: "off")
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.waitForSleep()
        // What isn't the phrase is nobody's, and is kept nowhere.
        try await scene.say("the weather is fine")
        #expect(try await scene.session.status().state == .idle)
        #expect(scene.session.keptSounds == [])

        try await scene.wake()
        try await scene.say("this is a good day")
        // The engine may mishear the beginning.
        try await waitUntil("“\(window.text)” ends well") { window.text.hasSuffix(" good day") }
        try await scene.listens()
        let corrected = window.text + String(repeating: "\u{7F}", count: " day".count)
        try await scene.say("delete the last word")
        try await window.waitForText(corrected)
        try await scene.listens()
        try await scene.say("go to sleep")
        try await scene.waitForSleep()

        try await scene.say("this is a good day")
        #expect(try await scene.session.status().state == .idle)
        try await scene.wake()
        try await scene.say("the weather is fine")
        try await window.waitForText(corrected + " the weather is fine")
        try await scene.listens()
        try await scene.say("go to sleep")
        try await scene.waitForSleep()
        #expect(window.text == corrected + " the weather is fine")
        #expect(daemon.status == nil)
    }

    /// Switched on and off while the daemon runs.
    @EventLoopActor @Test func withoutAPhraseNobodyListens() async throws {
        let scene = try await Scene(wake: "", say: "states")
        let daemon = try await scene.session.startDaemon()
        let report = try await scene.session.status()
        #expect(report.wake == nil)
        let file = scene.session.configurationFile
        let text = try String(contentsOf: file, encoding: .utf8)
        try (text + "[wake]\nphrase = \"hey computer\"\n").write(
            to: file, atomically: true, encoding: .utf8)
        try await scene.waitForSleep()
        try await waitUntil("“\(scene.voice.said)” ends asleep") {
            scene.voice.said.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .hasSuffix("Asleep. Say hey computer to dictate.")
        }
        #expect(try await scene.session.output("status").contains("listens for “hey computer”"))
        try text.write(to: file, atomically: true, encoding: .utf8)
        try await scene.session.wait(for: "the end of listening") { $0.wake == nil }
        try await waitUntil("the listener has ended") {
            processes(in: textOfFile("/proc/\(daemon.pid)/task/\(daemon.pid)/children")).count <= 1
        }
        #expect(daemon.status == nil)
    }

    @EventLoopActor @Test func aPhraseThatIsTooShortIsRefused() async throws {
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + "[wake]\nphrase = \"wake up\"\n")
        let run = try await session.run("config", "check")
        #expect(run.status == .exited(78))
        #expect(run.errors.contains("4:10: [wake] phrase: cannot listen for “wake up”"))
        #expect(run.errors.contains("such as “hey computer”"))
    }
}

extension UtterSession {
    /// The files in which the daemon keeps sound while a dictation is recorded.
    fileprivate var keptSounds: [String] {
        let folder = runtime.appending(path: "utter").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix("sound.") }
    }
}
