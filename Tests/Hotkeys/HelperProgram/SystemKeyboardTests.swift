import TestSupport
import Testing

@testable import UtterHotkeys

/// The right Ctrl key prints on one keyboard.
struct SystemKeyboardTests {
    @Test(arguments: [
        ("default/keyboard", "XKBLAYOUT=\"us,br\"\nXKBVARIANT=\",thinkpad\"\n", true),
        ("default/keyboard", "XKBLAYOUT=\"br\"\nXKBVARIANT=\"\"\n", false),
        ("vconsole.conf", "KEYMAP=br-abnt2\nXKBLAYOUT=br\nXKBVARIANT=thinkpad\n", true),
        ("X11/xorg.conf.d/00-keyboard.conf", "    Option \"XkbVariant\" \"thinkpad\"\n", true),
        ("X11/xorg.conf.d/00-keyboard.conf", "    Option \"XkbModel\" \"thinkpad\"\n", false),
    ])
    func rightCtrlPrints(file: String, text: String, prints: Bool) throws {
        let root = try ScratchDirectory("keyboard")
        try root.makeFolders(for: "etc/\(file)")
        try root.write(text, to: "etc/\(file)")
        #expect(SystemKeyboard.printingKeys(root: root.path("")) == (prints ? [97] : []))
    }

    @Test func withoutFilesNothingMoreDoes() throws {
        #expect(SystemKeyboard.printingKeys(root: try ScratchDirectory("keyboard").path("")) == [])
    }
}
