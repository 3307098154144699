import Dictation
import RecognizerRouting
import Testing

@testable import UtterCommands

@Suite struct SubtitleCueTests {
    private func utterance(_ words: String, each: Int = 500, start: Int = 1000) -> SpokenUtterance {
        let list = words.split(separator: " ").enumerated().map { index, word in
            let begin = Duration.milliseconds(start + index * each)
            return RecognizedWord(
                String(word), start: begin, end: begin + .milliseconds(each), confidence: 1)
        }
        return SpokenUtterance(words, start: list.first!.start, end: list.last!.end, words: list)
    }

    private func srt(
        _ text: String, _ utterance: SpokenUtterance, after end: Duration = .zero
    ) -> [String] {
        SubtitleCue.cues(text, utterance, after: end).enumerated().map { $1.srt($0 + 1) }
    }

    @Test func hasTheTimesOfTheWords() {
        #expect(
            srt("Hello there.", utterance("hello there"))
                == ["1\n00:00:01,000 --> 00:00:02,000\nHello there.\n"])
    }

    @Test func withoutTimesOfWordsTheTextIsSpreadOverTheUtterance() {
        let words = Array(repeating: "word", count: 20).joined(separator: " ")
        let cues = SubtitleCue.cues(
            words, SpokenUtterance(words, start: .seconds(10), end: .seconds(20)), after: .zero)
        #expect(cues.map(\.start) == [.seconds(10), .seconds(17)])
        #expect(cues.map(\.end) == [.seconds(17), .seconds(20)])
    }

    /// “twenty five euros” becomes “€25”: the times of what is around it stay about right.
    @Test func otherWordsThanTheEnginesHaveTimesInBetween() {
        let cues = SubtitleCue.cues(
            "€25", utterance("twenty five euros"), after: .zero)
        #expect(cues.map(\.start) == [.seconds(1)])
        #expect(cues.map(\.end) == [.milliseconds(2500)])
    }

    @Test func breaksLinesAndCues() {
        let sentence =
            "one two three four five six seven eight nine ten eleven twelve thirteen "
            + "fourteen fifteen sixteen seventeen eighteen"
        let cues = SubtitleCue.cues(sentence, utterance(sentence, each: 200), after: .zero)
        #expect(cues.flatMap(\.lines).allSatisfy { $0.count <= SubtitleCue.mostCharacters })
        #expect(cues.allSatisfy { $0.lines.count <= SubtitleCue.mostLines })
        #expect(cues.flatMap(\.lines).joined(separator: " ") == sentence)
        #expect(cues.count == 2)
    }

    @Test func aLongPauseEndsACue() {
        let cues = SubtitleCue.cues(
            "a b c d e f", utterance("a b c d e f", each: 3000), after: .zero)
        #expect(cues.map { $0.lines } == [["a b"], ["c d"], ["e f"]])
    }

    @Test func longWordsStayWhole() {
        let word = String(repeating: "x", count: 60)
        #expect(SubtitleCue.cues(word, utterance(word), after: .zero).map(\.lines) == [[word]])
    }

    @Test func neverOverlaps() {
        let cue = SubtitleCue.cues("hi", utterance("hi", each: 10), after: .milliseconds(1200))
        #expect(cue.map(\.start) == [.milliseconds(1200)])
        #expect(cue.map(\.end) == [.milliseconds(1700)])
        #expect(SubtitleCue.cues("", utterance("x"), after: .zero) == [])
    }

    @Test func whatWouldBeMarkupIsText() {
        let cue = SubtitleCue.cues(
            "a <b> & --> c", utterance("a b c", start: 3_723_004), after: .zero)
        #expect(cue[0].vtt == "01:02:03.004 --> 01:02:04.504\na &lt;b&gt; &amp; --&gt; c\n")
        #expect(cue[0].srt(7) == "7\n01:02:03,004 --> 01:02:04,504\na <b> & -> c\n")
    }

    @Test func progressIsInWords() {
        let rate = AudioFormat.rate
        #expect(TranscriptionProgress.text(75 * rate, of: nil, speed: nil) == "1:15")
        #expect(
            TranscriptionProgress.text(750 * rate, of: 10_800 * rate, speed: 24 * Double(rate))
                == "12:30 of 3:00:00 (6 %), 24 × real time, 7 min left")
        #expect(
            TranscriptionProgress.text(rate, of: rate, speed: 0.5 * Double(rate))
                == "0:01 of 0:01 (100 %), 0.5 × real time")
    }
}
