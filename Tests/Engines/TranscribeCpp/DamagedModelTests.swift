import LinuxRuntime
import Problems
import SpeechWorker
import SystemPackage
import TestSupport
import Testing

@testable import RecognizerTranscribeCpp
@testable import TranscribeCppFiles

@Suite(
    .runningLoop,
    .needs("\(realLibrary)/libtranscribe.so", package: "none: packaging/get-transcribe fetches it"))
struct DamagedModelTests {
    @EventLoopActor @Test func damagedModelsKillNoProcess() async throws {
        if try DamagedModels.isChild() { return }
        let models = try DamagedModels(300, test: "damagedModelsKillNoProcess")
        try await models.run()
        #expect(models.deaths == [])
        let loaded = try models.loaded
        #expect((30...270).contains(loaded), "too few or too many to mean anything")
        // A window of a gigabyte takes forever; whoever loads a model has a limit.
        #expect(models.hangs.count <= 3, "\(models.hangs)")
    }

    /// As the daemon uses them: in `utter-speech`, which may end, while this process stands for the
    /// daemon.
    @EventLoopActor @Test func damagedModelsLeaveTheDaemonAlive() async throws {
        let model = try ToneGGUF()
        var silent: [Int] = []
        for number in 0..<300 {
            try model.write(DamagedModels.damaged(number))
            let listener = try await dictate(with: model, within: .seconds(20))
            if !listener.isOver { silent.append(number) }
        }
        // As above: those whose loading takes longer than this test waits.
        #expect(silent.count <= 3, "\(silent)")
        try model.write(ToneGGUF.bytes())
        let listener = try await dictate(with: model, within: .seconds(120))
        #expect(listener.utterances == ["Low high", "high"])
    }

    /// - Returns: what was heard by the end, or until the time was over.
    @EventLoopActor private func dictate(
        with model: ToneGGUF, within limit: Duration
    ) async throws -> RecognitionListener {
        let recognizer = TranscribeCppRecognizer(
            TranscribeCppConfiguration(
                library: realLibrary, model: TranscribeCppModel(FilePath(model.path)), threads: 1))
        defer { recognizer.close() }
        let listener = RecognitionListener()
        recognizer.prepare { listener.hear($0) }
        recognizer.begin()
        recognizer.feed(ToneModel.sentence)
        recognizer.finish()
        let deadline = Deadline(limit)
        while !listener.isOver, deadline.remaining > .zero {
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
        return listener
    }

    /// The check before the library sees a file.
    @Test func damagedHeadersAreReadOrRefused() throws {
        let folder = try ScratchDirectory("damaged")
        let model = try ToneGGUF("damaged", in: folder.path)
        for number in 0..<300 {
            try model.write(DamagedModels.damaged(number))
            _ = TranscribeCppModel(FilePath(model.path)).problem
        }
    }

    @Test func aModelThatEndsTooEarlyIsRefused() throws {
        let model = try ToneGGUF()
        let bytes = ToneGGUF.bytes()
        let path = TranscribeCppModel(FilePath(model.path))
        #expect(path.problem == nil)
        for length in [0, 3, 4, 20, 100, 1000, 3000, bytes.count - 64] {
            try model.write(Array(bytes.prefix(length)))
            #expect(
                path.problem?.why == "it ends too early: the download was not complete",
                "\(length)")
        }
        try model.write(Array("RIFF".utf8) + bytes)
        #expect(path.problem?.why == "it has neither the GGUF format nor whisper.cpp's")
    }
}
