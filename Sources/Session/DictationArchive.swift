import Dictation
import History
import LinuxRuntime
import Problems

/// The records that are kept of dictations: the history in memory and on disk, and for a crash the
/// sound of the current one and the text that is being typed.
@EventLoopActor
final class DictationArchive {
    private(set) var history: DictationHistory
    /// The history on disk; nil if it is only in memory.
    private var historyFile: HistoryFile?
    /// Keeps the sound of the current dictation; nil if it isn't kept.
    var sounds: CrashAudio?
    /// Keeps the text that is being typed; nil if it isn't kept.
    var typings: TypingKeep?

    init(limit: Int) {
        history = DictationHistory(limit: limit)
    }

    /// The most dictations that are kept in memory.
    var limit: Int {
        get { history.limit }
        set { history.limit = newValue }
    }

    /// Keeps the history in a file as well, or no longer. The file may hold an earlier run's.
    ///
    /// - Throws: why the file can't be read; it isn't used then.
    func keep(in file: HistoryFile?) throws(Problem) {
        // The contents of the previous file are in memory, too.
        let isNew = historyFile == nil
        historyFile = nil
        guard let file else { return }
        let hasEntries = !history.entries.isEmpty
        if isNew { history.prepend(try file.read()) }
        file.repair(with: history.entries, always: hasEntries)
        historyFile = file
    }

    func keep(_ record: DictationRecord) {
        guard let place = history.keep(record) else { return }
        let isOnDisk = historyFile?.keep(place, of: history.entries) ?? false
        // From here on a crash loses nothing.
        guard isOnDisk, let text = record.text else { return }
        // A command has no text: what was said before can still be recognised again.
        if text.isEmpty { sounds?.end() } else { sounds?.finish(record) }
    }

    /// Keeps nothing of the current dictation.
    ///
    /// - Parameter number: its record's; nil if it has none.
    func forget(_ number: Int?) {
        sounds?.end()
        typings?.end()
        guard let number else { return }
        sounds?.forget(number)
        guard history.remove(number) else { return }
        historyFile?.repair(with: history.entries, always: true)
    }

    /// Forgets all dictations.
    ///
    /// - Throws: why the file can't be cleared.
    func clear() throws(Problem) {
        typings?.end()
        history.clear()
        try historyFile?.clear()
    }

    // MARK: The text that is being typed

    /// The text that was being typed when the program ended; nil if there was none.
    var leftover: DictationEvent? {
        guard let left = typings?.leftover else { return nil }
        // With a history on disk it is there already, from before it was typed.
        let known = history.entries.last {
            $0.time == left.time && $0.record.transcript == left.transcript
                && $0.record.text == left.text
        }
        return .cutShort(
            number: known?.record.number, left.transcript, text: left.text, rest: left.rest)
    }

    /// A text is going to be typed: from here on a crash costs nothing of it.
    ///
    /// - Parameter record: the dictation that it is of.
    func beginTyping(_ insertion: Insertion, of record: DictationRecord?) {
        guard let typings, let record, !insertion.text.isEmpty,
            var entry = history.entries.last(where: { $0.record.number == record.number })
        else { return }
        entry.record = DictationRecord(
            number: record.number, transcript: record.transcript, text: record.text,
            rest: insertion.text)
        if typings.begin(entry) { sounds?.finish(record) }
    }

    /// Notes how many characters of that text were typed; on any thread.
    var noteTyped: @Sendable (Int) -> Void {
        guard let typings else { return { _ in } }
        return typings.note
    }

    /// A text was typed to its end, or not: then the history has what is left of it.
    ///
    /// - Parameter isLeft: it stays for the next start, for the program ends.
    func endTyping(isLeft: Bool) {
        if isLeft { typings?.leave() } else { typings?.end() }
    }
}
