import Assembly
import Dictation
import DictationParts
import LinuxRuntime
import Problems
import Settings

/// Records from the microphone while the user speaks, and shows the level.
@EventLoopActor
enum MicrophoneTrial {
    /// After this time the trial ends, whether the user has spoken or not.
    private static let longest = Duration.seconds(15)

    /// - Parameter onHearing: called when the microphone is open.
    /// - Throws: why the microphone can't be recorded from; `CancellationError`.
    static func run(
        _ settings: Settings, onHearing: @escaping () -> Void
    ) async throws -> SoundImpression.Verdict {
        let source = Registry.audio(settings)
        let result = OneShot<Result<SoundImpression.Verdict, Problem>>()
        var impression = SoundImpression()
        var bar = LevelBar()
        source.start { event in
            switch event {
            case .started: onHearing()
            case .samples(let samples):
                bar.show(impression.hear(samples), ofSamples: samples.count)
                let heard = AudioFormat.duration(samples: impression.samples)
                if impression.isSure || heard > longest {
                    result.give(.success(impression.verdict))
                }
            case .failed(let problem): result.give(.failure(problem))
            case .ended: result.give(.success(impression.verdict))
            case .lost, .stalled, .resumed: break
            }
        }
        defer {
            source.stop()
            bar.end()
        }
        return try await result.get().get()
    }
}
