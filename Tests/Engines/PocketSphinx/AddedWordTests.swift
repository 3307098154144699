import Dictation
import LinuxRuntime
import PocketSphinxModel
import Problems
import RecognizerPocketSphinx
import SpeechWorker
import SystemPackage
import TestSupport
import Testing

extension PocketSphinxTests {
    /// The user's own words, spoken by a synthetic voice.
    @Suite(.needs("flite", package: "flite"))
    struct AddedWords {
        @EventLoopActor @Test func aWordThatTheModelLacksIsUnderstood() async throws {
            let said = try await samples("i work with zorblax today")
            // Another pronunciation of a word in the dictionary is added to the first.
            let words = ["Zorblax": "Z AO R B L AE K S", "today": "T AH D EY"]
            for (words, isKnown) in [(words, true), ([:], false)] {
                let listener = Listener()
                let recognizer = try PocketSphinxRecognizer(
                    PocketSphinxConfiguration(words: words))
                recognizer.prepare { listener.hear($0) }
                await listener.next { $0 == .ready || isEnd($0) }
                await recognizer.dictate(said, pieces: 160, listener)
                recognizer.close()
                let heard = listener.utterances.joined(separator: " ")
                #expect(heard.contains("zorblax") == isKnown, "“\(heard)”")
                #expect(heard.hasSuffix("today"), "“\(heard)”")
                #expect(listener.problem == nil)
            }
        }

        @EventLoopActor @Test func aSoundThatTheModelLacksIsNamed() async throws {
            let listener = Listener()
            let recognizer = try PocketSphinxRecognizer(
                PocketSphinxConfiguration(words: ["Zorblax": "Z QQ"]))
            recognizer.prepare { listener.hear($0) }
            await listener.next { $0 == .ready || isEnd($0) }
            #expect(listener.problem?.what.contains("“zorblax” with the sounds “Z QQ”") == true)
            #expect(listener.problem?.why.contains("QQ") == true)
            recognizer.close()
        }

        @EventLoopActor private func samples(_ words: String) async throws -> [Int16] {
            let file = try await SpokenFile(words)
            return WaveBytes.samples(of: try contents(of: .init(file.path)))
        }
    }
}
