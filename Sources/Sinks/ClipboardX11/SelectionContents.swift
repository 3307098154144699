import CX11
import X11Connection

/// A selection in one form, as received from its owner (ICCCM 2.6.2).
struct SelectionValue: Hashable {
    let type: Atom
    /// Bits per item: 8, 16 or 32.
    let format: Int32
    /// In Xlib's memory format: an item of 32 bits is a C long (XGetWindowProperty(3)).
    let bytes: [UInt8]

    /// Bytes per item in memory.
    var width: Int { format == 32 ? MemoryLayout<Int>.size : Int(format) / 8 }

    init(type: Atom, format: Int32, bytes: [UInt8]) {
        self.type = type
        self.format = format
        self.bytes = bytes
    }

    init(type: Atom, text: some Sequence<UInt8>) {
        self.init(type: type, format: 8, bytes: Array(text))
    }

    init(type: Atom, numbers: [UInt]) {
        self.init(type: type, format: 32, bytes: numbers.withUnsafeBytes { Array($0) })
    }
}

/// The contents of a selection, in several forms.
struct SelectionContents {
    private(set) var targets: [Atom] = []
    private var values: [Atom: SelectionValue] = [:]
    /// Whether only the window that was told to paste may get it.
    private(set) var isSecret = false

    subscript(target: Atom) -> SelectionValue? { values[target] }

    var isEmpty: Bool { targets.isEmpty }

    mutating func add(_ target: Atom, _ value: SelectionValue) {
        if values.updateValue(value, forKey: target) == nil { targets.append(target) }
    }

    /// The targets by which programs request text.
    static func textTargets(_ connection: XConnection) -> Set<Atom> {
        Set(
            [
                "UTF8_STRING", "STRING", "TEXT", "COMPOUND_TEXT", "text/plain",
                "text/plain;charset=utf-8",
            ].map { connection.atom($0) })
    }

    /// A dictated text, marked as a secret.
    static func dictated(_ text: String, _ connection: XConnection) -> SelectionContents {
        var contents = copied(text, connection)
        contents.isSecret = true
        // Tells clipboard histories the reason. Klipper's mark, also known to CopyQ, Clipman and
        // others, though not for the primary selection.
        contents.add(
            connection.atom("x-kde-passwordManagerHint"),
            SelectionValue(type: XA_STRING, text: "secret".utf8))
        return contents
    }

    /// A text that the user copied.
    static func copied(_ text: String, _ connection: XConnection) -> SelectionContents {
        var contents = SelectionContents()
        let utf8 = connection.atom("UTF8_STRING")
        contents.add(utf8, SelectionValue(type: utf8, text: text.utf8))
        for name in ["text/plain;charset=utf-8", "text/plain"] {
            let target = connection.atom(name)
            contents.add(target, SelectionValue(type: target, text: text.utf8))
        }
        contents.add(connection.atom("TEXT"), SelectionValue(type: utf8, text: text.utf8))
        // STRING is Latin-1 (ICCCM 2.6.2): offered only if nothing would be lost.
        if text.unicodeScalars.allSatisfy({ $0.value < 0x100 }) {
            let latin = text.unicodeScalars.map { UInt8($0.value) }
            contents.add(XA_STRING, SelectionValue(type: XA_STRING, text: latin))
        }
        return contents
    }
}
