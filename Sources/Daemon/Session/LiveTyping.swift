import Dictation
import LinuxRuntime

/// Types the words of a dictation while it is running, one change after the other.
///
/// It only types where it began: while another window has the focus, or the text before the cursor
/// isn't what was typed, it waits; the rest is typed at the end of the dictation.
@EventLoopActor
final class LiveTyping {
    /// What it gets from its owner.
    struct Surroundings {
        /// The sinks to type with; nil while nothing may be typed.
        let sinks: @EventLoopActor () async -> SinkChain?
        /// The current text before the cursor.
        let place: @EventLoopActor () async -> StandingText
        /// The insertion for these words if nothing of them were typed yet.
        let insertion: @EventLoopActor (Transcript) async -> Insertion
        let clean: @EventLoopActor (String) -> TypableText
    }

    private enum Wish {
        case text(Transcript, isFinal: Bool)
        case nothing
    }

    private let surroundings: Surroundings
    /// The owner of the surroundings.
    private weak var owner: AnyObject?
    /// The changes that the previous dictation is still making.
    private var predecessor: TypingTask?

    private var live = LiveText()
    /// The text there before.
    private var origin = StandingText()
    /// The sinks that have typed.
    private var sinks = SinkChain([])
    private var wish: Wish?
    private var changes: TypingTask?
    private var waiting: [() -> Void] = []
    /// Whether a sink has failed: the rest waits for the end, when the failure is reported.
    private var isHalted = false

    /// - Parameters:
    ///   - previous: the previous dictation's.
    ///   - owner: the owner of the surroundings; retained while something is being typed.
    init(after previous: LiveTyping?, _ surroundings: Surroundings, of owner: AnyObject) {
        self.surroundings = surroundings
        self.owner = owner
        predecessor = previous?.changes
    }

    /// Whether any text of the dictation was typed.
    var hasTyped: Bool { !live.typed.isEmpty }

    /// The text before the cursor before the dictation typed anything; nil before that.
    var place: StandingText? { hasTyped ? origin : nil }

    /// The characters that no sink could type.
    var omitted: [Character] { live.omitted }

    /// Brings the text of these words into the window, as far as possible.
    func type(_ transcript: Transcript, isFinal: Bool) {
        wish = .text(transcript, isFinal: isFinal)
        makeChanges()
    }

    /// Deletes what was typed.
    func withdraw() {
        wish = .nothing
        makeChanges()
    }

    /// Stops after the current character.
    func stop() {
        wish = nil
        isHalted = true
        changes?.stop()
    }

    /// Calls back when nothing is being typed: at once, or later.
    func whenIdle(_ body: @escaping () -> Void) {
        if changes == nil { body() } else { waiting.append(body) }
    }

    /// Waits until nothing is being typed.
    func idle() async { await changes?.end() }

    /// The rest of the insertion for the dictation's text, and whether it completes the text:
    /// nothing is deleted if the user is in another window, or has typed in this one. Not while
    /// something is being typed.
    func completing(_ insertion: Insertion) async -> (left: Insertion, isExact: Bool) {
        let left = live.completing(insertion)
        if await isInPlace { return (left, true) }
        let typing = left.steps.filter { if case .delete = $0 { false } else { true } }
        return (Insertion(typing), typing == left.steps)
    }

    // MARK: Changes

    private func makeChanges() {
        guard changes == nil else { return }
        changes = TypingTask { [self, owner] in
            defer { withExtendedLifetime(owner) {} }
            await predecessor?.end()
            predecessor = nil
            while !Task.isCancelled, let wish {
                self.wish = nil
                // Words arrive one after the other: each gets the whole time.
                Deadline.current?.renew()
                await fulfil(wish)
            }
            changes = nil
            // A request after `stop` needs a task that isn't cancelled.
            if wish != nil { return makeChanges() }
            let bodies = waiting
            waiting = []
            TypingTask.after {
                for body in bodies { body() }
            }
        }
    }

    private func fulfil(_ wish: Wish) async {
        guard let sinks = await surroundings.sinks() else { return }
        if !hasTyped { self.sinks = sinks }
        // Only the same sinks delete what they typed; the rest waits for the end.
        guard sinks === self.sinks, sinks.canDelete else { return }
        switch wish {
        case .nothing:
            if hasTyped, await isInPlace { await make(live.edit(to: "")) }
        case .text(let transcript, let isFinal):
            if isHalted { return }
            if !hasTyped { origin = await surroundings.place() }
            // Keys, and changes of earlier text, are only made at the end of the dictation.
            guard case .type(let text)? = await surroundings.insertion(transcript).only,
                await isInPlace
            else { return }
            if let edit = isFinal ? live.edit(to: text) : live.smallEdit(to: text) {
                await make(edit)
            }
        }
    }

    private func make(_ edit: LiveText.Edit) async {
        if edit.isEmpty { return }
        if edit.deleting > 0 {
            do throws(SinkFailure) {
                try await sinks.deleteBackward(edit.deleting)
            } catch {
                isHalted = true
                return live.noteDeleted(error.inserted, of: edit)
            }
        }
        live.noteDeleted(edit.deleting, of: edit)
        let text = surroundings.clean(edit.text)
        let outcome = await sinks.insert(text)
        live.noteTyped(
            String(text.string.dropLast(outcome.rest.count)), without: outcome.omitted)
        if outcome.end != .complete { isHalted = true }
    }

    /// Whether what was typed is before the cursor, as far as known.
    private var isInPlace: Bool {
        get async {
            guard hasTyped else { return true }
            guard await sinks.focusedTarget == origin.target else { return false }
            guard let document = sinks.documentContextBeforeInput else { return true }
            return document.hasSuffix(live.typed.filter { !live.omitted.contains($0) })
        }
    }
}

extension Insertion {
    /// The step, if there is only one.
    fileprivate var only: Step? { steps.count == 1 ? steps[0] : nil }
}
