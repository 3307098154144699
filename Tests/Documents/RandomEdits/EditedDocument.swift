import LinuxRuntime
import TestSupport
import Testing

/// A document that a user edits by hand and by voice.
@EventLoopActor
protocol EditedDocument: AnyObject {
    var text: String { get }
    /// What the user was told last.
    var notice: String { get }

    func type(_ text: String) async throws
    /// - Parameter key: its name for xdotool, as “Left” or “shift+Left”.
    func press(_ key: String, _ count: Int) async throws
    /// Clicks at a place of its text, in pixels from its start.
    func click(_ x: Int, _ y: Int) async throws
    /// Empties it.
    func clear() async throws
    /// Speaks once the window has reported its text, and returns when the dictation has ended.
    ///
    /// - Parameter selected: what the user has selected.
    func dictate(_ words: String, over selected: String) async throws
}

/// What a user can do in a document, and what it reports of that.
struct EditingAbilities {
    /// Whether it has one line.
    var isOneLine = false
    /// Whether it reports what is selected.
    var reportsSelection = true
    /// Whether that may have several lines.
    var reportsSelectionOfLines = true
    /// Whether that may be in a text with emoji.
    var reportsSelectionWithEmoji = true
    var isClicked = true
    /// Whether its program takes its text away, as a chat does.
    var isEmptied = false
}

extension EditedDocument {
    /// Returns when the window has done what was pressed: once a letter has come and gone. It shows
    /// where the cursor is.
    func mark(_ model: inout DocumentModel) async throws {
        // A letter that no edit has.
        try await press("q", 1)
        try await waitUntil("the letter comes") { text.contains("q") }
        let parts = text.split(separator: "q", omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        model.place(before: "\(parts[0])", after: "\(parts[1])")
        try await press("BackSpace", 1)
        try await waitUntil("the letter goes") { !text.contains("q") }
    }

    /// Waits until this stands in the window.
    ///
    /// - Returns: whether it does after a while.
    func shows(_ expected: String) async throws -> Bool {
        let deadline = MonotonicClock.nanoseconds + 10_000_000_000
        while text != expected, MonotonicClock.nanoseconds < deadline {
            try await EventLoop.shared.sleep(for: .milliseconds(2))
        }
        return text == expected
    }

    /// Makes random edits, and records where the document is another one than the model's.
    func takeRandomEdits(
        _ count: Int, seed: UInt64, _ abilities: EditingAbilities, name: String
    ) async throws {
        // A longer text is removed, as one that is sent: a window of this size shows less.
        let longestText = 300
        var (random, model) = (SplitMix(seed: seed), DocumentModel())
        // What was done since the text was empty.
        var done: [String] = []
        for number in 1...count {
            let edit = RandomEdit.random(in: model, abilities, &random)
            let before = model
            done.append("\(edit)")
            var (isRight, failure) = (false, "")
            do {
                try await edit.make(on: self, &model)
                isRight = try await shows(model.string)
            } catch {
                failure = ", \(error)"
            }
            if !isRight {
                Issue.record(
                    """
                    \(name), seed \(seed), edit \(number), \(done.suffix(5)): \
                    “\(before.marked)” became “\(text)” instead of \
                    “\(model.marked)” (\(notice)\(failure))
                    """)
            }
            // What follows an error is judged by itself.
            if !isRight || model.string.count > longestText {
                try await clear()
                (model, done) = (DocumentModel(), [])
            }
        }
    }
}
