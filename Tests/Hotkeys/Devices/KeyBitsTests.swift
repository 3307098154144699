import Testing

@testable import KeyboardDevices

@Suite struct KeyBitsTests {
    /// The capabilities/key of a PC keyboard and of a mouse, as the kernel writes them.
    @Test func readsWhatSysfsSays() {
        let keyboard = KeyBits(sysfs: "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe")
        #expect(keyboard.contains(97))
        #expect(!keyboard.contains(0))
        #expect(!keyboard.contains(190))
        #expect(!keyboard.contains(766))
        #expect(keyboard.areAKeyboards)
        let mouse = KeyBits(sysfs: "1f0000 0 0 0 0")
        #expect(mouse.contains(0x110))
        #expect(!mouse.areAnyKeys)
        #expect(!KeyBits(sysfs: "").areAnyKeys)
        let powerButton = KeyBits(sysfs: "10000000000000 0")
        #expect(powerButton.areAnyKeys)
        #expect(!powerButton.areAKeyboards)
    }
}
