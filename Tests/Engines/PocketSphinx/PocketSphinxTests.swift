import Dictation
import LinuxRuntime
import PocketSphinxModel
import RecognizerPocketSphinx
import SpeechWorker
import SystemPackage
import TestSupport
import Testing

/// All tests with a real model, one at a time: they share a recogniser and the processors.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(20)),
    .needs("/usr/share/pocketsphinx/model/en-us/en-us/mdef", package: "pocketsphinx-en-us"))
enum PocketSphinxTests {}

extension PocketSphinxTests {
    @Suite(
        .needs("pocketsphinx_continuous", package: "pocketsphinx"),
        .needs("\(Recording.sense0870.path)", package: "pocketsphinx-testdata"))
    struct Decoding {
        /// With the library's own cepstral mean normalisation.
        @EventLoopActor @Test func givesTheWordsOfTheLibrarysOwnProgram() async throws {
            let configuration = try PocketSphinxConfiguration(options: ["cmn": "live"])
            let listener = Listener()
            let recognizer = PocketSphinxRecognizer(configuration)
            recognizer.prepare { listener.hear($0) }
            for recording in Recording.allCases {
                let expected = try await wordsOfReferenceProgram(recording, configuration)
                recognizer.forgetVoice()
                listener.clear()
                await recognizer.dictate(try recording.samples(), pieces: 160, listener)
                #expect(listener.utterances == expected, "\(recording)")
                #expect(!expected.isEmpty)
            }
            recognizer.close()
        }

        @EventLoopActor @Test(arguments: Recording.allCases)
        func givesTheSameWordsHoweverTheSamplesAreCut(_ recording: Recording) async throws {
            let samples = try recording.samples()
            let listener = Listener()
            let recognizer = try await SharedRecognizer.ready(listener)
            var expected: [String] = []
            // 10 ms, as a microphone delivers them; a block and a half; everything at once.
            for pieces in [160, 5000, samples.count] {
                recognizer.forgetVoice()
                listener.clear()
                await recognizer.dictate(samples, pieces: pieces, listener)
                if expected.isEmpty { expected = listener.utterances }
                #expect(listener.utterances == expected, "in pieces of \(pieces)")
                #expect(!expected.isEmpty)
            }
        }

        /// When stopped within a word, the second pass over the words (bestpath) may find no path.
        @EventLoopActor @Test func keepsTheWordsWhereverSpeechIsCut() async throws {
            let listener = Listener()
            let recognizer = try await SharedRecognizer.ready(listener)
            let samples = try Recording.sense0870.samples()
            for end in stride(from: 36_000, to: 40_000, by: 800) {
                recognizer.forgetVoice()
                listener.clear()
                await recognizer.dictate(Array(samples[..<end]), pieces: end, listener)
                let partial = try #require(listener.partials.last)
                #expect(listener.utterances.count == 1, "“\(partial)” is lost at \(end)")
            }
        }

        /// A speaker without pauses: the work left at the end doesn't grow with the length.
        @EventLoopActor @Test func cutsSpeechWithoutPauses() async throws {
            let listener = Listener()
            let recognizer = try await SharedRecognizer.ready(listener)
            let spoken = try Recording.allCases.flatMap { try $0.samples(withPausesOf: 0) }
            let samples = Array([spoken, spoken, spoken, spoken].joined())
            #expect(samples.count > 50 * AudioFormat.rate)
            await recognizer.dictate(samples, pieces: 160, listener)
            #expect(!listener.events.contains(.speechEnded))
            #expect(listener.utterances.count >= samples.count / (30 * AudioFormat.rate) + 1)
        }

        /// A speaker who only pauses shortly.
        @EventLoopActor @Test func cutsLongSpeechBetweenWords() async throws {
            let listener = Listener()
            let recognizer = try await SharedRecognizer.ready(listener)
            let spoken = try Recording.allCases.flatMap { try $0.samples(withPausesOf: 3) }
            let samples = Array([spoken, spoken, spoken].joined())
            #expect(samples.count > 40 * AudioFormat.rate)
            await recognizer.dictate(samples, pieces: 160, listener)
            #expect(!listener.events.contains(.speechEnded))
            var ends = [0]
            for case .settled(let count) in listener.events { ends.append(count) }
            let longest = zip(ends, ends.dropFirst() + [samples.count]).map { $1 - $0 }.max() ?? 0
            #expect(longest < 20 * AudioFormat.rate, "it is cut at \(ends)")
        }

        @EventLoopActor @Test func tellsEventsInOrder() async throws {
            let listener = Listener()
            let recognizer = try await SharedRecognizer.ready(listener)
            let samples = try Recording.sense0870.samples()
            // Two sentences with a second of silence between them.
            let silence = [Int16](repeating: 0, count: 16_000)
            await recognizer.dictate(samples + silence + samples, pieces: 160, listener)

            var isSpeaking = false
            var partials = 0
            for event in listener.events.dropLast() {
                switch event {
                case .speechStarted:
                    #expect(!isSpeaking)
                    isSpeaking = true
                    partials = 0
                case .partial:
                    #expect(isSpeaking)
                    partials += 1
                case .speechEnded:
                    #expect(isSpeaking)
                    isSpeaking = false
                case .utterance:
                    #expect(partials > 0)
                case .settled:
                    #expect(!isSpeaking)
                default:
                    Issue.record("unexpected \(event)")
                }
            }
            #expect(listener.utterances.count >= 2)
            guard case .finished(let timing)? = listener.events.last else {
                Issue.record("ends with \(listener.events.suffix(1))")
                return
            }
            #expect(timing.tail > .zero)
            #expect(timing.backlog > .zero)
            let length = AudioFormat.duration(samples: 2 * samples.count + silence.count)
            #expect(timing.backlog <= length)
        }

        @EventLoopActor @Test func tellsPartialsBeforeTheEnd() async throws {
            let listener = Listener()
            let recognizer = try await SharedRecognizer.ready(listener)
            recognizer.begin()
            recognizer.feedAll(try Recording.sense0880.samples(), pieces: 160)
            await listener.next { if case .partial = $0 { true } else { false } }
            recognizer.finish()
            await listener.next(where: isEnd)
            #expect(listener.partials.count > 1)
            #expect(
                Set(zip(listener.partials, listener.partials.dropFirst()).map { $0 == $1 })
                    == [false])
        }

        @EventLoopActor @Test func cancelsALongBacklogAndBeginsAnew() async throws {
            let samples = try Recording.sense0930.samples()
            let listener = Listener()
            let recognizer = try await SharedRecognizer.ready(listener)
            await recognizer.dictate(samples, pieces: 160, listener)
            let expected = listener.utterances
            #expect(!expected.isEmpty)

            recognizer.begin()
            for _ in 0..<40 { recognizer.feed(try Recording.sense0870.samples()) }
            await listener.next { if case .partial = $0 { true } else { false } }
            #expect(recognizer.unheard > 100 * AudioFormat.rate)
            recognizer.cancel()
            #expect(recognizer.unheard == 0)
            listener.clear()

            // A late feed is ignored.
            recognizer.feed(samples)
            #expect(recognizer.unheard == 0)

            recognizer.forgetVoice()
            await recognizer.dictate(samples, pieces: 160, listener)
            #expect(listener.utterances == expected)
            // Waiting for the whole backlog would have taken longer than the audio.
            if case .finished(let timing)? = listener.events.last {
                #expect(timing.backlog <= AudioFormat.duration(samples: samples.count))
            }
        }

        @EventLoopActor @Test func cancelsAfterFinish() async throws {
            let listener = Listener()
            let recognizer = try await SharedRecognizer.ready(listener)
            recognizer.begin()
            recognizer.feed(try Recording.sense0880.samples())
            recognizer.finish()
            recognizer.cancel()
            await recognizer.dictate([], pieces: 160, listener)
            #expect(listener.events.count == 1)
        }

        @EventLoopActor @Test func finishesWithoutAudio() async throws {
            let listener = Listener()
            let recognizer = try await SharedRecognizer.ready(listener)
            await recognizer.dictate([], pieces: 160, listener)
            guard case .finished(let timing)? = listener.events.first else {
                Issue.record("tells \(listener.events)")
                return
            }
            #expect(listener.events.count == 1)
            #expect(timing.backlog == .zero)
        }

        @EventLoopActor @Test func findsNoWordsInSilence() async throws {
            let listener = Listener()
            let recognizer = try await SharedRecognizer.ready(listener)
            await recognizer.dictate(
                [Int16](repeating: 0, count: 3 * AudioFormat.rate), pieces: 160, listener)
            #expect(listener.utterances.isEmpty)
            #expect(listener.problem == nil)
        }

        @EventLoopActor @Test func carriesTheVoiceUnlessToldToForget() async throws {
            let listener = Listener()
            let recognizer = try await SharedRecognizer.ready(listener)
            let samples = try Recording.sense0870.samples()
            var words: [[String]] = []
            for forgets in [false, false, true] {
                if forgets { recognizer.forgetVoice() }
                listener.clear()
                await recognizer.dictate(samples, pieces: 160, listener)
                words.append(listener.partials)
            }
            #expect(words[0] != words[1])
            #expect(words[0] == words[2])
        }

        @EventLoopActor @Test func feedsAFileWithLittleInMemory() async throws {
            let listener = Listener()
            let recognizer = try await SharedRecognizer.ready(listener)
            let second = AudioFormat.rate
            var samples = try Recording.allCases.flatMap { try $0.samples() }
            samples += samples
            var greatest = 0
            recognizer.begin()
            for start in stride(from: 0, to: samples.count, by: second) {
                recognizer.feed(Array(samples[start..<min(start + second, samples.count)]))
                greatest = max(greatest, recognizer.unheard)
                await recognizer.waitForRoom()
            }
            #expect(greatest <= 11 * second + 2048)
            #expect(samples.count > 40 * second)
            recognizer.finish()
            await listener.next(where: isEnd)
            #expect(listener.utterances.count >= 5)
        }

        @EventLoopActor @Test func audioWaitsForTheModel() async throws {
            let listener = Listener()
            let recognizer = PocketSphinxRecognizer()
            recognizer.prepare { listener.hear($0) }
            let samples = try Recording.sense0880.samples()
            recognizer.begin()
            recognizer.feedAll(samples, pieces: 160)
            #expect(recognizer.unheard == samples.count)
            recognizer.finish()
            await listener.next(where: isEnd)
            #expect(recognizer.unheard == 0)
            #expect(listener.events.first == .ready)
            let words = listener.utterances
            #expect(!words.isEmpty)
            // The same as with a model that was there from the start.
            recognizer.forgetVoice()
            listener.clear()
            await recognizer.dictate(try Recording.sense0880.samples(), pieces: 160, listener)
            #expect(listener.utterances == words)
            recognizer.close()
        }
    }
}
