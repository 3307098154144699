public import Dictation
import Glibc

/// The latest dictations, the newest last.
public struct DictationHistory: Sendable {
    public struct Entry: Hashable, Sendable {
        public var record: DictationRecord
        /// Unix time in seconds when the transcript was complete.
        public let time: Int

        public init(_ record: DictationRecord, time: Int) {
            self.record = record
            self.time = time
        }
    }

    /// The place of a record in the history.
    public struct Place: Hashable, Sendable {
        /// From 0, the oldest.
        public let index: Int
        /// Whether the record was added.
        public let isNew: Bool
    }

    public private(set) var entries: [Entry] = []
    /// How many of the oldest were dropped.
    private var dropped = 0
    /// How many dictations are kept; 0 for none.
    public var limit: Int {
        didSet { trim() }
    }

    public init(limit: Int) {
        self.limit = limit
    }

    /// Adds a record, or replaces the one with its number. Returns its place; nil if none are kept.
    @discardableResult
    public mutating func keep(_ record: DictationRecord) -> Place? {
        if let index = entries.lastIndex(where: { $0.record.number == record.number }) {
            entries[index].record = record
            return Place(index: index, isNew: false)
        }
        entries.append(Entry(record, time: time(nil)))
        trim()
        return entries.isEmpty ? nil : Place(index: entries.count - 1, isNew: true)
    }

    /// Removes the record with a number. Returns whether there was one.
    public mutating func remove(_ number: Int) -> Bool {
        let count = entries.count
        entries.removeAll { $0.record.number == number }
        return entries.count < count
    }

    /// Puts the records of an earlier run before all others. They get numbers below 1, which no
    /// dictation of this run has.
    public mutating func prepend(_ earlier: [Entry]) {
        let first = min(1, entries.first?.record.number ?? 1) - earlier.count
        entries =
            earlier.enumerated().map { index, entry in
                Entry(entry.record.numbered(first + index), time: entry.time)
            } + entries
        trim()
    }

    public mutating func clear() {
        (entries, dropped) = ([], 0)
    }

    private mutating func trim() {
        let surplus = max(0, entries.count - limit)
        entries.removeFirst(surplus)
        dropped += surplus
    }

    // MARK: The user's numbers

    /// The number by which the user knows an entry: it stays while others come.
    public func number(at index: Int) -> Int { dropped + index + 1 }

    /// The entry with such a number; nil if there is none.
    public func entry(_ number: Int) -> Entry? {
        let index = number - dropped - 1
        return entries.indices.contains(index) ? entries[index] : nil
    }
}

extension DictationRecord {
    fileprivate func numbered(_ number: Int) -> DictationRecord {
        DictationRecord(number: number, transcript: transcript, text: text, rest: rest)
    }
}
