public import KeyboardDevices

/// The keys of pedals and buttons that have another meaning, as a file of udev's hardware database
/// keeps them: hwdb(7), and systemd's hwdb.d/60-keyboard.hwdb for the form of its lines.
///
/// A key is one of a model of devices, by the numbers of `struct input_id` (linux/input.h): it keeps
/// its meaning in each port, and after the next start.
public struct RemappedKeys: Hashable, Sendable {
    /// Below udev's own rules for keyboards (60) and before an administrator's usual 90.
    public static let path = "/etc/udev/hwdb.d/70-utter-pedals.hwdb"

    /// The meanings that a pedal can get: keys that write nothing, and that few keyboards have.
    public static let targets = (13...24).map { "F\($0)" }

    /// A key before it is remapped.
    public struct Key: Hashable, Sendable {
        public let model: InputModel
        /// The device's own code for the key: the value of MSC_SCAN. 0x70005 is the b of USB
        /// keyboards.
        public let scanCode: UInt32

        public init(model: InputModel, scanCode: UInt32) {
            self.model = model
            self.scanCode = scanCode
        }
    }

    /// Names of keys, such as `F13`.
    private var meanings: [Key: String] = [:]

    public init() {}

    /// From the text of the file. Lines that this program doesn't write are not kept.
    public init(text: String) {
        var model: InputModel?
        for line in text.split(separator: "\n") {
            if let pattern = line.wholeMatch(of: #/evdev:input:b(.{4})v(.{4})p(.{4})\*/#) {
                let numbers = [pattern.1, pattern.2, pattern.3].compactMap { UInt16($0, radix: 16) }
                model =
                    numbers.count == 3
                    ? InputModel(bus: numbers[0], vendor: numbers[1], product: numbers[2]) : nil
            } else if let key = line.wholeMatch(of: #/ KEYBOARD_KEY_([0-9a-f]+)=(f[0-9]+)/#),
                let model, let scanCode = UInt32(key.1, radix: 16)
            {
                meanings[Key(model: model, scanCode: scanCode)] = key.2.uppercased()
            }
        }
    }

    public subscript(key: Key) -> String? {
        get { meanings[key] }
        set { meanings[key] = newValue }
    }

    /// The first meaning that no key has yet; nil if none is left.
    public var freeTarget: String? {
        Self.targets.first { !meanings.values.contains($0) }
    }

    /// The text of the file.
    public var text: String {
        let models = Dictionary(grouping: meanings, by: \.key.model)
            .map { (Self.pattern($0.key), $0.value) }.sorted { $0.0 < $1.0 }
        let records = models.map { pattern, keys in
            pattern + "\n"
                + keys.sorted { $0.key.scanCode < $1.key.scanCode }.map { key, meaning in
                    " KEYBOARD_KEY_\(String(key.scanCode, radix: 16))=\(meaning.lowercased())\n"
                }.joined()
        }
        return """
            # Written by “sudo utter pedal”: what keys of pedals and buttons mean, for all programs.
            # “sudo utter pedal --remove” removes it.

            """ + records.map { "\n" + $0 }.joined()
    }

    /// The beginning of the modalias of all devices of the model (input_print_modalias in the
    /// kernel's drivers/input/input.c).
    private static func pattern(_ model: InputModel) -> String {
        func hex(_ number: UInt16) -> String { InputModel.hex(number).uppercased() }
        return "evdev:input:b\(hex(model.bus))v\(hex(model.vendor))p\(hex(model.product))*"
    }
}
