import Dictation
import DictationParts
import GGUF
import LinuxRuntime
import Problems
public import Settings
public import SpeechEngines
import SpeechWorker
import SpeechWorkerProtocol
import SystemPackage
import TranscribeCppFiles

// The models that come with utter, used until the user installs others: Whisper, in sizes.

extension TranscribeCpp {
    /// Their folder; nil where there is none.
    static let bundledFolder: FilePath? = (try? Executable.path()).flatMap {
        InstalledFolder.path(of: "models", in: "share/utter", beside: $0)
    }

    static func isBundled(_ path: FilePath) -> Bool {
        path.removingLastComponent() == bundledFolder
    }

    /// Which of them is used: the largest of which a run is known to be quick here, else the
    /// smallest.
    static func best(
        ofBundled models: [FilePath], _ speed: (TranscribeCppModel) -> MeasuredSpeed?
    ) -> FilePath? {
        let models = models.map { TranscribeCppModel($0) }.sorted { $0.bytes > $1.bytes }
        let quick = models.first { speed($0)?.seconds ?? .infinity <= WindowedRun.quick }
        return (quick ?? models.last)?.path
    }

    /// How fast this computer is with a model, if that was measured.
    func speed(of model: TranscribeCppModel, _ settings: Settings) -> MeasuredSpeed? {
        KeptSpeeds(Settings.environment).speed(of: model, threads: settings[Keys.self].threads)
    }

    public func isTooSlow(_ settings: Settings, among models: SpeechModels) -> Bool {
        guard settings[Keys.self].model == nil,
            let path = try? configuration(for: settings, among: models).model.path,
            Self.isBundled(path), let speed = speed(of: TranscribeCppModel(path), settings)
        else { return false }
        return speed.seconds > WindowedRun.slow
    }

    @EventLoopActor
    public func measureModels(_ settings: Settings, among models: SpeechModels) async {
        let languages = settings.likelyLanguages(among: models).map(\.tag)
        for model in models.models(of: name) where Self.isBundled(model.path) {
            guard languages.contains(where: model.understands),
                !KeptSpeeds(Settings.environment).isCertain(
                    of: TranscribeCppModel(model.path), threads: settings[Keys.self].threads),
                let recognizer = try? makeRecognizer(loading: model, settings)
            else { continue }
            defer { recognizer.close() }
            let isLoaded = OneShot<Void>()
            recognizer.prepare { event in
                switch event {
                case .ready, .failed: isLoaded.give(())
                default: break
                }
            }
            // It throws if the task was cancelled only.
            guard (try? await isLoaded.get()) != nil else { return }
        }
    }

    public func speed(with settings: Settings, among models: SpeechModels) -> String? {
        guard let model = try? configuration(for: settings, among: models).model,
            let header = try? model.header
        else { return nil }
        guard let speed = speed(of: model, settings) else { return model.name }
        let sound = header.architecture == "whisper" ? "a sentence" : "a second of speech"
        let threads = speed.threads == 1 ? "one thread" : "\(speed.threads) threads"
        // Two digits that count.
        let digits = speed.seconds < 0.095 ? 1000.0 : 100.0
        let seconds = (speed.seconds * digits).rounded() / digits
        return "\(model.name): \(sound) takes \(seconds) s with \(threads)"
    }
}
