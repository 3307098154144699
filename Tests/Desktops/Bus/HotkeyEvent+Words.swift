import Dictation
import DictationParts
import Problems

extension HotkeyEvent {
    /// What happened, with the binding's number or the reason.
    var words: String {
        switch self {
        case .pressed(let index, _): "pressed \(index)"
        case .released(let index, _): "released \(index)"
        case .spoiled(let index, _): "spoiled \(index)"
        case .cancel: "cancel"
        case .failed(let problem): "failed: \(problem.why)"
        case .answered: "answered"
        }
    }
}
