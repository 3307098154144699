public import Dictation
import DictationParts
import LinuxRuntime
package import MonotonicTime
package import TextEditing

/// The focused text, as the first sink knows it that knows any, or else the reader.
extension SinkChain {
    private func known<Value>(_ property: (any Document) -> Value?) -> Value? {
        for sink in sinks { if let value = sink.document.flatMap(property) { return value } }
        return reader.flatMap(property)
    }

    /// Whether a sink knows the text.
    private var isKnownToSink: Bool {
        sinks.contains { $0.document?.contextBeforeInput != nil }
    }

    /// The text before the cursor.
    public var contextBeforeInput: String? { known { $0.contextBeforeInput } }

    /// The text after the cursor.
    public var contextAfterInput: String? { known { $0.contextAfterInput } }

    /// The selected text.
    public var selectedText: String? { known { $0.selectedText } }

    /// The kind of the focused field. Screen readers are told whether it has several lines, input
    /// methods not; of a field that hides its text, only some programs tell both.
    public var traits: FieldTraits? {
        guard var traits = known({ $0.traits }) else { return nil }
        guard let reported = reader?.traits else { return traits }
        if reported.isSecure { traits.kind = reported.kind }
        if traits.committedLineBreak == .unknown {
            traits.isMultiline = reported.isMultiline
            // GTK 4 reports nothing of a field of one line; a terminal would run a line.
            let isLine = reported.isMultiline == true && reported.kind != .terminal
            traits.committedLineBreak = isLine ? .line : .unsuitable
        }
        return traits
    }

    /// Where the cursor was when the dictation began.
    public var caret: ScreenArea? { known { $0.caret } }

    /// Whether the focused field is known to hide what is typed.
    package var isSecure: Bool { traits?.isSecure ?? false }

    /// Returns when the field that has the focus at the beginning of a dictation is known, or
    /// remains unknown.
    package func findField() async {
        for sink in sinks { await sink.findField() }
        await reader?.findField()
    }

    /// Reads the focused text anew where its changes aren't followed. The reader isn't asked where a sink
    /// knows the text: a busy window would hold up what the sink waits for.
    ///
    /// - Parameter limit: how long a program may take; nil for `readingTimeout`.
    package func readDocument(within limit: Duration? = nil) async {
        for sink in sinks { await sink.readDocument() }
        if isKnownToSink { return }
        await reader?.read(within: limit ?? readingTimeout)
    }

    /// Reads the focused field anew, its kind and its text, before something is typed into it.
    /// Returns the text around the cursor, for a text that is to fit there. GTK and LibreOffice
    /// Writer tell screen readers more than an input method: the selection, the spaces before the
    /// cursor, and the present text. An input method is told before Return is taken, and not of a
    /// text that the program has taken away.
    package func readField() async -> Surroundings {
        // The sinks last: what an input method begins here goes on for a moment, for the text.
        await reader?.read(within: readingTimeout)
        for sink in sinks { await sink.readDocument() }
        if let reader, let before = reader.contextBeforeInput {
            return Surroundings(
                before: before, selected: reader.selectedText ?? "",
                after: reader.contextAfterInput)
        }
        return Surroundings(
            before: contextBeforeInput, selected: selectedText ?? "", after: contextAfterInput,
            isEmptied: known { $0.isEmptied ? true : nil } ?? false)
    }

    /// Reads what is about to be deleted or selected. Waits longer: where the text is unknown,
    /// keys are counted, and a window may take more of them for a character.
    func readDocumentToEdit() async {
        await readDocument(within: max(readingTimeout, .seconds(2)))
    }

    /// Opens the field again, where a sink knows its text: a window that doesn't report all changes
    /// reports its text then. Returns whether it did.
    func reopenField() async -> Bool {
        for sink in sinks where sink.document?.contextBeforeInput != nil {
            return await sink.reopenField()
        }
        return false
    }

    /// The text before the cursor as soon as it is as expected, or what it is after a while; nil if
    /// it is unknown then. A window that is busy with keys doesn't answer for a moment.
    package func contextBeforeInput(
        within limit: Duration = provingTimeout, until isExpected: (String) -> Bool
    ) async -> String? {
        await reading({ contextBeforeInput }, within: limit, until: isExpected)
    }

    /// The selected text, likewise.
    func selectedText(until isExpected: (String) -> Bool) async -> String? {
        await reading({ selectedText }, within: Self.provingTimeout, until: isExpected)
    }

    private func reading(
        _ text: () -> String?, within limit: Duration, until isExpected: (String) -> Bool
    ) async -> String? {
        let deadline = Deadline(limit)
        var isLast = false
        while true {
            await readDocument(within: max(deadline.remaining, readingTimeout))
            let text = text()
            if let text, isExpected(text) { return text }
            if isLast || Task.isCancelled { return text }
            // Once more after the limit: this process may have stood still, and what has come
            // meanwhile is read in the pause.
            isLast = deadline.remaining == .zero
            try? await EventLoop.shared.sleep(for: Self.provingPause)
        }
    }

    /// How long a program may take to show a text that it has got.
    static let provingTimeout = Duration.milliseconds(500)
    private static let provingPause = Duration.milliseconds(5)
}

// Proof that a text has arrived.
extension SinkChain {
    /// The proof that an insertion has arrived in the field as it was read last; nil if the text
    /// before the cursor is unknown, or will be: after a key, or a text that replaces a selection in
    /// several steps.
    package func proof(
        of insertion: Insertion, lineBreaks: TypableText.LineBreaks, tabs: TypableText.Tabs
    ) -> CommitProof? {
        guard let before = contextBeforeInput else { return nil }
        var (deleted, text) = (0, "")
        for step in insertion.steps {
            switch step {
            case .delete(let count) where text.isEmpty && selectedText?.isEmpty != false:
                deleted += count
            case .type(let typed):
                text += TypableText(cleaning: typed, lineBreaks: lineBreaks, tabs: tabs).hardened
            case .delete, .move, .select, .press, .confirm: return nil
            }
        }
        return CommitProof(after: before, deleting: deleted, inserting: text)
    }

    /// Whether it has arrived; nil if that can't be known. Waits for it.
    ///
    /// - Parameter start: when the insertion began.
    package func arrival(
        of proof: CommitProof, since start: Instant
    ) async -> InsertionOutcome.Arrival? {
        // A sink that knows its text has waited for it already.
        if contextBeforeInput.map(proof.verdict) == .arrived { return .once }
        var verdict = await contextBeforeInput { proof.verdict(on: $0) == .arrived }
            .map(proof.verdict)
        // The user may have taken it back.
        if verdict == .unchanged, !isCurrent || isChanged(since: start) { return nil }
        // GTK reports the text from before the key Return, until its field is opened again.
        if verdict == .unchanged, await reopenField() {
            verdict = contextBeforeInput.map(proof.verdict)
        }
        return switch verdict {
        case .arrived: .once
        case .doubled: .twice
        case .unchanged: .missing
        case .different, nil: nil
        }
    }

    private var isCurrent: Bool {
        known { $0.contextBeforeInput == nil ? nil : $0.isCurrent } ?? false
    }

    private func isChanged(since start: Instant) -> Bool {
        known { $0.lastChange }.map { $0 > start } ?? false
    }
}
