import Dictation
import DictationParts
import LinuxRuntime
import MonotonicTime
import Problems
import SinkChains
import TextEditing
import TextProcessing

/// Makes text of words for the place where it will go, and remembers what was typed there.
@EventLoopActor
final class TextComposer {
    private let current: CurrentSetup
    private let focus: FocusGuard
    /// The last text that was typed, its window, if that is known, and when typing ended.
    private var typed: (text: EditHistory, target: SinkTarget?, end: Instant)?
    /// When the dictation under way began; nil if there is none.
    private var began: Instant?
    /// The words that the user has replaced in it.
    private var retyped: Correction?
    private let input = UserInputWatch()
    /// The memory that editing commands leave to later ones.
    private var memory = VoiceEdits.Memory()

    init(_ current: CurrentSetup, _ focus: FocusGuard) {
        (self.current, self.focus) = (current, focus)
    }

    /// - Parameter isEarly: whether the dictation continues.
    func compose(
        _ transcript: Transcript, at place: Place, for purpose: DictationPurpose = .text,
        isEarly: Bool = false
    ) -> Composing {
        var style = current.style.text
        style.takesInstructions = current.parts.cleaner?.rewriter != nil
        if !isEarly { retyped = retypedWords(at: place) }
        let traits = current.parts.sinks.traits ?? FieldTraits()
        let kind = traits.kind
        // A space would be part of the password. Of a terminal, its window's profile may say more.
        if kind == .password || kind == .terminal && style.window != .terminal {
            style.spacing = .none
        }
        // No command ends like a sentence. So this is text, too, and a space before it does no harm
        // if the user has pressed Enter since.
        if kind == .terminal || style.window == .terminal, style.spacing == .none,
            place.followsSentence
        {
            style.spacing = .leading
        }
        return Composing(
            transcript, with: style, after: place.text, in: place.surroundings,
            isEarly: isEarly, traits: traits, memory: memory, purpose: purpose)
    }

    /// The text of a dictation is going to be typed: its commands were said.
    func note(_ text: Composing) {
        // What was taken for a command can be typed as words by the next dictation only.
        memory = text.edits?.memory ?? VoiceEdits.Memory(copied: memory.copied, kept: memory.kept)
        if let corrected = text.correctedWords { memory.command = corrected }
    }

    /// Who retypes a word does it soon.
    private static let retyping = Duration.seconds(60)

    /// The words of the last text that the user has replaced by hand, where the document is known.
    private func retypedWords(at place: Place) -> Correction? {
        let target = place.target ?? targetAtStart
        guard let typed, let target, typed.target == target, place.traits?.isSecure != true,
            typed.end.duration(to: .now) < Self.retyping, let before = place.surroundings.before
        else { return nil }
        return RetypedWords.correction(
            of: typed.text.lastText,
            in: before + place.surroundings.selected + (place.surroundings.after ?? ""))
    }

    /// The words that the user replaced by hand in the text before this one, once.
    func takeRetyped() -> Correction? {
        defer { retyped = nil }
        return retyped
    }

    /// The words of an unfinished utterance as they would be typed after the finished ones.
    func partial(_ words: String, after heard: Transcript) -> String {
        guard !words.isEmpty, let processor = current.style.text.processor else { return words }
        var context = current.parts.sinks.contextBeforeInput.map(TextContext.before) ?? .unknown
        // Only the last utterance decides how the next one begins.
        if let last = heard.utterances.last {
            let isLong = heard.longPauses.contains(heard.utterances.count - 1)
            context = .before(
                processor.compose(
                    Transcript([last]), after: context, ending: isLong ? .all : .beforePauses
                ).text)
        }
        let text = processor.compose(
            Transcript([words]), after: context, ending: .beforePauses
        ).text
        return text.allSatisfy(\.isWhitespace) ? words : String(text.drop(while: \.isWhitespace))
    }

    /// The next page of what can be said; nil in a language without rules.
    func moreHelp() -> Notice? {
        guard let processor = current.style.text.processor else { return nil }
        defer { memory.helpPage += 1 }
        return Composing.help(processor, page: memory.helpPage)
    }

    func beginDictation() { began = .now }

    /// The dictation has ended, and its text was typed or will not be.
    func endDictation() { began = nil }

    /// A dictation begins, and this is the last one that wrote a text, or was to write one.
    func noteKept(_ record: DictationRecord?) { memory.kept = record }

    // MARK: The text before the cursor

    /// The place as it is now.
    ///
    /// - Parameter window: the focused one, if the desktop was asked.
    func place(in window: FocusPolicy.Report = .unknown) async -> Place {
        let sinks = current.parts.sinks
        let focused = await sinks.focusedTarget
        let surroundings = await sinks.readField()
        let target = focused ?? targetAtStart
        let text = typedText(in: target)
        return Place(
            window: window, target: focused, text: text,
            followsSentence: text == nil && surroundings.before == nil
                && followsSentence(in: target),
            surroundings: surroundings, traits: sinks.traits)
    }

    /// The place for the dictation's text, in the window that `FocusGuard.settle` has answered.
    func placeOfText(in window: FocusPolicy.Report = .unknown) async -> Place {
        // The text in another window says nothing about the window for this text.
        focus.isElsewhere ? Place(window: window) : await place(in: window)
    }

    /// The place for words of a running dictation; nil where none may be typed.
    func placeOfEarlyText() async -> Place? {
        guard await focus.isUnlocked() else { return nil }
        let place = await place(in: focus.window())
        guard place.traits?.isSecure != true, focus.isAtStart(place.window) else { return nil }
        return place
    }

    /// A text that was made for another place, with or without the space before it, as the text
    /// here needs.
    func fitting(_ text: String, at place: Place) -> String {
        guard current.style.text.processor != nil, current.parts.sinks.traits?.isSecure != true,
            let before = place.surroundings.before
                ?? (place.surroundings.isEmptied ? nil : place.text?.left)
        else { return text }
        let words = String(text.drop { $0 == " " })
        guard let first = words.first,
            first.isLetter || first.isNumber || "“„‘«([{".contains(first)
        else { return text }
        let joins = TextContext.before(before).joinsNext || place.surroundings.isWithinWord
        return joins ? words : " " + words
    }

    /// The part of a text that isn't here yet, if the program ended while it typed it here.
    func missing(of kept: DictationRecord, at place: Place) -> String {
        guard let before = place.surroundings.before else { return kept.retyped }
        return kept.missing(after: before)
    }

    /// After this time the user may have done other things, if nothing watches for input.
    var validity = Duration.seconds(30)
    /// The same while input is watched for, and there was none.
    private static let watchedValidity = Duration.seconds(600)

    /// The last text that was typed, if that window has the focus, the user is not known to have
    /// typed since, and it isn't too old. In the time of a dictation the user speaks: that doesn't
    /// count.
    private func typedText(in window: SinkTarget?) -> EditHistory? {
        guard let typed, let window, typed.target == window, !input.hasTyped else { return nil }
        let limit = input.isWatching ? Self.watchedValidity : validity
        return age(since: typed.end) < limit ? typed.text : nil
    }

    /// How long ago that was when the dictation under way began.
    private func age(since end: Instant) -> Duration {
        end.duration(to: began.flatMap { end < $0 ? $0 : nil } ?? .now)
    }

    /// Whether the last text ended a sentence, and may still be there.
    private func followsSentence(in window: SinkTarget?) -> Bool {
        guard let typed, typed.target == window, !input.hasTyped else { return false }
        let limit = window == nil ? validity : Self.watchedValidity
        return age(since: typed.end) < limit && typed.text.left.endsSentence
    }

    /// The last text that was typed, if the window that has the focus now received it.
    var lastTyped: EditHistory? {
        get async { typedText(in: await current.parts.sinks.focusedTarget) }
    }

    private var targetAtStart: SinkTarget? {
        guard current.style.focus != .follow, let window = focus.start.window else { return nil }
        return SinkTarget("window \(window.identifier)")
    }

    /// The insertion that changes the last typed text, and the text afterwards.
    ///
    /// - Throws: why that can't be done.
    func revise(
        _ revision: Composition.Revision
    ) async throws(Problem) -> (insertion: Insertion, text: EditHistory, words: String) {
        // Not in the window of the last dictation: the user may be elsewhere.
        guard let before = await lastTyped else { throw Self.unknown(revision) }
        var after = before
        after.begin()
        guard after.apply(revision) else {
            throw Problem(revision.failure, why: Composing.nothing(for: revision))
        }
        return (Insertion(before.steps(to: after)), after, before.words(of: revision))
    }

    static func unknown(_ revision: Composition.Revision) -> Problem {
        Problem(
            revision.failure, why: Composing.unknownText,
            remedy: revision == .restoreRaw
                ? "“utter last --raw” prints the engine's words." : "")
    }

    /// Something is going to be typed: what the user types meanwhile counts as well.
    func beginTyping() async {
        await input.begin(current.parts.sinks, ignoring: current.style.hotkeys)
    }

    /// Calls back once with the user's next key or click, where that can be seen.
    func watchNextInput(_ onInput: @escaping () -> Void) async {
        await input.watchNext(
            current.parts.sinks, ignoring: current.style.hotkeys, onInput)
    }

    /// Call after typing. `text` is what is there now, or nil if that is unknown.
    func endTyping(_ text: EditHistory?, at place: Place) {
        let target = place.target ?? targetAtStart
        typed = text.map { ($0, target, .now) }
        if typed?.target == nil { input.end() }
    }

    /// Forgets what was typed: the sinks that watch the user may be others now.
    func forget() {
        typed = nil
        input.end()
    }
}

extension String {
    /// Whether a mark after a word ends it. “git add .” has none.
    fileprivate var endsSentence: Bool {
        guard let last, ".!?…".contains(last) else { return false }
        return dropLast().last?.isLetter ?? false
    }
}
