import Dictation
import LinuxRuntime
import Problems
import RecognizerTranscribeCpp
import SpeechWorker
import SystemPackage
import TestSupport
import Testing
import TranscribeCppFiles

/// In `utter-speech`, confined as it is when one dictates.
@Suite(
    .runningLoop,
    .needs("\(realLibrary)/libtranscribe.so", package: "none: packaging/get-transcribe fetches it"))
struct TranscribeWorkerTests {
    @EventLoopActor @Test(arguments: [TranscribeCppConfiguration.Mode.offline, .stream])
    func understandsTones(_ mode: TranscribeCppConfiguration.Mode) async throws {
        let model = try ToneGGUF()
        let recognizer = TranscribeCppRecognizer(
            TranscribeCppConfiguration(
                library: realLibrary, model: TranscribeCppModel(FilePath(model.path)), threads: 2,
                mode: mode))
        defer { recognizer.close() }
        #expect(recognizer.availability() == .available)
        #expect(recognizer.supportedLocales == ["en"])
        let listener = RecognitionListener()
        recognizer.prepare { listener.hear($0) }
        for count in 1...2 {
            recognizer.begin()
            recognizer.feed(ToneModel.sentence)
            recognizer.finish()
            try await waitUntil("the dictation ends") {
                listener.problem != nil || listener.events.filter(isEnd).count == count
            }
        }
        #expect(listener.problem == nil)
        #expect(listener.utterances == ["Low high", "high", "Low high", "high"])
    }

    @EventLoopActor @Test func aDamagedModelIsReported() async throws {
        let model = try ToneGGUF()
        try model.write(Array(ToneGGUF.bytes().prefix(4000)))
        let recognizer = TranscribeCppRecognizer(
            TranscribeCppConfiguration(
                library: realLibrary, model: TranscribeCppModel(FilePath(model.path))))
        defer { recognizer.close() }
        let listener = RecognitionListener()
        recognizer.prepare { listener.hear($0) }
        try await waitUntil("it is reported") { listener.problem != nil }
        #expect(listener.problem?.what == "cannot use the speech model “\(model.path)”")
    }

    private func isEnd(_ event: RecognizerEvent) -> Bool {
        if case .finished = event { true } else { false }
    }
}
