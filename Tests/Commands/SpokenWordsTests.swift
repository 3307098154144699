import ArgumentParser
import Testing

@testable import Dictation
@testable import UtterCommands

struct SpokenWordsTests {
    @Test func marksAreWords() {
        #expect(SpokenWords.sentences(of: "✓ You are heard.") == ["You are heard."])
        #expect(
            SpokenWords.sentences(of: "✗ “pulse” gives nothing:\n  it is muted")
                == ["Not good: pulse gives nothing: it is muted"])
        #expect(SpokenWords.sentences(of: "! Faint! Louder?") == ["Careful: Faint!", "Louder?"])
    }

    @Test func paragraphsAndSentencesAreSaidOneByOne() {
        #expect(
            SpokenWords.sentences(of: "\n2/8 The hotkey\n\nPress it. Then\nwait")
                == ["2/8 The hotkey", "Press it.", "Then wait"])
        #expect(SpokenWords.sentences(of: " \n—\n\n").isEmpty)
    }

    @Test func aRemedyIsASentence() {
        #expect(
            SpokenWords.sentences(of: "✗ words: none\n    Better: utter models\n  available")
                == ["Not good: words: none.", "Better: the command utter models available"])
    }

    /// Each command has words, and nothing else is taken for one.
    @Test func commandsAreKnown() {
        let commands = UtterCommand.configuration.subcommands.map { $0._commandName }
        #expect(SpokenForm.commands == Set(commands))
        #expect(
            SpokenWords.sentences(of: "✗ No microphone.\n  Restart it: systemctl --user restart x")
                == ["Not good: No microphone.", "Restart it."])
    }

    @Test func aLongSentenceComesInPieces() {
        let text = Array(repeating: "word", count: 100).joined(separator: " ")
        let pieces = SpokenWords.sentences(of: text)
        #expect(pieces.count > 2 && pieces.allSatisfy { $0.count < 160 })
        #expect(pieces.joined(separator: " ") == text)
    }
}
