import KeyRemapping
import KeyboardDevices
import LinuxRuntime
import TestSupport
import Testing

@Suite(.runningLoop) struct RemappedKeysTests {
    private static let pedal = InputModel(bus: 3, vendor: 0xC45, product: 0x7403)
    private static let button = InputModel(bus: 5, vendor: 0xA, product: 0xFFFF)

    private static var three: RemappedKeys {
        var keys = RemappedKeys()
        keys[.init(model: pedal, scanCode: 0x70006)] = "F14"
        keys[.init(model: pedal, scanCode: 0x70005)] = "F13"
        keys[.init(model: button, scanCode: 0x1E)] = "F24"
        return keys
    }

    @Test func isWrittenInTheFormOfHwdb() {
        #expect(
            Self.three.text == """
                # Written by “sudo utter pedal”: what keys of pedals and buttons mean, for all programs.
                # “sudo utter pedal --remove” removes it.

                evdev:input:b0003v0C45p7403*
                 KEYBOARD_KEY_70005=f13
                 KEYBOARD_KEY_70006=f14

                evdev:input:b0005v000ApFFFF*
                 KEYBOARD_KEY_1e=f24

                """)
    }

    @Test func isReadAgain() {
        #expect(RemappedKeys(text: Self.three.text) == Self.three)
        #expect(RemappedKeys(text: "") == RemappedKeys())
        #expect(
            RemappedKeys(text: "evdev:input:bZZZZv0000p0000*\n KEYBOARD_KEY_1=f13")
                == RemappedKeys())
    }

    @Test func givesEachKeyAMeaningOfItsOwn() {
        var keys = Self.three
        for number in 15...23 {
            #expect(keys.freeTarget == "F\(number)")
            keys[.init(model: Self.pedal, scanCode: UInt32(number))] = keys.freeTarget
        }
        #expect(keys.freeTarget == nil)
    }

    /// What udev itself finds for a device of the model, by its modalias.
    @EventLoopActor @Test(.needs("systemd-hwdb", package: "udev")) func udevFindsIt() async throws {
        let root = try ScratchDirectory("hwdb")
        try root.makeFolders(for: RemappedKeys.path)
        try root.write(Self.three.text, to: RemappedKeys.path)
        let database = ["systemd-hwdb", "--root=\(root.path)"]
        let update = try await ProgramRun(database + ["update"])
        #expect(update.status == .exited(0), "\(update.errors)")
        let pedal = "evdev:input:b0003v0C45p7403e0110-e0,1,4,11,14,k71,72,ramlsfw"
        let found = try await ProgramRun(database + ["query", pedal])
        #expect(
            found.output == "KEYBOARD_KEY_70005=f13\nKEYBOARD_KEY_70006=f14\n", "\(found.errors)")
        let other = try await ProgramRun(
            database + ["query", "evdev:input:b0003v0C45p7404e0110-e0,1,4,11,14"])
        #expect(other.output.isEmpty)
    }
}
