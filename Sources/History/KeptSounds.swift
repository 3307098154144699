public import Dictation

/// The sound of the last dictations whose words are known, for another recognition of them: the
/// oldest first. A sound that is no longer kept is removed.
public struct KeptSounds: Sendable {
    /// The sound of a dictation.
    public struct Entry: Sendable {
        public let sound: DictationSound
        /// The dictation, with the text that it has now.
        public fileprivate(set) var record: DictationRecord
        /// Its numbers: it has one more for each time that it was recognised again.
        fileprivate var numbers: Set<Int>
        /// The size of the sound in bytes.
        fileprivate let size: Int
    }

    public private(set) var entries: [Entry] = []
    /// The most sounds that are kept; 0 for none.
    public private(set) var limit: Int
    /// The most bytes of all but the last.
    private let mostBytes: Int

    init(limit: Int, mostBytes: Int) { (self.limit, self.mostBytes) = (limit, mostBytes) }

    /// The last dictation's.
    public var last: Entry? { entries.last }

    /// The sound of a dictation; nil if it isn't kept.
    public func sound(of number: Int) -> DictationSound? {
        entries.last { $0.numbers.contains(number) }?.sound
    }

    mutating func add(_ sound: DictationSound, of record: DictationRecord, size: Int) {
        entries.append(Entry(sound: sound, record: record, numbers: [record.number], size: size))
        trim()
    }

    /// Takes over what was kept under another limit.
    mutating func takeOver(_ former: KeptSounds) {
        entries = former.entries + entries
        trim()
    }

    /// A text was kept.
    ///
    /// - Parameter sound: the sound that was recognised again for it; nil if there is none.
    mutating func note(_ record: DictationRecord, of sound: DictationSound? = nil) {
        if let sound {
            guard let index = entries.firstIndex(where: { $0.sound == sound }) else { return }
            var entry = entries.remove(at: index)
            entry.record = record
            entry.numbers.insert(record.number)
            entries.append(entry)
        } else if let index = entries.lastIndex(where: { $0.numbers.contains(record.number) }) {
            entries[index].note(record)
        }
    }

    /// Other words were chosen for the last dictation, under the number of the command that asked.
    mutating func noteChoice(_ number: Int) {
        if !entries.isEmpty { entries[entries.count - 1].numbers.insert(number) }
    }

    /// Removes the sound of a dictation.
    mutating func forget(_ number: Int) {
        remove { $0.numbers.contains(number) }
    }

    /// Removes all, and keeps none from now on.
    mutating func stop() {
        limit = 0
        trim()
    }

    mutating func clear() {
        remove { _ in true }
    }

    private mutating func trim() {
        var (count, size) = (0, 0)
        var surplus: Set<DictationSound> = []
        for entry in entries.reversed() {
            (count, size) = (count + 1, size + entry.size)
            if count > limit || count > 1 && size > mostBytes { surplus.insert(entry.sound) }
        }
        remove { surplus.contains($0.sound) }
    }

    private mutating func remove(where isSurplus: (Entry) -> Bool) {
        for entry in entries where isSurplus(entry) { entry.sound.remove() }
        entries.removeAll(where: isSurplus)
    }
}

extension KeptSounds.Entry {
    /// Other words were chosen for what was heard.
    fileprivate mutating func note(_ new: DictationRecord) {
        record = DictationRecord(
            number: new.number, transcript: record.transcript, text: new.text, rest: new.rest)
        numbers.insert(new.number)
    }
}
