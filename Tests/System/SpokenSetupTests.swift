import Foundation
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// `utter setup --spoken` for somebody who sees nothing and types nothing: what speech-dispatcher
/// says is all that is known of it, and a synthetic voice, or one switch, answers.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(20)), .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"),
    .needs("speech-dispatcher", package: "speech-dispatcher"),
    .needs("/usr/share/pocketsphinx/model/en-us", package: "pocketsphinx-en-us"),
    .needs(DictationTests.speech, package: "pocketsphinx-testdata"))
struct SpokenSetupTests {
    @EventLoopActor
    private final class Person {
        let display: XServer
        let sound: PulseServer
        let voice: SpeechServer
        let session: UtterSession
        /// How many lines of what is said were listened to.
        private var heard = 0

        init() async throws {
            display = try await XServer()
            sound = try await PulseServer.start()
            voice = try SpeechServer()
            try await voice.start()
            session = try UtterSession(
                display: display, sound: sound,
                configuration: """
                    [hotkey]
                    enabled = false
                    [audio]
                    device = "pulse"
                    [recognizer]
                    engine = "pocketsphinx"
                    language = "en"

                    """)
            session.environment.append("SPEECHD_ADDRESS=unix_socket:\(voice.socket)")
        }

        /// What is said next, up to the newest line that asks for something; nil at the program's
        /// end.
        func listen(to program: ChildProcess) async throws -> [String]? {
            func asksForSomething(_ line: String) -> Bool { line.hasPrefix("Say ") }
            try await waitUntil("a question, after: \(voice.said.suffix(200))") {
                self.lines.dropFirst(heard).contains(where: asksForSomething)
                    || program.status != nil
            }
            let lines = lines
            guard let end = lines.dropFirst(heard).lastIndex(where: asksForSomething) else {
                return nil
            }
            defer { heard = end + 1 }
            return Array(lines[heard...end])
        }

        private var lines: [String] {
            var lines = voice.said.split(separator: "\n", omittingEmptySubsequences: false)
            // It may not be complete.
            lines.removeLast()
            return lines.map(String.init)
        }

        /// Says it once the microphone is open, after a short pause.
        func say(_ words: String) async throws {
            let speech = try await SpokenFile(words, voice: "rms")
            let said = WaveBytes.samples(
                of: [UInt8](try Data(contentsOf: URL(filePath: speech.path))))
            let (before, after) = (
                [Int16](repeating: 0, count: 8_000), [Int16](repeating: 0, count: 8_000)
            )
            let file = try TemporaryFile()
            try Data(WaveBytes(samples: before + said + after).bytes)
                .write(to: URL(filePath: file.path))
            try await sound.waitForCapture()
            try await sound.play(file.path)
        }
    }

    /// What the person says to what was just said; nil to say the same as before.
    private static func answer(to said: [String]) -> String? {
        let asked = said.joined(separator: " ")
        if asked.hasSuffix("Say a sentence: is the microphone the right one?") {
            return "This is the microphone that I use every day for my dictations."
        }
        if asked.hasSuffix("Say it, then be silent for two seconds.") {
            return "Please start the meeting without me."
        }
        if asked.contains("Do this step?") {
            return asked.contains("The service") ? "no" : "yes"
        }
        if asked.contains("Do you want that?") || asked.contains("Say that aloud?") { return "yes" }
        if asked.contains("Download it?") || asked.contains("Run it?") { return "no" }
        return asked.contains("Next step?") || asked.contains("Done?") ? "yes" : nil
    }

    @EventLoopActor @Test func allIsSetUpWithoutScreenAndKeyboard() async throws {
        let person = try await Person()
        let session = person.session
        let nothing = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? nothing.close() }
        let program = try ChildProcess(
            session.command + ["setup", "--spoken"], environment: session.environment,
            descriptors: [nothing, nothing, nothing]
        ) { _ in }
        var answer = ""
        while let said = try await person.listen(to: program) {
            answer = Self.answer(to: said) ?? answer
            try await person.say(answer)
        }
        let all = person.voice.said
        let settings = try String(contentsOf: session.configurationFile, encoding: .utf8)
        #expect(settings.contains("phrase = \"hey computer\""), "\(all)")
        #expect(settings.contains("say = \"words\""), "\(all)")
        for sentence in [
            "You are heard.", "hey computer begins a dictation.", "Said aloud: words.", "Heard: ",
        ] { #expect(all.contains(sentence), "\(sentence): \(all)") }
        #expect(!all.contains("Not good: Bad"), "\(all)")
        // No systemd runs for this user.
        #expect(program.status == .exited(0))
        #expect(all.hasSuffix("utter daemon runs: the command utter toggle\n"), "\(all)")
    }

    /// The switch sends any key to the terminal, when the answer is said that is meant.
    @EventLoopActor @Test func oneSwitchAnswers() async throws {
        let person = try await Person()
        let session = person.session
        let terminal = try PseudoTerminal(
            session.command + ["setup", "--spoken", "phrase"], environment: session.environment)
        try await waitUntil("the question") { person.voice.said.contains("Say yes, or no.\n") }
        try terminal.type(" ")
        try await waitUntil("the offer") { person.voice.said.hasSuffix("yes?\n") }
        try terminal.type(" ")
        #expect(try await terminal.wait() == .exited(0), "\(terminal.output)")
        #expect(terminal.isAsUsual)
        #expect(person.voice.said.contains("hey computer begins a dictation."))
        let settings = try String(contentsOf: session.configurationFile, encoding: .utf8)
        #expect(settings.contains("phrase = \"hey computer\""))
    }

    @EventLoopActor @Test func withoutASpeechServerItSaysSoOnTheTerminal() async throws {
        let session = try UtterSession()
        session.environment += ["SPEECHD_ADDRESS=unix_socket:/nowhere", "PATH=/nowhere"]
        let run = try await session.run("setup", "--spoken", "phrase")
        #expect(run.status != .exited(0))
        #expect(run.errors.contains("nothing can be said aloud"), "\(run.errors)")
    }
}
