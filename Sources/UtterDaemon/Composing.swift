import Dictation
import TextProcessing

/// The text that is made of a transcript, for the place where it is going to stand.
struct Composing {
    /// To be typed, one an utterance. What is kept is what is typed: cleaned of what could
    /// command a window or a terminal.
    let utterances: [String]
    /// What was typed before and stays.
    let standing: [String]
    /// Characters (grapheme clusters) to delete first.
    let deleting: Int
    let notice: Notice?

    /// How many utterances can be scratched one after the other.
    private static let mostStanding = 50

    /// - Parameters:
    ///   - inserted: what was typed into the same window a moment ago.
    ///   - document: what stands before the cursor, if the sink knows.
    init(
        _ transcript: Transcript, with style: DictationRunner.Style,
        after inserted: InsertedText?, document: String?
    ) {
        let before = Array(inserted?.utterances.suffix(Self.mostStanding) ?? [])
        guard let processor = style.text else {
            utterances = Self.clean([transcript.text], style.lineBreaks)
            (standing, deleting, notice) = (before, 0, nil)
            return
        }
        let context = (document ?? inserted.map { _ in before.joined() })
            .map(TextContext.before) ?? .unknown
        let text = processor.compose(transcript, after: context)
        guard text.scratched > 0 else {
            utterances = Self.clean(text.utterances, style.lineBreaks)
            (standing, deleting, notice) = (before, 0, nil)
            return
        }
        let scratched = before.suffix(text.scratched).joined()
        guard !scratched.isEmpty, document?.hasSuffix(scratched) ?? true else {
            utterances = Self.clean(text.utterances, style.lineBreaks)
            (standing, deleting) = (before, 0)
            notice = Notice(
                .warning, "Nothing was scratched: it isn’t known what stands before the cursor",
                remedy: "Delete it by hand.")
            return
        }
        let kept = Array(before.dropLast(text.scratched))
        let left = document.map { String($0.dropLast(scratched.count)) } ?? kept.joined()
        utterances = Self.clean(
            processor.compose(transcript, after: .before(left)).utterances, style.lineBreaks)
        standing = kept
        deleting = scratched.count
        notice = nil
    }

    /// Cleans each utterance; if that makes another text than cleaning the whole, the whole is
    /// one: what is deleted later is counted exactly or not at all.
    private static func clean(
        _ utterances: [String], _ lineBreaks: TypableText.LineBreaks
    ) -> [String] {
        let whole = TypableText(cleaning: utterances.joined(), lineBreaks: lineBreaks).string
        let parts = utterances.map { TypableText(cleaning: $0, lineBreaks: lineBreaks).string }
        if parts.joined() == whole, parts.reduce(0, { $0 + $1.count }) == whole.count {
            return parts.filter { !$0.isEmpty }
        }
        return whole.isEmpty ? [] : [whole]
    }
}
