import Dictation
import LinuxRuntime

/// Types the words of one dictation while it goes on, one change after the other.
///
/// It types only where it began: while another window has focus, or what stands before the cursor
/// isn't what was typed, it waits; what is left is typed at the end of the dictation.
@EventLoopActor
final class LiveTyping {
    /// What the dictation gives.
    struct Surroundings {
        /// With what is typed; nil while nothing may be typed.
        let sinks: @EventLoopActor () async -> SinkChain?
        /// What stands before the cursor now.
        let place: @EventLoopActor () async -> StandingText
        /// What would make the text of these words if nothing of it were typed yet.
        let insertion: @EventLoopActor (Transcript) async -> Insertion
        let clean: @EventLoopActor (String) -> TypableText
    }

    private enum Wish {
        case text(Transcript, isFinal: Bool)
        case nothing
    }

    private let surroundings: Surroundings
    /// Whose surroundings they are.
    private weak var owner: AnyObject?
    /// The changes that the dictation before still makes.
    private var predecessor: TypingTask?

    private var live = LiveText()
    /// What stood there before.
    private var origin = StandingText()
    /// What typed it.
    private var sinks = SinkChain([])
    private var wish: Wish?
    private var changes: TypingTask?
    private var waiting: [() -> Void] = []
    /// A sink failed: what is left waits for the end, when the failure is told.
    private var isHalted = false

    /// - Parameters:
    ///   - previous: the dictation before.
    ///   - owner: whose surroundings they are; it stays while something is typed.
    init(after previous: LiveTyping?, _ surroundings: Surroundings, of owner: AnyObject) {
        self.surroundings = surroundings
        self.owner = owner
        predecessor = previous?.changes
    }

    /// Whether something of the dictation stands there.
    var hasTyped: Bool { !live.typed.isEmpty }

    /// What stood there before something of it was typed; nil while nothing is.
    var place: StandingText? { hasTyped ? origin : nil }

    /// What no sink could type.
    var omitted: [Character] { live.omitted }

    /// Has the text of these words stand in the window, as far as that can be.
    func type(_ transcript: Transcript, isFinal: Bool) {
        wish = .text(transcript, isFinal: isFinal)
        makeChanges()
    }

    /// Deletes what was typed.
    func withdraw() {
        wish = .nothing
        makeChanges()
    }

    /// Stops after the present character.
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

    /// What is left of what makes the dictation's text, and whether that makes all of it: nothing
    /// is deleted if the person is in another window, or typed in this one. Not while something
    /// is typed.
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
                // Words come one after the other: each has its time.
                Deadline.current?.renew()
                await fulfil(wish)
            }
            changes = nil
            // What is wished for after `stop` needs a task that isn't cancelled.
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
        // What other sinks typed, they delete; the rest waits for the end.
        guard sinks === self.sinks, sinks.canDelete else { return }
        switch wish {
        case .nothing:
            if hasTyped, await isInPlace { await make(live.edit(to: "")) }
        case .text(let transcript, let isFinal):
            if isHalted { return }
            if !hasTyped { origin = await surroundings.place() }
            // Keys, and changes of what stood there before, come when the dictation is over.
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

    /// Whether what was typed stands before the cursor, as far as anybody knows.
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
    /// The step, if there is but one.
    fileprivate var only: Step? { steps.count == 1 ? steps[0] : nil }
}
