import Dictation
import Foundation
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

    /// Loudness takes the tones for speech, the network doesn't; without its file there is a
    /// warning, and loudness.
    @EventLoopActor
    @Test(.needs("\(voiceNetwork)", package: "none: packaging/get-voice-network fetches it"))
    func detectsSpeechByANetwork() async throws {
        let model = try ToneGGUF()
        let damaged = "\(model.path).damaged"
        try "not these".write(toFile: damaged, atomically: true, encoding: .utf8)
        for (voice, utterances) in [(voiceNetwork, []), (FilePath(damaged), ["Low high", "high"])] {
            let recognizer = TranscribeCppRecognizer(
                TranscribeCppConfiguration(
                    library: realLibrary, model: TranscribeCppModel(FilePath(model.path)),
                    threads: 2, mode: .offline, voice: voice))
            defer { recognizer.close() }
            let listener = RecognitionListener()
            recognizer.prepare { listener.hear($0) }
            recognizer.begin()
            recognizer.feed(ToneModel.sentence)
            recognizer.finish()
            try await waitUntil("the dictation ends") {
                listener.problem != nil || listener.events.contains(where: isEnd)
            }
            #expect(listener.problem == nil)
            #expect(listener.utterances == utterances)
            let what = "cannot read the model that detects speech “\(voice)”"
            #expect(listener.events.warnings.contains { $0.what == what } == !utterances.isEmpty)
        }
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
