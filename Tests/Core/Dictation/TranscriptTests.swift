import Dictation
import Testing

/// Where the user paused within an utterance.
@Suite struct TranscriptTests {
    private func word(_ text: String, _ start: Int, _ end: Int) -> RecognizedWord {
        RecognizedWord(
            text, start: .milliseconds(start), end: .milliseconds(end), confidence: 1)
    }

    @Test func silenceBetweenWordsIsAPause() {
        var transcript = Transcript()
        transcript.append(
            "hello comma world",
            times: [word("hello", 0, 400), word("comma", 600, 900), word("world", 1099, 1400)])
        #expect(transcript.utterances == ["hello comma world"])
        #expect(transcript.pauses == [0: [1]])
    }

    @Test func timesOfOtherWordsSayNothing() {
        var transcript = Transcript()
        transcript.append("hello world", times: [word("hello world", 0, 900)])
        transcript.append("hello world", times: [])
        transcript.append("hello", times: [word("hello", 0, 400)])
        #expect(transcript.utterances.count == 3)
        #expect(transcript.pauses.isEmpty)
    }

    @Test func barsAreTakenForPauses() {
        var transcript = Transcript()
        transcript.append(marked: "hello | comma | world")
        transcript.append(marked: "hello world")
        #expect(transcript.utterances == ["hello comma world", "hello world"])
        #expect(transcript.pauses == [0: [1, 2]])
    }
}
