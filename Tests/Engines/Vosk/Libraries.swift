import Dictation
import Foundation
import LinuxRuntime
import Problems
import RecognizerVosk
import SpeechWorker
import SystemPackage
import TestSupport
import Testing
import VoskFiles

/// The real libvosk, fetched by `make test` (packaging/get-vosk).
let realLibrary = Project.path(".build/vosk/libvosk.so")

/// fakevosk.c as a library, which exists as long as this object.
@EventLoopActor
final class FakeLibrary {
    let path: String
    private let directory: ScratchDirectory

    /// - Parameter options: for the compiler.
    init(_ options: String...) async throws {
        directory = try ScratchDirectory("fakevosk")
        path = directory.path("libvosk.so")
        let source = Project.path("Tests/Engines/Vosk/fakevosk.c")
        let run = try await ProgramRun(
            ["cc", "-shared", "-fPIC", "-Wall", "-o", path] + options + [source])
        try #require(run.status == .exited(0), "\(run.errors)")
    }
}

/// A recogniser with its listener.
@EventLoopActor
final class Dictating {
    let recognizer: VoskRecognizer
    let listener = RecognitionListener()
    /// Deleted with this object.
    private let files: (ToneModel, FakeLibrary?)

    convenience init(_ library: FakeLibrary, _ model: ToneModel) throws {
        try self.init(library.path, model, library)
    }

    init(_ library: String, _ model: ToneModel, _ fake: FakeLibrary? = nil) throws {
        files = (model, fake)
        recognizer = VoskRecognizer(
            VoskConfiguration(libraries: [library], model: VoskModel(FilePath(model.path))))
        recognizer.prepare { [listener] in listener.hear($0) }
    }

    /// Waits until the model is loaded or has failed to load.
    func prepared() async throws {
        try await waitUntil("the model is loaded") { !self.listener.events.isEmpty }
    }

    /// One dictation, fed as a microphone does.
    func dictate(_ samples: [Int16]) async throws {
        let before = endCount
        recognizer.begin()
        for start in stride(from: 0, to: samples.count, by: 160) {
            recognizer.feed(Array(samples[start..<min(start + 160, samples.count)]))
        }
        recognizer.finish()
        try await waitUntil("the dictation ends") { self.endCount > before }
    }

    private var endCount: Int {
        var count = 0
        for event in listener.events {
            switch event {
            case .finished, .failed: count += 1
            default: break
            }
        }
        return count
    }
}
