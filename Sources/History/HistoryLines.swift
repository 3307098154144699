import Dictation
internal import FoundationEssentials
import JSONLines

/// The text of the history file: a line of JSON for each dictation, and another one for each change
/// of it, so that lines are only ever appended.
///
///     {"rest":"Hello.","text":"Hello.","time":1795000000,"utterances":["hello period"]}
///     {"change":0,"text":"Hello.","time":1795000000,"utterances":["hello period"]}
struct HistoryLines {
    private struct Line: Codable {
        let time: Int
        let utterances: [String]
        /// Missing until the text is known.
        let text: String?
        /// Missing when all of it was typed.
        let rest: String?
        /// Set if this line replaces an earlier one: how many dictations before the last that one
        /// is.
        let change: Int?
    }

    private(set) var entries: [DictationHistory.Entry] = []
    /// How many lines there are.
    private(set) var count = 0
    /// Whether all lines could be read. A crash of the computer may leave half a line.
    private(set) var isWhole = true

    /// The line of an entry with its line feed.
    ///
    /// - Parameter change: if the dictation has a line already, how many dictations before the last
    ///   it is.
    static func line(_ entry: DictationHistory.Entry, change: Int? = nil) -> [UInt8] {
        let record = entry.record
        let line = Line(
            time: entry.time, utterances: record.transcript.utterances, text: record.text,
            rest: record.rest.isEmpty ? nil : record.rest, change: change)
        return JSONLine.encode(line)
    }

    /// Reads a file's contents. Lines that can't be read are skipped.
    init(_ bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            count += 1
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(line)) else {
                isWhole = false
                continue
            }
            take(line)
        }
        if let last = bytes.last, last != UInt8(ascii: "\n") { isWhole = false }
    }

    private mutating func take(_ line: Line) {
        let entry = DictationHistory.Entry(
            DictationRecord(
                number: 0, transcript: Transcript(line.utterances), text: line.text,
                rest: line.rest ?? ""),
            time: line.time)
        // With a line missing, it is unknown which one is meant: better twice than not at all.
        guard let change = line.change, isWhole else { return entries.append(entry) }
        let index = entries.count - 1 - change
        if entries.indices.contains(index) { entries[index] = entry }
    }
}
