import DictationParts

/// Contents in several forms, each named by its MIME type, or by an X11 target in a session with
/// Xwayland.
struct ClipboardForms {
    private(set) var types: [String] = []
    private var values: [String: [UInt8]] = [:]

    subscript(type: String) -> [UInt8]? { values[type] }

    var isEmpty: Bool { types.isEmpty }

    mutating func add(_ type: String, _ bytes: [UInt8]) {
        if values.updateValue(bytes, forKey: type) == nil { types.append(type) }
    }

    /// The types by which a program asks for text.
    static let text: Set<String> = [
        "text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT", "STRING",
    ]

    /// A form that no program requests, so that there is nothing to paste.
    static let nothing: ClipboardForms = {
        var forms = ClipboardForms()
        forms.add("application/x-utter-nothing", [])
        return forms
    }()

    /// A dictated text, marked as a secret so that clipboard histories don't keep it.
    static func dictated(_ text: String) -> ClipboardForms {
        var forms = copied(text)
        // Klipper's mark, also respected by CopyQ, cliphist and others.
        forms.add("x-kde-passwordManagerHint", Array("secret".utf8))
        return forms
    }

    /// A text that the user copied.
    static func copied(_ text: String) -> ClipboardForms {
        var forms = ClipboardForms()
        for type in ["text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT"] {
            forms.add(type, Array(text.utf8))
        }
        // Some programs expect Latin-1, others UTF-8: offered only if both are the same.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { forms.add("STRING", Array(text.utf8)) }
        return forms
    }

    // MARK: The way to another process

    init(_ forms: [ClipboardContents.Form]) {
        for form in forms { add(form.name, form.bytes) }
    }

    init() {}

    var forms: [ClipboardContents.Form] {
        types.map { type in
            ClipboardContents.Form(name: type, type: type, format: 8, bytes: self[type] ?? [])
        }
    }
}
