import Dictation
import Doctor
import Settings

extension Settings {
    /// The name of the dictation chord by its keys.
    var hotkeyName: String { (try? HotkeyTrial.chord(hotkey.dictate)) ?? hotkey.dictate }

    /// How to dictate with the hotkey, to follow a colon.
    var invitation: String {
        let key = hotkeyName
        return switch hotkey.mode {
        case .toggle: "press \(key), speak, and press it again"
        case .hold: "hold \(key) while you speak"
        case .auto: "press \(key), speak, and press it again, or hold it while you speak"
        case .double: "press \(key) twice, speak, and press it once"
        case .continuous: "press \(key), and speak as often as you like until you press it again"
        case .oneSwitch: "press \(key), speak, and press it again (a long press cancels)"
        }
    }
}
