import Dictation
import DictationParts
import LinuxRuntime

extension AccessibilityBus {
    /// The most characters that are read on each side of the cursor, and of the selection.
    static let mostCharacters = ContextLimit.longest
    /// Each takes three questions.
    private static let mostParagraphs = 20
    /// How long a text is read again that changes meanwhile, as keys arrive in it.
    private static let changing = Duration.seconds(2)

    /// The object's report about itself; nil if it no longer has the focus. The text of a password
    /// field or a terminal is never read.
    func read(
        _ place: Place, _ texts: ATSPIDocument.Texts
    ) async throws -> AccessibleField? {
        guard try await isFocused(place) else { return nil }
        let states = try await states(of: place.text)
        guard states.contains(.focused), try await isEditable(place.text, states) else {
            return nil
        }
        var field = AccessibleField()
        field.traits.isMultiline = try await isMultiline(place.text, states)
        field.traits.kind = try await kind(of: place.text)
        switch field.traits.kind {
        case .password, .terminal: break
        default:
            if await isRead(place.text, texts), try await !isPartOfSelection(place.text, states) {
                field.text = try await text(of: place.text)
                if let text = field.text {
                    let earlier = try await textBefore(place.text, atMost: text.room)
                    field.text = text.following(earlier)
                }
            }
        }
        return field
    }

    private func isRead(_ object: AccessibleObject, _ texts: ATSPIDocument.Texts) async -> Bool {
        switch texts {
        case .all: true
        // GTK 3, and LibreOffice with its back-end for that; GTK 4.
        case .untoldToInputMethods: await toolkit(of: object)?.lowercased() == "gtk"
        }
    }

    /// Whether more is selected than in this text. LibreOffice Writer reports each paragraph as a
    /// separate text, with its part of the selection, and none of the line breaks between.
    private func isPartOfSelection(
        _ object: AccessibleObject, _ states: AccessibleStates
    ) async throws -> Bool {
        guard states.contains(.selected) else { return false }
        for neighbor in try await neighbors(of: object)
        where try await self.states(of: neighbor).contains(.selected) {
            return true
        }
        return false
    }

    /// The texts before one that is a part of a longer one, each with the line break after it.
    private func textBefore(
        _ object: AccessibleObject, atMost limit: Int
    ) async throws -> String {
        var (text, first) = ("", object)
        for _ in 0..<Self.mostParagraphs where text.count < limit {
            let earlier = try await neighbors(of: first, by: [.flowsFrom])
            guard let next = earlier.first, next != first,
                try await role(of: next) == role(of: object)
            else { break }
            let count = try await number(next, Self.text, "CharacterCount")
            guard 0...Int(Int32.max) ~= count else { break }
            let last = max(0, count - Self.mostCharacters)..<count
            let paragraph = AccessibleField.Text(
                before: try await part(last, of: next), selected: "", after: "")
            guard paragraph.isWhole else { break }
            text = paragraph.before + "\n" + text
            first = next
        }
        return String(text.suffix(max(0, limit)))
    }

    /// Whether a text has several lines; nil if its program doesn't say. GTK 4 and Qt's widgets report
    /// only that it has. Qt Quick's items report neither, and can't be edited through the bus, by
    /// which they are told from widgets (seen with 5.15 and 6.4).
    private func isMultiline(
        _ object: AccessibleObject, _ states: AccessibleStates
    ) async throws -> Bool? {
        if states.contains(.multiLine) { return true }
        if states.contains(.singleLine) { return false }
        switch await toolkit(of: object) {
        case "GTK": return false
        case "Qt": return try await interfaces(of: object).contains(Self.editableText) ? false : nil
        default: return nil
        }
    }

    private func kind(of object: AccessibleObject) async throws -> FieldKind {
        switch try await role(of: object) {
        case .passwordText: .password
        case .terminal: .terminal
        case .spinButton: .number
        // Chromium's and Firefox's: an input of HTML.
        case .entry: FieldKind(inputType: try await attribute("text-input-type", of: object))
        case nil: .unknown
        }
    }

    /// Where the cursor is on the screen; nil if the program doesn't say, as GTK 4.8.
    func caret(in object: AccessibleObject) async throws -> ScreenArea? {
        let offset = try await number(object, Self.text, "CaretOffset")
        guard 0...Int(Int32.max) ~= offset else { return nil }
        // At the end of the text there is no character.
        for offset in [offset, offset - 1] where offset >= 0 {
            let numbers = try await ask(
                object, Self.text, "GetCharacterExtents", [.int32(Int32(offset)), .uint32(0)]
            ).compactMap(\.integer)
            guard numbers.count == 4, 1...4096 ~= numbers[3], 0...4096 ~= numbers[2],
                numbers[..<2].allSatisfy({ -32_768...32_767 ~= $0 })
            else { continue }
            return ScreenArea(
                x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
        return nil
    }

    private func text(of object: AccessibleObject) async throws -> AccessibleField.Text? {
        let deadline = Deadline(Self.changing)
        repeat {
            let cursor = try await number(object, Self.text, "CaretOffset")
            let count = try await number(object, Self.text, "CharacterCount")
            // The interface has 32 bits; a program may answer with more.
            guard cursor >= 0, cursor <= count, count <= Int32.max else { return nil }
            guard let selection = try await selection(in: object, at: cursor, of: count) else {
                return nil
            }
            let (start, end) = (selection.lowerBound, selection.upperBound)
            guard start >= 0, end <= count, selection.count <= Self.mostCharacters else {
                return nil
            }
            let text = AccessibleField.Text(
                before: try await part(max(0, start - Self.mostCharacters)..<start, of: object),
                selected: try await part(selection, of: object),
                after: try await part(end..<min(count, end + Self.mostCharacters), of: object))
            let isSame = try await number(object, Self.text, "CharacterCount") == count
            if try await number(object, Self.text, "CaretOffset") == cursor, isSame {
                return text.isWhole ? text : nil
            }
        } while deadline.remaining > .zero && !Task.isCancelled
        return nil
    }

    /// The selection; empty, at the cursor, if nothing is selected; nil if it is unknown.
    private func selection(
        in object: AccessibleObject, at cursor: Int, of length: Int
    ) async throws -> Range<Int>? {
        let count = try await ask(object, Self.text, "GetNSelections").first?.integer ?? 0
        guard count > 0 else { return cursor..<cursor }
        guard try await countsSelectionRight(in: object, length) else { return nil }
        let ends = try await ask(object, Self.text, "GetSelection", [.int32(0)]).map(\.integer)
        guard ends.count == 2, let start = ends[0], let end = ends[1] else {
            return cursor..<cursor
        }
        return min(start, end)..<max(start, end)
    }

    func part(_ range: Range<Int>, of object: AccessibleObject) async throws -> String {
        if range.isEmpty { return "" }
        let ends = [range.lowerBound, range.upperBound].map { BusValue.int32(Int32($0)) }
        return try await ask(object, Self.text, "GetText", ends).first?.string ?? ""
    }
}
