import Dictation
import Doctor
import EngineRegistry
import Settings
import SpeechEngines
import Testing

@testable import UtterCommands

/// What `utter setup` says of a sentence that was read aloud.
struct SentenceVerdictTests {
    private static let said =
        "I will be a little late tomorrow morning, so please start the "
        + "meeting without me."

    private func verdict(_ heard: String, said: String = Self.said) -> SentenceVerdict {
        SentenceVerdict(said: said, heard: heard)
    }

    @Test func capitalsAndMarksDoNotCount() {
        let right = verdict(
            "i will be a little late tomorrow morning so please start the meeting without me")
        #expect(right.grade == .good)
        #expect(right.words == "✓ Good: all 15 words are right.")
        let german = verdict(
            "ich komme morgen früh etwas später fangt bitte ohne mich mit der besprechung an",
            said: TrialSentence.text(in: LanguageTag("de-AT")!)!)
        #expect(german.words == "✓ Good: all 14 words are right.")
    }

    @Test(arguments: [
        (
            "I will be a little late tomorrow morning so please start a meeting without me",
            SentenceVerdict.Grade.good, "✓ Good: one word of 15 is wrong."
        ),
        (
            "I will be a little late tomorrow morning so please start a meeting with me",
            .middling, "! Middling: 2 words of 15 are wrong."
        ),
        (
            "will be a little late tomorrow morning so please start a meeting with me",
            .middling, "! Middling: 3 words of 15 are wrong."
        ),
        (
            "will be a little late tomorrow morning so please start a meeting with me too",
            .bad, "✗ Bad: 4 words of 15 are wrong."
        ),
        ("But Mr. John guess", .bad, "✗ Bad: none of the 15 words is right."),
        ("", .bad, "✗ Bad: none of the 15 words is right."),
    ])
    func wrongWordsAreCounted(_ heard: String, _ grade: SentenceVerdict.Grade, _ words: String) {
        #expect(verdict(heard).grade == grade)
        #expect(verdict(heard).words == words)
    }

    // MARK: The sentence

    private func settings(_ text: String) throws -> Settings {
        try Settings.parse(Array(text.utf8), file: "/f.toml", schema: Engines.schema)
    }

    @Test func itIsInTheLanguageThatIsRecognised() throws {
        let german = try settings("[recognizer]\nlanguage = \"de-CH\"")
        #expect(TrialSentence.find(german, locales: [])?.text.hasPrefix("Ich komme") == true)
        #expect(TrialSentence.find(german, locales: ["en", "de"])?.language.language == "de")
        // The recogniser's model is one of another language.
        #expect(TrialSentence.find(german, locales: ["fr-FR"]) == nil)
        let rules = try settings("[text]\nlanguage = \"de\"")
        #expect(TrialSentence.find(rules, locales: [])?.language.language == "de")
        // The locale's, if the model has it.
        let models = SpeechModels(of: [], in: [], own: nil, locale: LanguageTag("de-AT"))
        let none = try settings("")
        for (locales, language) in [(["en-US"], "en"), (["en", "de"], "de-AT"), (["fr"], nil)] {
            let sentence = TrialSentence.find(none, locales: locales, among: models)
            #expect(sentence?.language.description == language)
        }
        let japanese = try settings("[recognizer]\nlanguage = \"ja\"")
        #expect(TrialSentence.find(japanese, locales: []) == nil)
    }

    /// The recommended models' languages that most users have.
    @Test(arguments: ["en", "de", "es", "fr", "it", "nl", "pl", "pt"])
    func itsWordsCount(_ language: String) throws {
        let tag = try #require(LanguageTag(language))
        let said = try #require(TrialSentence.text(in: tag))
        // As engines write that mark no sentences.
        let heard = said.lowercased().filter { $0.isLetter || $0 == " " }
        #expect(verdict(heard, said: said).words.hasPrefix("✓ Good: all "))
        #expect(verdict("lorem ipsum", said: said).grade == .bad)
    }
}
