import Dictation
import SpeechSegments
import TestSupport
import Testing

@Suite struct SpeechSegmenterTests {
    private let tone = ToneModel.tone

    /// All segments of a sound, fed in pieces, with the last.
    private func segments(
        _ sound: [Int16], _ limits: SpeechSegmenter.Limits = .init(), piece: Int = 1600
    ) -> [SpeechSegment] {
        var segmenter = SpeechSegmenter(limits)
        var segments: [SpeechSegment] = []
        for start in stride(from: 0, to: sound.count, by: piece) {
            for event in segmenter.hear(sound[start..<min(start + piece, sound.count)]) {
                if case .ended(let segment) = event { segments.append(segment) }
            }
        }
        if let last = segmenter.finish() { segments.append(last) }
        return segments
    }

    private func seconds(_ samples: Int) -> Double { Double(samples) / 16_000 }

    @Test(arguments: [1600, 160, 37, 1_000_000]) func dividesAtPauses(_ piece: Int) throws {
        let sound =
            tone(0, 1) + tone(300, 1) + tone(0, 0.9) + tone(300, 2) + tone(0, 0.7)
            + tone(300, 1) + tone(0, 0.3)
        let segments = segments(sound, piece: piece)
        try #require(segments.count == 2, "a pause of 0.7 s doesn't count")
        #expect(abs(seconds(segments[0].start) - 0.65) < 0.06)
        #expect(abs(seconds(segments[0].samples.count) - 1.75) < 0.1)
        #expect(abs(seconds(segments[0].voiced) - 1) < 0.05)
        #expect(abs(seconds(segments[1].start) - 2.55) < 0.06)
        #expect(abs(seconds(segments[1].voiced) - 3) < 0.05)
        #expect(segments.allSatisfy { $0.endsUtterance && !$0.isKnown })
    }

    @Test func hasNothingOfSilence() {
        #expect(segments(tone(0, 30)) == [])
        #expect(segments([Int16](repeating: 0, count: 160_000)) == [])
        #expect(segments(tone(300, 0.2)) == [], "shorter than any word")
        #expect(segments(tone(0, 1) + tone(300, 0.04) + tone(0, 1)) == [], "a click")
    }

    @Test func longUtterancesEndAtShorterPauses() {
        let phrase = tone(300, 2.6) + tone(0, 0.4)
        let four = phrase + phrase + phrase + phrase
        #expect(segments(tone(0, 1) + four).count == 1)
        let longer = segments(tone(0, 1) + four + phrase + phrase)
        #expect(longer.count == 2)
        #expect(longer.allSatisfy { $0.endsUtterance })
        #expect(abs(seconds(longer[0].voiced) - 10.4) < 0.1)
    }

    @Test(arguments: [25, 6]) func endlessSpeechIsCutWithACommonSound(_ longest: Int) {
        var limits = SpeechSegmenter.Limits()
        limits.longest = longest * 16_000
        let segments = segments(tone(0, 1) + tone(300, 30) + tone(0, 1), limits)
        #expect(segments.map(\.endsUtterance).filter { $0 }.count == 1)
        #expect(segments.last?.endsUtterance == true)
        for (first, second) in zip(segments, segments.dropFirst()) {
            #expect(first.samples.count == limits.longest)
            let common = first.start + first.samples.count - second.start
            #expect(common == limits.overlap)
            #expect(first.samples.suffix(common).elementsEqual(second.samples.prefix(common)))
        }
        #expect(abs(seconds(segments.reduce(0) { $0 + $1.voiced }) - 30) < 0.1)
    }

    /// What models with a window get: sentences with their pauses, divided where one pauses longest.
    @Test func aFullSegmentIsDividedAtItsLongestPause() throws {
        var limits = SpeechSegmenter.Limits()
        limits.longPause = SpeechSegmenter.Limits.seconds(1.5)
        limits.longest = SpeechSegmenter.Limits.seconds(14)
        limits.shortPauseFrom = limits.longest
        limits.dividesAtPauses = true
        let sound =
            tone(0, 1) + tone(300, 2) + tone(0, 1.2) + tone(300, 3) + tone(0, 0.9)
            + tone(300, 3) + tone(0, 0.5) + tone(300, 5)
        let segments = segments(sound, limits)
        try #require(segments.count == 2)
        // Not at the pause of 1.2 s, which is early.
        #expect(abs(seconds(segments[0].voiced) - 5) < 0.1)
        #expect(abs(seconds(segments[0].samples.count) - 7) < 0.2)
        #expect(segments[0].pauses.count == 1)
        #expect(abs(seconds(try #require(segments[0].pauses.first).length) - 1.2) < 0.1)
        #expect(abs(seconds(try #require(segments[0].division).length) - 0.9) < 0.1)
        #expect(segments[1].division == nil && segments[1].endsUtterance)
        #expect(abs(seconds(segments[1].voiced) - 8) < 0.1)
        #expect(segments[1].start - segments[0].end >= 0)
        #expect(
            self.segments(tone(0, 1) + tone(300, 1) + tone(0, 1.6) + tone(300, 1), limits).count
                == 2)
        // In speech without a pause as ever.
        let endless = self.segments(tone(0, 1) + tone(300, 20), limits)
        #expect(endless.map(\.endsUtterance) == [false, true])
    }

    @Test func aPauseWithinAnUtteranceIsSaid() {
        var limits = SpeechSegmenter.Limits()
        limits.longPause = SpeechSegmenter.Limits.seconds(1.5)
        var segmenter = SpeechSegmenter(limits)
        let events = segmenter.hear(
            tone(0, 1) + tone(300, 1) + tone(0, 0.5) + tone(300, 1) + tone(0, 1) + tone(300, 1)
                + tone(0, 2))
        let names = events.map { event in
            switch event {
            case .began: "began"
            case .paused: "paused"
            case .resumed: "resumed"
            case .ended: "ended"
            }
        }
        #expect(names == ["began", "paused", "resumed", "paused", "ended"])
    }

    @Test func runsAgainWhenASecondIsNew() {
        var segmenter = SpeechSegmenter()
        var runs: [Int] = []
        func hear(_ sound: [Int16]) {
            for start in stride(from: 0, to: sound.count, by: 1600) {
                _ = segmenter.hear(sound[start..<start + 1600])
                guard segmenter.isRunDue else { continue }
                runs.append(segmenter.sound.count / 1600)
                segmenter.beginRun()
                segmenter.endRun(after: .milliseconds(100))
            }
        }
        hear(tone(0, 1))
        #expect(runs == [])
        hear(tone(300, 3.5))
        #expect(runs.count == 3, "\(runs)")
        hear(tone(0, 0.7))
        #expect(runs.count == 4, "once in the pause, since speech was new: \(runs)")
        hear(tone(0, 0.1))
        #expect(segmenter.isOpen == false)
        hear(tone(0, 3))
        #expect(runs.count == 4, "nothing was spoken")
    }

    @Test func whatTheLastRunHeardIsKnownAtTheEnd() {
        for (after, isKnown) in [(tone(0, 0.4), true), (tone(300, 0.4), false)] {
            var segmenter = SpeechSegmenter()
            _ = segmenter.hear(tone(0, 1) + tone(300, 2))
            segmenter.beginRun()
            segmenter.endRun(after: .milliseconds(100))
            _ = segmenter.hear(after)
            let segment = segmenter.finish()
            #expect(segment?.isKnown == isKnown)
        }
    }

    @Test func slowRunsAreFewer() {
        var segmenter = SpeechSegmenter()
        _ = segmenter.hear(tone(0, 1) + tone(300, 2))
        segmenter.beginRun()
        segmenter.endRun(after: .seconds(2))
        _ = segmenter.hear(tone(300, 3.5))
        #expect(!segmenter.isRunDue)
        _ = segmenter.hear(tone(300, 1))
        #expect(segmenter.isRunDue)
    }
}
