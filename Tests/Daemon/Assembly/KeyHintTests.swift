import Assembly
import Foundation
import Settings
import Testing

@Suite struct KeyHintTests {
    @Test(arguments: [
        ("mode = 'toggle'", "RightCtrl ends · Escape cancels"),
        ("mode = 'hold'", "Release RightCtrl to end · Escape cancels"),
        ("dictate = 'Super+F9'\ncancel = ''", "Super+F9 ends"),
    ])
    func saysWhichKeysEnd(_ lines: String, _ hint: String) throws {
        let settings = try Settings.parse(
            Array("[hotkey]\n\(lines)\n".utf8), file: "test", schema: .general)
        #expect(settings.keyHint(watchesCancel: true) == hint)
        #expect(settings.keyHint(watchesCancel: false) == hint.components(separatedBy: " · ")[0])
    }
}
