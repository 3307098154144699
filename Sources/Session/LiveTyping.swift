import Dictation
import LinuxRuntime
import SinkChains
import TextEditing

/// Types the words of a dictation while it is running, one change after the other.
///
/// It only types where it began: while another window has the focus, or the text before the cursor
/// isn't what was typed, it waits; the rest is typed at the end of the dictation.
@EventLoopActor
final class LiveTyping {
    private enum Request {
        case text(Transcript, isFinal: Bool)
        case nothing
    }

    private let composer: TextComposer
    private let current: CurrentSetup
    /// The changes that the previous dictation is still making.
    private var predecessor: TypingTask?

    private var live = LiveText()
    /// The text that was typed instead of characters that no sink can type.
    private(set) var forms: [Character: String] = [:]
    /// The text there before.
    private var origin = Place()
    /// The sinks that have typed.
    private var sinks = SinkChain([])
    private var request: Request?
    private var changes: TypingTask?
    /// Whether a sink has failed: the rest waits for the end, when the failure is reported.
    private var isHalted = false

    /// - Parameter previous: the dictation before.
    init(
        after previous: LiveTyping?, _ composer: TextComposer, _ current: CurrentSetup
    ) {
        (self.composer, self.current) = (composer, current)
        predecessor = previous?.changes
    }

    /// Whether something is being typed.
    var isTyping: Bool { changes != nil }

    /// Whether any text of the dictation was typed.
    var hasTyped: Bool { !live.typed.isEmpty }

    /// The text before the cursor before the dictation typed anything; nil before that.
    var place: Place? { hasTyped ? origin : nil }

    /// The characters that no sink could type.
    var omitted: [Character] { live.omitted }

    /// Brings the text of these words into the window, as far as possible.
    func type(_ transcript: Transcript, isFinal: Bool) {
        request = .text(transcript, isFinal: isFinal)
        makeChanges()
    }

    /// Deletes what was typed.
    func withdraw() {
        request = .nothing
        makeChanges()
    }

    /// Stops after the current character.
    func stop() {
        request = nil
        isHalted = true
        changes?.stop()
    }

    /// Waits until nothing is being typed.
    func idle() async {
        while let changes { await changes.end() }
    }

    /// The rest of the insertion for the dictation's text, and whether it completes the text:
    /// nothing is deleted if the user is in another window, or has typed in this one. Not while
    /// something is being typed.
    func completing(_ insertion: Insertion) async -> (left: Insertion, isExact: Bool) {
        let left = live.completing(insertion.written(forms))
        if await isInPlace { return (left, true) }
        let typing = left.steps.filter { if case .delete = $0 { false } else { true } }
        return (Insertion(typing), typing == left.steps)
    }

    // MARK: Changes

    private func makeChanges() {
        guard changes == nil else { return }
        changes = TypingTask { [self] in
            await predecessor?.end()
            predecessor = nil
            await current.commandTyping.end()
            while !Task.isCancelled, let request {
                self.request = nil
                // Words arrive one after the other: each gets the whole time.
                Deadline.current?.renew()
                await perform(request)
            }
            changes = nil
            // A request after `stop` needs a task that isn't cancelled.
            if request != nil { makeChanges() }
        }
    }

    private func perform(_ request: Request) async {
        guard let place = await composer.placeOfEarlyText() else { return }
        let sinks = current.parts.sinks
        if !hasTyped { self.sinks = sinks }
        // Only the same sinks delete what they typed; the rest waits for the end.
        guard sinks === self.sinks, sinks.canDelete else { return }
        switch request {
        case .nothing:
            if hasTyped, await isInPlace { await make("", by: live.edit(to: "")) }
        case .text(let transcript, let isFinal):
            if isHalted { return }
            if !hasTyped { origin = place }
            // Keys, and changes of earlier text, are only made at the end of the dictation.
            guard case .type(let text)? = insertion(transcript).written(forms).only,
                await isInPlace
            else { return }
            if let edit = isFinal ? live.edit(to: text) : live.smallEdit(to: text) {
                await make(text, by: edit)
            }
        }
    }

    /// The insertion for these words if nothing of them were typed yet.
    private func insertion(_ transcript: Transcript) -> Insertion {
        composer.compose(transcript, at: origin, isEarly: true).insertion
    }

    private func make(_ goal: String, by edit: Insertion) async {
        if edit.isEmpty { return }
        let count = edit.deletedCount
        if count > 0 {
            do throws(SinkFailure) {
                try await sinks.deleteBackward(count)
            } catch {
                isHalted = true
                return live.noteDeleted(error.inserted, toMake: goal)
            }
        }
        live.noteDeleted(count, toMake: goal)
        let text = current.style.text.typable(edit.text)
        let outcome = await sinks.insert(text)
        forms.merge(outcome.forms) { $1 }
        live.noteTyped(
            String(text.hardened.dropLast(outcome.rest.count)).written(outcome.forms),
            without: outcome.omitted)
        if outcome.end != .complete { isHalted = true }
    }

    /// Whether what was typed is before the cursor, as far as known.
    private var isInPlace: Bool {
        get async {
            guard hasTyped else { return true }
            guard await sinks.focusedTarget == origin.target else { return false }
            let typed = live.typed.filter { !live.omitted.contains($0) }
            let before = await sinks.contextBeforeInput { $0.hasSuffix(typed) }
            return before?.hasSuffix(typed) ?? true
        }
    }
}

extension Insertion {
    /// The step, if there is only one.
    fileprivate var only: Step? { steps.count == 1 ? steps[0] : nil }
}
