import Dictation
import Foundation
import Glibc
import LinuxRuntime
import Problems
import RecognizerWholeUtterance
import SystemPackage
import TestSupport
import Testing

private let voiceNetwork = FilePath(
    Project.path(".build/transcribe/silero_vad_16k.safetensors"))
private let speech =
    "/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-0870.wav"

@Suite(.runningLoop) struct CommandTests {
    @EventLoopActor @Test func getsTheSoundOnStandardInput() async throws {
        let file = try TemporaryFile()
        let listener = try await dictate(script: "cat >\"$1\"; echo hello; echo world", file.path)
        #expect(listener.utterances == ["hello\nworld\n"])
        #expect(try samples(of: file.path) == sound)
    }

    @EventLoopActor @Test func getsTheSoundAsAFileThatOnlyItsUserMayRead() async throws {
        let copy = try TemporaryFile()
        let listener = try await dictate(
            script: "cat \"$2\" >\"$1\"; stat -L -c '%a %n' \"$2\"", copy.path, "{file}")
        let words = try #require(listener.utterances.first).split(separator: " ")
        #expect(words[0] == "600")
        #expect(words[1].hasSuffix(".wav\n"))
        #expect(try samples(of: copy.path) == sound)
        let link = FilePath(String(words[1].dropLast()))
        // The guardian removes it once the program has ended, which it reports before.
        try await waitUntil("the file is gone") {
            let names = Folder.names(in: link.removingLastComponent().string)
            return !names.contains(link.lastComponent!.string)
        }
    }

    @EventLoopActor @Test func isToldTheLanguage() async throws {
        let words = ["echo", "-l", "{language}"]
        #expect(try await dictate(words, language: "de-AT").utterances == ["-l de-AT\n"])
        #expect(try await dictate(words).utterances == ["-l auto\n"])
    }

    @EventLoopActor @Test func tellsWhatIsPrintedMeanwhile() async throws {
        let gate = try TemporaryFile()
        // It continues when the test has received the first word.
        let configuration = try CommandConfiguration(
            arguments: [
                "sh", "-c", "echo one; while ! test -s \"$1\"; do :; done; echo two", "sh",
                gate.path,
            ], limit: RecognitionLimit(perHalfMinute: .seconds(60)))
        let recognizer = CommandRecognizer(configuration)
        let listener = RecognitionListener()
        recognizer.prepare { if $0 != .ready { listener.hear($0) } }
        recognizer.begin()
        recognizer.feed(sound)
        recognizer.finish()
        try await waitUntil("the first word") { listener.partials.contains("one\n") }
        try write("go", to: gate.path)
        await listener.waitForEnd()
        #expect(listener.utterances == ["one\ntwo\n"])
        recognizer.close()
    }

    @EventLoopActor @Test func isNotTroubledWithSilence() async throws {
        let listener = try await dictate(
            ["sh", "-c", "echo Thank you."], samples: [Int16](repeating: 3, count: 16_000))
        #expect(listener.utterances.isEmpty)
        #expect(listener.problem == nil)
    }

    /// What Whisper writes of noise.
    @EventLoopActor
    @Test(
        .needs("\(voiceNetwork)", package: "none: packaging/get-voice-network fetches it"),
        .needs(speech, package: "pocketsphinx-testdata"))
    func thanksAreTakenOnlyOfWhoSpoke() async throws {
        let thanks = ["sh", "-c", "echo Thank you."]
        var random = SplitMix(seed: 1)
        let noise = (0..<48_000).map { _ in Int16(truncatingIfNeeded: random.next() % 2000) - 1000 }
        let spoken = WaveBytes.samples(of: [UInt8](try Data(contentsOf: URL(filePath: speech))))
        for (samples, words) in [(noise, ""), (noise + spoken, "Thank you.\n")] {
            let listener = try await dictate(thanks, samples: samples, voice: voiceNetwork)
            #expect(listener.utterances.joined() == words)
        }
        #expect(try await dictate(thanks, samples: noise).utterances == ["Thank you.\n"])
    }

    @EventLoopActor @Test func mayFindNoWords() async throws {
        let listener = try await dictate(["true"])
        #expect(listener.problem == nil)
        #expect(listener.utterances.joined().isEmpty)
    }

    @EventLoopActor @Test func isKilledWithItsChildrenWhenCancelled() async throws {
        let pids = try TemporaryFile()
        let recognizer = CommandRecognizer(
            try CommandConfiguration(
                arguments: ["sh", "-c", "sleep 1000 & echo $! >\"$1\"; wait", "sh", pids.path],
                limit: RecognitionLimit(perHalfMinute: .seconds(600))))
        let listener = RecognitionListener()
        recognizer.prepare { if $0 != .ready { listener.hear($0) } }
        recognizer.begin()
        recognizer.feed(sound)
        recognizer.finish()
        try await waitUntil("it runs") { pids.text.hasSuffix("\n") }
        recognizer.cancel()
        try await waitUntil("its child is gone") { areGone(pids) }
        #expect(listener.events.allSatisfy { $0 == .speechStarted })

        // The next dictation begins at once.
        recognizer.begin()
        recognizer.finish()
        #expect(listener.problem == nil)
        recognizer.close()
    }
}

@Suite(.runningLoop) struct CommandFailureTests {
    /// Its output may contain dictated text.
    @EventLoopActor @Test func saysHowItEndedAndNotWhatItSaid() async throws {
        let script = "echo no model >&2; exit 3"
        let problem = try #require(try await dictate(script: script).problem)
        #expect(problem.what == "the engine “sh” failed")
        #expect(problem.why == "exit status 3")
    }

    @EventLoopActor @Test func keepsWhatWasPrintedBeforeItDied() async throws {
        let listener = try await dictate(script: "echo half a sentence; kill -SEGV $$")
        #expect(listener.problem?.why == "killed by signal 11")
        #expect(listener.partials.last == "half a sentence\n")
        #expect(listener.utterances.isEmpty)
    }

    @EventLoopActor @Test func isKilledWithItsChildrenAtItsLimit() async throws {
        let pids = try TemporaryFile()
        let listener = try await dictate(
            script: "sleep 1000 & echo $! >\"$1\"; echo loading >&2; wait", pids.path,
            limit: .seconds(1))
        #expect(listener.problem?.why == "it didn’t finish within 1 s")
        try await waitUntil("its child is gone") { areGone(pids) }
    }

    @EventLoopActor @Test func doesNotWaitForWhatItLeavesBehind() async throws {
        let pids = try TemporaryFile()
        let listener = try await dictate(
            script: "sleep 1000 & echo $! >\"$1\"; echo words", pids.path)
        #expect(listener.utterances == ["words\n"])
        try await waitUntil("its child is gone") { areGone(pids) }
    }

    @EventLoopActor @Test func isKilledWhenItPrintsTooMuch() async throws {
        let listener = try await dictate(["yes"])
        #expect(listener.problem?.why == "it printed more than 1024 KiB")
    }

    @EventLoopActor @Test(arguments: ["no-such-program", "/etc/passwd", "/no/such/file"])
    func saysThatItIsMissing(_ program: String) async throws {
        let problem = try #require(try await dictate([program]).problem)
        #expect(problem.what == "cannot run the engine “\(program)”")
        #expect(!problem.why.isEmpty && !problem.remedy.isEmpty)
    }

    @Test func needsAProgram() {
        #expect(throws: Problem.self) {
            try CommandConfiguration(
                arguments: [], limit: RecognitionLimit(perHalfMinute: .seconds(1)))
        }
    }
}

private func samples(of path: String) throws -> [Int16] {
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    let contents: [UInt8] = try file.closeAfter {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try chunk.withUnsafeMutableBytes { try file.read(into: $0) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }
    return WaveBytes.samples(of: contents)
}

private func write(_ text: String, to path: String) throws {
    let file = try FileDescriptor.open(FilePath(path), .writeOnly)
    _ = try file.closeAfter { try file.writeAll(text.utf8) }
}
