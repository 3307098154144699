public import Dictation
import Glibc

/// The latest dictations, in memory only, the newest last.
public struct DictationHistory: Sendable {
    public struct Entry: Sendable {
        public var record: DictationRecord
        /// Unix time in seconds at which the words were known.
        public let time: Int
    }

    public private(set) var entries: [Entry] = []
    /// How many dictations are kept; 0 keeps none.
    public var limit: Int {
        didSet { entries.removeFirst(max(0, entries.count - limit)) }
    }

    public init(limit: Int) {
        self.limit = limit
    }

    /// Adds a record, or replaces the one of its number.
    public mutating func keep(_ record: DictationRecord) {
        if let index = entries.lastIndex(where: { $0.record.number == record.number }) {
            entries[index].record = record
            return
        }
        entries.append(Entry(record: record, time: time(nil)))
        entries.removeFirst(max(0, entries.count - limit))
    }
}
