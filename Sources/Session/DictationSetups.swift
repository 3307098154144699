public import Dictation
public import LinuxRuntime
public import RecognizerRouting

/// Provides the setup for each dictation: profile, language and window decide it.
@EventLoopActor
public protocol DictationSetups: AnyObject {
    /// The recogniser of the parts, which routes each dictation to the chosen one.
    var recognizer: RecognizerRouter { get }

    /// The language of the keyboard layout that was active at the start of the dictation.
    var layout: LanguageTag? { get set }

    /// Whether a dictation must know the active keyboard layout.
    func needsLayout(for choice: DictationOverrides) -> Bool

    /// Whether a dictation must know its window.
    func needsWindow(for choice: DictationOverrides) -> Bool

    /// The name of a model that is as good for a dictation as the one that it would have, or
    /// better; nil without one.
    func otherModel(for choice: DictationOverrides) -> String?

    /// The setup for a dictation into a window; its recogniser becomes the current one.
    ///
    /// - Parameter keepsRecognizer: whether the current recogniser stays.
    func choose(
        _ choice: DictationOverrides, for window: DesktopWindow?, keepsRecognizer: Bool
    ) -> DictationSetup
}

extension DictationSetups {
    func choose(_ choice: DictationOverrides, for window: DesktopWindow?) -> DictationSetup {
        choose(choice, for: window, keepsRecognizer: false)
    }
}
