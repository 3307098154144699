public import Problems

/// The names of keys and buttons: the kernel's, xkb's, and what is printed on keyboards.
public struct KeyNames: Sendable {
    /// Codes by the kernel's names, `KEY_…` or `BTN_…`.
    private var kernel: [String: UInt16] = [:]
    private var kernelNames: [UInt16: String] = [:]
    private let others: [String: UInt16]

    /// - Parameter kernel: the names in linux/input-event-codes.h (`KEY_…` and `BTN_…`) with
    ///   their codes.
    public init(kernel table: [(name: String, code: UInt16)]) {
        for (name, code) in table {
            kernel[name] = code
            if kernelNames[code] == nil { kernelNames[code] = name }
        }
        var others: [String: UInt16] = [:]
        // Later entries win: a name without a prefix is a key symbol first and a kernel name second
        // (Print is the key PrtSc, whose kernel name is KEY_SYSRQ).
        for (name, code) in table where name.hasPrefix("KEY_") {
            others[Self.plain(String(name.dropFirst(4)))] = code
        }
        for (name, key) in Self.informal { others[name] = kernel[key] }
        for (name, key) in KeysymNames.all {
            others[Self.plain(name)] = kernel["KEY_\(key)"]
        }
        self.others = others
    }

    /// The code of a key or button, by
    ///
    /// - the kernel's name: `KEY_RIGHTCTRL`, `BTN_SIDE`
    /// - an xkb key symbol's name: `Control_R`, `XF86AudioPlay`
    /// - a lenient form of them: upper or lower case, without `KEY_`, words run together or
    ///   apart (`RightCtrl`, `right ctrl`, `f9`, `Scroll Lock`)
    /// - what is printed on the key: `AltGr`, `Super`, `Print Screen`; `MouseBack`.
    ///
    /// - Throws: a problem that names keys of similar names.
    public func code(of name: String) throws(Problem) -> UInt16 {
        let plain = Self.plain(name)
        if let code = kernel[name.uppercased()] ?? others[plain] { return code }
        for prefix in ["KEY", "XF86"] where plain.hasPrefix(prefix) {
            if let code = others[String(plain.dropFirst(prefix.count))] { return code }
        }
        if let code = kernel.first(where: { Self.plain($0.key) == plain })?.value { return code }
        throw Problem(
            "no key is named “\(name)”",
            why: "neither linux/input-event-codes.h nor xkb has such a key",
            remedy: suggestion(for: plain))
    }

    /// The kernel's name: `KEY_RIGHTCTRL`.
    public func kernelName(of code: UInt16) -> String {
        kernelNames[code] ?? "key \(code)"
    }

    /// The name for users: `RightCtrl`, `F9`, `Pause`; for most keys the kernel's name.
    public func shortName(of code: UInt16) -> String {
        if let (modifier, side) = HotkeyModifier.ofKey(code) { return modifier.name(side) }
        let name = kernelName(of: code)
        if let printed = Self.printed[name] { return printed }
        guard name.hasPrefix("KEY_") else { return name }
        let bare = name.dropFirst(4)
        let isFunctionKey =
            bare.first == "F" && bare.count <= 3
            && bare.dropFirst().allSatisfy { $0.isASCII && $0.isNumber } && bare.count > 1
        return isFunctionKey || bare.count == 1 ? String(bare) : name
    }

    /// A name in capitals, without separators.
    static func plain(_ name: String) -> String {
        name.uppercased().filter { $0 != "_" && $0 != "-" && !$0.isWhitespace }
    }

    private func suggestion(for plain: String) -> String {
        let bare = plain.hasPrefix("KEY") ? String(plain.dropFirst(3)) : plain
        let names = kernel.keys.map { name in
            (name, Self.plain(name.hasPrefix("KEY_") ? String(name.dropFirst(4)) : name))
        }
        let similar = NameSuggestions(for: bare, among: names).best
        guard !similar.isEmpty else {
            return "Names look like KEY_RIGHTCTRL, KEY_PAUSE or KEY_F9; utter devices --keys"
                + " shows the names of the keys that you press."
        }
        return "Did you mean \(Self.choice(of: similar))?"
    }

    /// `A`, `A or B`, `A, B or C`.
    private static func choice(of names: [String]) -> String {
        guard names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + names.last!
    }
}

extension KeyNames {
    /// The names on keys that people choose: they are in messages, which may be read aloud.
    fileprivate static let printed = [
        "KEY_ESC": "Escape", "KEY_PAUSE": "Pause", "KEY_SCROLLLOCK": "ScrollLock",
        "KEY_COMPOSE": "Menu", "KEY_SYSRQ": "Print", "KEY_INSERT": "Insert",
    ]

    /// The names that users and keyboards have for keys, in plain form, with the kernel's names.
    private static let informal = [
        "ALTGR": "KEY_RIGHTALT",
        "RIGHTCONTROL": "KEY_RIGHTCTRL", "LEFTCONTROL": "KEY_LEFTCTRL",
        "SUPER": "KEY_LEFTMETA", "WINDOWS": "KEY_LEFTMETA",
        "LEFTSUPER": "KEY_LEFTMETA", "RIGHTSUPER": "KEY_RIGHTMETA",
        "PRINTSCREEN": "KEY_SYSRQ", "PRTSC": "KEY_SYSRQ", "SCREENLOCK": "KEY_COFFEE",
        "DEL": "KEY_DELETE", "INS": "KEY_INSERT", "PGUP": "KEY_PAGEUP", "PGDN": "KEY_PAGEDOWN",
        "CONTEXTMENU": "KEY_COMPOSE",
        // X numbers the buttons 1 to 3, and those for the thumb 8 and 9; games call the latter 4
        // and 5.
        "MOUSELEFT": "BTN_LEFT", "MOUSERIGHT": "BTN_RIGHT", "MOUSEMIDDLE": "BTN_MIDDLE",
        "MOUSEBACK": "BTN_SIDE", "MOUSEFORWARD": "BTN_EXTRA",
        "MOUSE4": "BTN_SIDE", "MOUSE5": "BTN_EXTRA",
    ]
}

/// The names that an unknown name may have been meant for.
struct NameSuggestions {
    /// The nearest names, at most three, short ones first.
    let best: [String]

    /// - Parameter names: each with its plain form, with which `word` is compared.
    init(for word: String, among names: [(name: String, plain: String)]) {
        // One error in three letters, and at least one: with more, anything would be suggested.
        let limit = max(1, word.count / 3)
        let near = names.compactMap { name, plain -> (distance: Int, name: String)? in
            // Half a name is one error: CTRL stands for LEFTCTRL and RIGHTCTRL.
            let isPart = word.count >= 3 && (plain.hasPrefix(word) || plain.hasSuffix(word))
            let distance = isPart ? 1 : Spelling.distance(word, plain)
            return distance <= limit ? (distance, name) : nil
        }
        let least = near.map(\.distance).min()
        best = near.filter { $0.distance == least }.map(\.name)
            .sorted { ($0.count, $0) < ($1.count, $1) }
            .prefix(3).map { $0 }
    }
}
