import DictationParts
import LinuxRuntime
import RecognizerRouting
import SinkChains
import TextEditing

/// The parts and the style of the present dictation. All objects that take part in it share this
/// one.
@EventLoopActor
final class CurrentSetup {
    var parts: DictationRunner.Parts
    var style: DictationRunner.Style
    /// The profile in force, if any.
    private(set) var profile: String?
    let commandTyping = CommandTyping()
    var recognizerState = RecognizerRouter.State.loading
    /// Provides the recogniser, sinks and style for each dictation; nil if they are always the
    /// same.
    let backends: (any DictationSetups)?

    init(
        _ parts: DictationRunner.Parts, _ style: DictationRunner.Style,
        _ backends: (any DictationSetups)?
    ) {
        (self.parts, self.style, self.backends) = (parts, style, backends)
    }

    /// Uses other sinks, another style and cleaner. Returns whether the profile or the kind of
    /// window is another one.
    func adopt(_ setup: DictationSetup) -> Bool {
        parts.sinks = setup.sinks
        parts.cleaner = setup.cleaner
        defer { (style, profile) = (setup.style, setup.profile) }
        return profile != setup.profile || style.text.window != setup.style.text.window
    }
}
