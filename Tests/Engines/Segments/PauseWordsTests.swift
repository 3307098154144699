import Dictation
import Testing

@testable import SpeechSegments

@Suite struct PauseWordsTests {
    private func words(_ text: String) -> [SegmentWord] { SegmentWord.words(of: text) }

    /// Seconds, with a second of speech for each.
    private func pause(at start: Int, _ length: Int) -> SpeechPause {
        SpeechPause(
            start: start * AudioFormat.rate, voiced: start * AudioFormat.rate,
            length: length * AudioFormat.rate)
    }

    private func segment(_ pauses: [SpeechPause], seconds: Int) -> SpeechSegment {
        SpeechSegment(
            samples: [Int16](repeating: 0, count: seconds * AudioFormat.rate), start: 0, voiced: 1,
            isKnown: false, endsUtterance: true, pauses: pauses)
    }

    @Test(arguments: [
        ("I would like to...", "I would like to thank you for the letter.", 4),
        ("Hello.", "Hello, comma, world.", 1), ("", "Hello.", 0), ("Hello.", "Hello.", 1),
        ("I went too the.", "I went to the store today.", 4),
        ("Cohen", "colon time", 1), ("one two three four", "one two", 2),
    ])
    func anEarlierTextIsFoundInALaterOne(_ earlier: String, _ later: String, _ count: Int) {
        #expect(PauseWords.count(of: words(earlier), in: words(later)) == count)
    }

    /// Transcripts take a pause where the times of two words have one between them.
    @Test func timesHaveThePausesThatAreKnown() {
        let pauses = [pause(at: 2, 1), pause(at: 4, 1), pause(at: 7, 1)]
        var known = PauseWords()
        known.note(words("Send it."), before: pauses[0])
        known.note(words("Send it to Anna. Period."), before: pauses[2])
        let text = "Send it to Anna period. Call me."
        let timed = known.timed(words(text), in: segment(pauses, seconds: 9))
        var transcript = Transcript()
        transcript.append(text, times: timed.timed)
        #expect(transcript.pauses == [0: [2, 5]])
        #expect(timed.timed.map(\.start) == [0, 0, 3, 3, 3, 8, 8].map { .seconds($0) })
    }

    @Test func noTimesAreInventedWithoutPauses() {
        let pauses = [pause(at: 2, 1)]
        var known = PauseWords()
        #expect(known.timed(words("Send it."), in: segment(pauses, seconds: 4)).timed.isEmpty)
        // All words or none are before it.
        known.note(words("Send it."), before: pauses[0])
        #expect(known.timed(words("Send it."), in: segment(pauses, seconds: 4)).timed.isEmpty)
    }

    /// Whisper ended after the first sentence.
    @Test func aTextThatEndsAtAPauseIsFound() {
        let pauses = [pause(at: 2, 1), pause(at: 4, 1)]
        let segment = segment(pauses, seconds: 9)
        var known = PauseWords()
        known.note(words("Thank you for your letter."), before: pauses[0])
        known.note(words("Thank you for your letter. Comma."), before: pauses[1])
        #expect(known.unwritten(words("Thank you for your letter."), in: segment) == pauses[0])
        let most = words("Thank you for your letter, comma.")
        #expect(known.unwritten(most, in: segment) == pauses[1])
        let all = words("Thank you for your letter, comma, I will reply soon.")
        #expect(known.unwritten(all, in: segment) == nil)
        #expect(PauseWords().unwritten([], in: segment) == nil)
    }

    @Test func whatFollowsADivisionStays() {
        let pauses = [pause(at: 2, 1), pause(at: 5, 1)]
        var known = PauseWords()
        known.note(words("It rained."), before: pauses[0])
        known.note(words("It rained we left."), before: pauses[1])
        let rest = known.divide(at: pauses[0], words("It rained. We left at nine."))
        #expect(rest.text == "We left at nine.")
        #expect(known[before: pauses[0]] == nil)
        #expect(known[before: pauses[1]]?.text == "we left.")
    }
}
