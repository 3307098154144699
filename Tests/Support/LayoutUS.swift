/// The keys of the layout us, of linux/input-event-codes.h.
public enum LayoutUS {
    private static let leftShift: UInt16 = 42

    /// The key of a character without Shift.
    public static let codes: [Character: UInt16] = {
        let rows: [(UInt16, String)] = [
            (2, "1234567890-"), (16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm,./"),
            (57, " "), (28, "\n"),
        ]
        return Dictionary(
            uniqueKeysWithValues: rows.flatMap { first, keys in
                zip(keys, first...).map { ($0, $1) }
            })
    }()

    private static let shifted: [Character: Character] = ["?": "/", "(": "9", ")": "0"]

    /// The keys to press for a character; nil if it isn't known here.
    static func keys(for character: Character) -> [UInt16]? {
        let isShifted = character.isUppercase || shifted[character] != nil
        let plain = shifted[character] ?? Character(character.lowercased())
        return codes[plain].map { isShifted ? [leftShift, $0] : [$0] }
    }
}
