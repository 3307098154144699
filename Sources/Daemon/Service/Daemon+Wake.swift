import Assembly
import Dictation
import DictationParts
import LinuxRuntime
import Problems
import RecognizerRouting
import Session
import Settings

// The phrase that begins a dictation.

extension Daemon {
    /// The phrase that is listened for when nothing is dictated; nil if none is.
    var phrase: String? { wake?.isWanted == true ? settings.wake.phrase : nil }

    /// Follows the microphone that listens for the phrase.
    func followWake() {
        wake?.isSounding = { [weak self] in self?.isSounding ?? false }
        wake?.onPhrase = { [weak self] in
            self?.runner.send(.command(.start, DictationOverrides(staysOn: true)))
        }
        wake?.onChange = { [weak self] in
            guard let self else { return }
            if let problem = wake?.takeProblem() {
                Log.warning(problem.description)
                runner.send(.notice(Notice(.warning, problem)))
            }
            publishStatus()
        }
    }

    /// Takes a microphone by these settings in the place of the present one, while nothing is
    /// recorded.
    func replaceMicrophone(_ settings: Settings) {
        wake?.close()
        // The settings were checked.
        wake = try? Registry.wakeMicrophone(settings)
        runner.parts.audio = wake ?? Registry.audio(settings)
        followWake()
    }

    private var isSounding: Bool {
        runner.parts.cues?.isSounding == true || feedback.announcer.isSounding
    }
}
