import Dictation
import Testing
import TextProcessing

@testable import TextEditing

/// The steps from words to a text for its place.
struct ComposingDraftTests {
    private static let processor = TextProcessor(TextOptions())

    private func draft(
        _ words: String..., after typed: EditHistory? = nil,
        in surroundings: Surroundings = .unknown,
        traits: FieldTraits = FieldTraits(), purpose: DictationPurpose = .text
    ) -> ComposingDraft {
        var style = TextStyle()
        style.processor = Self.processor
        style.window = .other
        return ComposingDraft(
            Transcript(words), with: style, after: typed, in: surroundings, traits: traits,
            purpose: purpose)
    }

    @Test func whatWasTypedElsewhereIsNotChanged() {
        let typed = EditHistory(["I like pears"])
        let here = Surroundings(before: "So I like pears", selected: "", after: "")
        #expect(draft("and", after: typed, in: here).typed == typed)
        let elsewhere = Surroundings(before: "Dear Sir", selected: "", after: "")
        #expect(draft("and", after: typed, in: elsewhere).typed == nil)
    }

    /// As a chat's, where its window reports nothing of an empty field.
    @Test func afterATextThatIsGoneNothingIsKnown() {
        let typed = EditHistory(["They like pears"])
        #expect(draft("they eat", after: typed).typed == typed)
        let emptied = Surroundings(before: nil, selected: "", after: nil, isEmptied: true)
        var draft = draft("they eat", after: typed, in: emptied)
        #expect(draft.typed == nil)
        draft.begin()
        #expect(draft.compose(Self.processor).text == "They eat")
    }

    @Test func editingCommandsAreTakenOut() {
        var draft = draft("delete last word", "and plums", after: EditHistory(["I like pears"]))
        draft.edit(VoiceEdits.Memory())
        #expect(draft.transcript.utterances == ["and plums"])
        #expect(draft.edits?.history.string == "I like")
        draft.begin()
        #expect(draft.before.string == "I like pears")
        #expect(draft.revised.string == "I like")
    }

    /// The notice of a command names words of the text.
    @Test(arguments: [(FieldKind.text, true), (.password, false)])
    func nothingOfAPasswordIsShown(kind: FieldKind, isShown: Bool) {
        var draft = draft(
            "delete last word", after: EditHistory(["I like pears"]), traits: FieldTraits(kind))
        draft.edit(VoiceEdits.Memory())
        #expect(draft.edits != nil)
        #expect((draft.notice != nil) == isShown)
    }

    @Test(arguments: [
        ("I like ", "pears", "pears"), ("I like.", "pears", " Pears"), ("", "pears", "Pears"),
    ])
    func theTextBeforeDecides(before: String, words: String, text: String) {
        var draft = draft(words, in: Surroundings(before: before, selected: "", after: ""))
        draft.begin()
        #expect(draft.compose(Self.processor).text == text)
    }

    @Test func spokenRevisionsAreCarriedOut() {
        var draft = draft("scratch that", after: EditHistory(["I like", " pears"]))
        draft.begin()
        let composition = draft.compose(Self.processor)
        #expect(composition.pieces.isEmpty)
        #expect(draft.before.string == "I like pears")
        #expect(draft.revised.string == "I like")
        draft.explain(composition, Self.processor)
        #expect(draft.notice?.message == "Deleted “pears”")
    }

    /// The first reason counts.
    @Test func aLineBreakThatIsNotTypedIsExplained() {
        var draft = draft("one", "new line", "two", purpose: .submission)
        draft.begin()
        let composition = draft.compose(Self.processor)
        draft.explain(composition, Self.processor)
        let why = "No line break: they are typed as spaces here"
        #expect(draft.notice?.message == why)
        draft.fit(composition)
        #expect(draft.pieces == [.utterance("One two")])
        // Enter isn't allowed either.
        draft.submit(composition, Self.processor)
        #expect(!draft.submits)
        #expect(draft.notice?.message == why)
    }

    @Test func wordsThatAreNoCommandAreNotTyped() {
        var draft = draft("red apples", purpose: .command)
        draft.begin()
        let composition = draft.compose(Self.processor)
        draft.explain(composition, Self.processor)
        draft.fit(composition)
        #expect(draft.pieces.isEmpty)
        #expect(draft.notice?.message == "That isn’t a command: nothing was typed")
    }
}
