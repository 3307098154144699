import Dictation
internal import FoundationEssentials
import Problems

/// Vosk's answer: JSON with `partial`, or with `text` and its words in `result`.
struct VoskAnswer {
    private struct Fields: Decodable {
        struct Word: Decodable {
            let word: String
            /// In seconds.
            let start: Double
            let end: Double
            let conf: Double
        }
        var partial: String?
        var text: String?
        var result: [Word]?
    }

    private let fields: Fields

    /// - Parameter json: NUL-terminated.
    init(_ json: UnsafePointer<CChar>?) throws(Problem) {
        let text = json.map { String(cString: $0) } ?? ""
        guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(text.utf8)) else {
            throw Problem(
                "cannot understand Vosk's library",
                why: "its answer isn't what version 0.3.45 gives",
                remedy: "“utter models” says where to get that.")
        }
        self.fields = fields
    }

    var partial: String { Self.spoken(fields.partial ?? "") }

    var text: String { Self.spoken(fields.text ?? "") }

    /// - Parameter offset: the time at which the dictation began.
    func words(after offset: Duration) -> [RecognizedWord] {
        (fields.result ?? []).filter { !Self.isUnknown($0.word[...]) }.map {
            RecognizedWord(
                $0.word, start: max(.zero, Self.time($0.start) - offset),
                end: max(.zero, Self.time($0.end) - offset),
                confidence: min(1, max(0, $0.conf)))
        }
    }

    /// To the millisecond: the library's frames are thirty times as long.
    private static func time(_ seconds: Double) -> Duration {
        .milliseconds(Int64(exactly: (seconds * 1000).rounded()) ?? 0)
    }

    /// The text without the marks for words that the model doesn't know.
    private static func spoken(_ text: String) -> String {
        text.split(separator: " ").filter { !isUnknown($0) }.joined(separator: " ")
    }

    private static func isUnknown(_ word: Substring) -> Bool {
        ["<unk>", "[unk]"].contains(word.lowercased())
    }
}
