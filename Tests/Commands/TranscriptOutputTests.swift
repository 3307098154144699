import Dictation
import RecognizerRouting
import Testing

@testable import UtterCommands

@Suite struct TranscriptOutputTests {
    @Test func timesAreWholeMilliseconds() {
        let (start, end) = (Duration.nanoseconds(333_333_333), Duration.nanoseconds(1_999_600_000))
        let segment = TranscriptOutput.Segment(
            SpokenUtterance("hello", start: start, end: end, words: []), "Hello.")
        #expect(segment.start == 0.333)
        #expect(segment.end == 2)
        let words = [RecognizedWord("hello", start: start, end: end, confidence: 1)]
        let output = TranscriptOutput(
            file: "a.wav", samples: 32_000, isComplete: true, text: "Hello.", segments: [segment],
            Transcript(["hello"]), words)
        #expect(output.words?.map(\.start) == [0.333])
        #expect(output.words?.map(\.end) == [2])
    }
}
