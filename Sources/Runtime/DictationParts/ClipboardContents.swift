internal import FoundationEssentials
import JSONLines

/// The user's clipboard, in all its forms, while it goes from the program that serves it to one
/// that outlives it.
public struct ClipboardContents: Equatable, Sendable {
    public enum Selection: String, CaseIterable, Codable, Sendable {
        case clipboard, primary
    }

    public struct Form: Equatable, Sendable {
        /// The MIME type, or the X11 target.
        public let name: String
        /// X11's type of the bytes; elsewhere the same as `name`.
        public let type: String
        /// X11's bits per item; elsewhere 8.
        public let format: Int32
        public let bytes: [UInt8]

        public init(name: String, type: String, format: Int32, bytes: [UInt8]) {
            (self.name, self.type, self.format, self.bytes) = (name, type, format, bytes)
        }
    }

    public var selections: [Selection: [Form]]
    /// For how many more seconds there must be nothing to paste: a window that hangs may still have
    /// to handle a chord.
    public var secondsHeldBack: Int

    public init(_ selections: [Selection: [Form]], secondsHeldBack: Int = 0) {
        (self.selections, self.secondsHeldBack) = (selections, secondsHeldBack)
    }
}

// A line of JSON that lists the forms, then their bytes one after the other.
extension ClipboardContents {
    private struct Header: Codable {
        struct Form: Codable {
            let selection: Selection
            let name: String
            let type: String
            let format: Int32
            let size: Int
        }

        let forms: [Form]
        let secondsHeldBack: Int
    }

    public var encoded: [UInt8] {
        let ordered = Selection.allCases.flatMap { selection in
            (selections[selection] ?? []).map { (selection, $0) }
        }
        let forms = ordered.map { selection, form in
            Header.Form(
                selection: selection, name: form.name, type: form.type, format: form.format,
                size: form.bytes.count)
        }
        let header = JSONLine.encode(Header(forms: forms, secondsHeldBack: secondsHeldBack))
        return header + ordered.flatMap(\.1.bytes)
    }

    /// Nil if these are not such bytes.
    public init?(encoded bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
            let header = try? JSONDecoder().decode(Header.self, from: Data(bytes[..<end]))
        else { return nil }
        self.init([:], secondsHeldBack: header.secondsHeldBack)
        var rest = bytes[(end + 1)...]
        for form in header.forms {
            guard 0...rest.count ~= form.size else { return nil }
            selections[form.selection, default: []].append(
                Form(
                    name: form.name, type: form.type, format: form.format,
                    bytes: Array(rest.prefix(form.size))))
            rest = rest.dropFirst(form.size)
        }
    }
}
