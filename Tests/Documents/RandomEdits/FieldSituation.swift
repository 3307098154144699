import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The state of a field in which the user begins to dictate.
enum FieldSituation: String, CaseIterable, Sendable {
    /// Nothing has ever been in it.
    case fresh
    /// Its program has taken away what was dictated, as a chat does when it is sent.
    case emptied
    case afterEnter
    /// The cursor is before the last word.
    case inTheMiddle
    case afterUndo

    /// How often each is tried: `UTTER_FIELD_ROUNDS`.
    private static let rounds =
        getenv("UTTER_FIELD_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 2

    /// Dictates in this situation several times, and records the texts that came instead of the
    /// expected.
    @EventLoopActor
    func expectWords(
        in name: String, _ open: (_ isUntouched: Bool) async throws -> DesktopDocument
    ) async throws {
        var document = try await open(self == .fresh)
        var wrong: [String] = []
        for round in 1...Self.rounds {
            if self == .fresh, round > 1 {
                try await document.close()
                document = try await open(true)
            }
            if let text = try await misfit(in: document) { wrong.append(text.debugDescription) }
        }
        try await document.close()
        print("\(name), \(self): \(Self.rounds - wrong.count) of \(Self.rounds) exact")
        #expect(wrong == [], "\(name), \(self)")
    }

    /// - Returns: the text that is there instead of the expected.
    @EventLoopActor
    private func misfit(in document: DesktopDocument) async throws -> String? {
        switch self {
        case .fresh:
            try await document.dictate("they eat", over: "")
            return try await document.text(unless: "They eat")
        case .emptied:
            try await document.say("one two")
            try await document.clear()
            try await document.dictate("they eat", over: "")
            return try await document.text(unless: "They eat")
        case .afterEnter:
            let before = try await document.say("done.")
            try await document.press("Return", 1)
            try #require(try await document.shows(before + "\n"))
            try await document.dictate("they eat", over: "")
            let text = try await document.text(unless: before + "\nThey eat")
            try await document.clear()
            return text
        case .inTheMiddle:
            var before = document.text
            if !before.isEmpty {
                before += "\n"
                for key in ["End", "Return"] { try await document.press(key, 1) }
                try #require(try await document.shows(before))
            }
            try await document.type("the end.")
            try #require(try await document.shows(before + "the end."))
            try await document.press("Left", "end.".count)
            try await document.dictate("very", behind: before + "the ")
            return try await document.text(unless: before + "the very end.", orWithSpace: false)
        case .afterUndo:
            let before = try await document.say("one two")
            try await document.say("three four")
            try await document.dictate("undo", over: "")
            if try await !document.shows(before) { return document.text }
            try await document.dictate("they eat", over: "")
            let rest = before.hasSuffix(" ") ? "they eat" : " they eat"
            return try await document.text(unless: before + rest)
        }
    }
}

extension DesktopDocument {
    /// - Returns: the text once it has what was typed.
    @discardableResult
    fileprivate func say(_ words: String) async throws -> String {
        let before = text
        try await dictate(words, over: "")
        let expected = before + typed
        try #require(try await shows(expected), "“\(text)” instead of “\(expected)”: \(notice)")
        return expected
    }

    /// - Parameter orWithSpace: whether a space may follow, for the next word.
    fileprivate func text(
        unless expected: String, orWithSpace: Bool = true
    ) async throws -> String? {
        let deadline = Deadline(.seconds(10))
        // The space may arrive later than the words.
        let end = orWithSpace ? typed : ""
        while !text.hasSuffix(end) || text != expected && !(orWithSpace && text == expected + " ") {
            if deadline.remaining <= .zero { return text }
            try await EventLoop.shared.sleep(for: .milliseconds(2))
        }
        return nil
    }
}
