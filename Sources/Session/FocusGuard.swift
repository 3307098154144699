import Dictation
import DictationParts
import LinuxRuntime
import Problems
import SinkChains
import TextEditing

/// Knows where the text of the present dictation belongs: the window that had the focus when it
/// began. Nothing is typed elsewhere, nor while the screen is locked.
@EventLoopActor
final class FocusGuard {
    private let current: CurrentSetup
    /// The overrides with which the dictation was started.
    private(set) var choice = DictationOverrides.automatic
    /// The focus at its start.
    private(set) var start = FocusPolicy.Report.unknown
    /// Whether another window has the focus, and the text doesn't follow it.
    private(set) var isElsewhere = false
    /// The task that asks for the window.
    var task: Task<Void, Never>?
    /// The task that looks for the field.
    private var finding: Task<Void, Never>?
    /// Identifies the current dictation.
    private var number = 0
    /// Nobody is at the screen.
    var absence: SessionUnavailable?

    init(_ current: CurrentSetup) { self.current = current }

    /// How long the desktop may take to answer which window has the focus, and the layout. What is
    /// said meanwhile waits.
    private static let timeout = Duration.seconds(1)

    // MARK: At the start

    /// The questions to answer before a dictation's recogniser, sinks and style are chosen.
    struct Questions {
        let needsWindow: Bool
        let needsLayout: Bool
        /// The dictation that they are about.
        let number: Int
    }

    /// A dictation begins. Returns the queries that the desktop must be asked, or nil if none is
    /// needed.
    func begin(_ choice: DictationOverrides) -> Questions? {
        task?.cancel()
        finding?.cancel()
        self.choice = choice
        start = .unknown
        isElsewhere = false
        number += 1
        let backends = current.backends
        let questions = Questions(
            needsWindow: current.parts.windows != nil
                && backends?.needsWindow(for: choice) ?? (current.style.focus != .follow),
            needsLayout: current.parts.layoutName != nil
                && backends?.needsLayout(for: choice) == true,
            number: number)
        // Making another recogniser takes time, in which the microphone is opened.
        let isSetupNew = backends != nil && choice != .automatic
        if questions.needsWindow || questions.needsLayout || isSetupNew { return questions }
        task = nil
        return nil
    }

    /// Asks the desktop. Answers false if another dictation has begun meanwhile.
    func ask(_ questions: Questions) async -> Bool {
        let deadline = Deadline(Self.timeout)
        let start =
            questions.needsWindow
            ? await focusedWindow(within: deadline.remaining) : .unknown
        let layout = questions.needsLayout ? await layoutLanguage(within: deadline.remaining) : nil
        guard number == questions.number else { return false }
        self.start = start
        current.backends?.layout = layout
        return true
    }

    /// Looks for the focused field without blocking anything, and calls back with whether it is
    /// known to be a password field.
    func findField(_ found: @escaping (Bool) -> Void) {
        let number = number
        finding = EventLoop.task { [weak self] in
            await self?.current.parts.sinks.findField()
            guard let self, !Task.isCancelled, self.number == number else { return }
            found(current.parts.sinks.isSecure)
        }
    }

    /// The dictation was refused.
    func forget() {
        number += 1
        task?.cancel()
        task = nil
    }

    /// The overrides that would repeat the dictation with the same profile and language.
    ///
    /// - Parameter profile: the one in force, once it is known.
    func overrides(profile: String?) -> DictationOverrides {
        let followsLayout = current.backends?.needsLayout(for: choice) ?? false
        let language =
            followsLayout
            ? current.backends?.layout?.description : choice.language
        return DictationOverrides(profile: profile ?? choice.profile, language: language)
    }

    // MARK: Before the text is made

    /// The focused window; unknown if the dictation doesn't depend on it.
    func window() async -> FocusPolicy.Report {
        if case .unknown = start { return .unknown }
        return await focusedWindow(within: Self.timeout)
    }

    /// Brings the focus back, if the user wants that: the text depends on the text before the
    /// cursor. Returns the window that has the focus then.
    func settle() async -> FocusPolicy.Report {
        let now = await window()
        isElsewhere = false
        guard start.window != nil, current.style.focus != .follow else { return now }
        switch current.style.focus.decide(start: start, now: now) {
        case .type: return now
        case .keep: isElsewhere = true
        case .bringBack(let window):
            // If it fails, it fails again when the text is to be typed, and is reported then.
            do throws(Problem) {
                try await current.parts.windows?.focus(window)
                return .window(window)
            } catch {
                isElsewhere = true
            }
        }
        return .unknown
    }

    // MARK: Before it is typed

    /// The obstacle to typing now, if there is one. Brings the focus back first, if the user wants
    /// that.
    ///
    /// - Parameters:
    ///   - insertion: what is to be typed.
    ///   - place: where, if that was asked a moment ago; nil afterwards if the focus, or who knows
    ///     the field, is another one now.
    func obstacle(to insertion: Insertion, at place: inout Place?) async -> Problem? {
        await task?.value
        do throws(Problem) {
            if let why = try await lock() { return Problem("nothing was typed", why: why) }
            return try await obstacleOfWindow(to: insertion, at: &place)
        } catch {
            return Problem(
                "nothing was typed", why: "\(error.what): \(error.why)", remedy: error.remedy)
        }
    }

    private func obstacleOfWindow(
        to insertion: Insertion, at place: inout Place?
    ) async throws(Problem) -> Problem? {
        guard case .window(let first) = start, let windows = current.parts.windows else {
            return nil
        }
        var now = place?.window ?? .unknown
        if case .unknown = now {
            place = nil
            do throws(Problem) {
                now = .window(try await windows.focusedWindow())
            } catch {
                // It is unknown where the text would go.
                if first != nil, current.style.focus != .follow { throw error }
            }
        }
        switch current.style.focus.decide(start: start, now: now) {
        case .type:
            let sinks = current.parts.sinks
            defer { if sinks !== current.parts.sinks { place = nil } }
            return await followFocus(to: now, with: insertion)
        case .keep(let problem): return problem
        case .bringBack(let window):
            place = nil
            try await windows.focus(window)
        }
        return nil
    }

    /// The obstacle to typing into this place: a password field.
    func obstacle(of place: Place) -> Problem? {
        guard place.traits?.isSecure == true, current.style.passwords == .refuse else { return nil }
        return Problem(
            "nothing was typed", why: "the focus is in a password field",
            remedy: "Click into another field; utter retype types the text.")
    }

    /// Whether the user is there, and the screen isn't locked.
    func isUnlocked() async -> Bool {
        await task?.value
        if absence != nil { return false }
        do throws(Problem) { return try await lock() == nil } catch { return false }
    }

    /// Whether this window is the one where the dictation began, as far as known.
    func isAtStart(_ window: FocusPolicy.Report) -> Bool {
        if case .unknown = start { return true }
        if case .type = current.style.focus.decide(start: start, now: window) { return true }
        return false
    }

    /// The words follow the first window's rules; how they are typed, and whether line breaks are
    /// kept, depends on the window that gets them. Answers that its keys mean something else there.
    private func followFocus(
        to now: FocusPolicy.Report, with insertion: Insertion
    ) async -> Problem? {
        guard let window = now.window, start.window?.isSame(as: window) != true,
            let setup = current.backends?.choose(choice, for: window, keepsRecognizer: true)
        else { return nil }
        if setup.sinks !== current.parts.sinks {
            current.parts.sinks.endDictation()
            current.parts.sinks = setup.sinks
            setup.sinks.beginDictation()
            await setup.sinks.findField()
        }
        current.style.text.lineBreaks = setup.style.text.lineBreaks
        current.style.text.keepsLinesInText = setup.style.text.keepsLinesInText
        current.style.text.tabs = setup.style.text.tabs
        let needsOtherKeys = insertion.steps.contains { step in
            if case .press(let key, _) = step { !setup.style.text.allows(key) } else { false }
        }
        return needsOtherKeys
            ? Problem(
                "nothing was typed", why: "its keys are for the window where the dictation began",
                remedy: "utter retype types the text without them.")
            : nil
    }

    /// Why nothing may be typed: the screen is locked.
    ///
    /// - Throws: a problem if it is unknown. The text might go into the password field.
    private func lock() async throws(Problem) -> String? {
        for lock in current.parts.locks {
            do throws(Problem) {
                if let why = try await lock.lock() { return why }
            } catch {
                throw Problem(
                    "it is unknown whether the screen is locked",
                    why: "\(error.what): \(error.why)", remedy: error.remedy)
            }
        }
        return nil
    }

    // MARK: Questions

    private func layoutLanguage(within limit: Duration) async -> LanguageTag? {
        guard let layoutName = current.parts.layoutName else { return nil }
        do {
            let name = try await answer(
                to: "ask the desktop", within: limit
            ) { try await layoutName() }
            return LayoutLanguage.tag(of: name)
        } catch {
            if !Task.isCancelled {
                Log.warning("the keyboard layout is unknown: \(reason(of: error))")
            }
            return nil
        }
    }

    private func focusedWindow(within limit: Duration) async -> FocusPolicy.Report {
        await current.parts.windows?.report(within: limit) ?? .unknown
    }
}
