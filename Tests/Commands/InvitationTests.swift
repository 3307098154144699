import Dictation
import Settings
import Testing

@testable import UtterCommands

/// How to dictate, as the setup, the daemon at a terminal and `utter` alone say it.
struct InvitationTests {
    @Test(
        arguments: [
            (.toggle, "press RightCtrl, speak, and press it again"),
            (.hold, "hold RightCtrl while you speak"),
            (.auto, "press RightCtrl, speak, and press it again, or hold it while you speak"),
            (.double, "press RightCtrl twice, speak, and press it once"),
            (
                .continuous,
                "press RightCtrl, and speak as often as you like until you press it again"
            ),
            (.oneSwitch, "press RightCtrl, speak, and press it again (a long press cancels)"),
        ] as [(HotkeyBinding.Mode, String)])
    func itIsThatOfTheMode(_ mode: HotkeyBinding.Mode, _ words: String) {
        var settings = Settings()
        settings.hotkey.mode = mode
        #expect(settings.invitation == words)
    }
}
