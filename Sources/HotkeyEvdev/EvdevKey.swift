import CEvdev
public import Dictation

/// A key of a keyboard by its name in linux/input-event-codes.h.
public struct EvdevKey: Hashable, Sendable, CustomStringConvertible {
    /// The kernel's name: `KEY_RIGHTCTRL`.
    public let name: String
    /// The kernel's number, 1 to 766.
    public let code: UInt16

    /// Finds a key by the kernel's name or a lenient form of it: upper or lower case, without
    /// `KEY_`, words run together or apart (`KEY_RIGHTCTRL`, `RightCtrl`, `right ctrl`, `f9`,
    /// `Scroll Lock`), or what is printed on it (`AltGr`, `Super`, `Print Screen`).
    ///
    /// - Throws: a problem that names keys of similar names.
    public init(name: String) throws(Problem) {
        let plain = Self.plain(name)
        guard let key = Self.all[plain] ?? Self.printed[plain] else {
            let similar = NameSuggestions(for: plain, among: Self.all.keys).best
                .map { Self.all[$0]!.name }
            throw Problem(
                "no key is named “\(name)”",
                why: "linux/input-event-codes.h has no such key",
                remedy: similar.isEmpty
                    ? "Names look like KEY_RIGHTCTRL, KEY_PAUSE or KEY_F9."
                    : "Did you mean \(Self.choice(of: similar))?")
        }
        self = key
    }

    private init(name: String, code: UInt16) {
        self.name = name
        self.code = code
    }

    public var description: String { name }

    /// A name without `KEY_`, case and separators. Mouse buttons (`BTN_…`) are no keys.
    private static func plain(_ name: String) -> String {
        let name = name.uppercased()
        let bare = name.hasPrefix("KEY_") ? name.dropFirst(4) : name[...]
        return bare.filter { $0 != "_" && $0 != "-" && $0 != "+" && !$0.isWhitespace }
    }

    /// Every key by its plain name.
    private static let all: [String: EvdevKey] = {
        var keys: [String: EvdevKey] = [:]
        for code in 1..<UInt16(KEY_MAX) {
            guard let text = libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code))
            else { continue }
            let name = String(cString: text)
            guard name.hasPrefix("KEY_") else { continue }
            // No two names differ in separators only.
            keys[plain(name)] = EvdevKey(name: name, code: code)
        }
        return keys
    }()

    /// What keyboards and X11 call keys that the kernel names otherwise.
    private static let printed: [String: EvdevKey] = {
        let names = [
            "ALTGR": "RIGHTALT", "ALTR": "RIGHTALT", "ALTL": "LEFTALT",
            "CONTROLR": "RIGHTCTRL", "CONTROLL": "LEFTCTRL",
            "RIGHTCONTROL": "RIGHTCTRL", "LEFTCONTROL": "LEFTCTRL",
            "SHIFTR": "RIGHTSHIFT", "SHIFTL": "LEFTSHIFT",
            "SUPER": "LEFTMETA", "SUPERL": "LEFTMETA", "SUPERR": "RIGHTMETA",
            "LEFTSUPER": "LEFTMETA", "RIGHTSUPER": "RIGHTMETA", "WINDOWS": "LEFTMETA",
            "PRINTSCREEN": "SYSRQ", "PRTSC": "SYSRQ", "SCREENLOCK": "COFFEE",
            "ESCAPE": "ESC", "RETURN": "ENTER", "DEL": "DELETE", "INS": "INSERT",
            "PGUP": "PAGEUP", "PGDN": "PAGEDOWN",
        ]
        return names.compactMapValues { all[$0] }
    }()

    /// `A`, `A or B`, `A, B or C`.
    private static func choice(of names: [String]) -> String {
        guard names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + names.last!
    }
}
