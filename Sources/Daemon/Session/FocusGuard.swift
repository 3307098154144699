import Dictation
public import DictationParts
import History
import LinuxRuntime
public import Problems

/// The setup of a dictation.
public struct DictationSetup {
    /// The profile in force, if any.
    public let profile: String?
    public let sinks: SinkChain
    public let style: DictationRunner.Style
    /// Cleans up the text; nil if there is no clean-up.
    public let cleaner: (any TextCleaner)?
    /// Why the setup isn't the requested one.
    public var problem: Problem?

    public init(
        profile: String?, sinks: SinkChain, style: DictationRunner.Style,
        cleaner: (any TextCleaner)? = nil
    ) {
        self.profile = profile
        self.sinks = sinks
        self.style = style
        self.cleaner = cleaner
    }
}

/// Keeps the window and the overrides of the current dictation.
struct FocusGuard {
    var choice = DictationOverrides.automatic
    /// The profile in force, if any.
    var profile: String?
    /// The focus at its start.
    var start = FocusPolicy.Report.unknown
    /// Whether another window has the focus, and the text doesn't follow it.
    var isElsewhere = false
    /// The task that asks for the window.
    var task: Task<Void, Never>?
    /// Identifies the current selection.
    var number = 0
}

extension DictationRunner {
    /// The profile in force, if any.
    public var profile: String? { selection.profile }

    /// How long the desktop may take to report the focused window and the layout. Sound is held
    /// back in the meantime.
    private static let patience = Duration.seconds(1)

    /// Chooses the setup of the dictation that begins. If the window matters, asks for it: the
    /// recogniser waits for that, the microphone doesn't.
    func select(_ choice: DictationOverrides) {
        selection.task?.cancel()
        selection.choice = choice
        noteSetup(profile: nil)
        selection.start = .unknown
        selection.isElsewhere = false
        selection.number += 1
        let number = selection.number
        let isWindowNeeded = parts.windows != nil
            && setups?.needsWindow(for: choice) ?? (style.focus != .follow)
        let isLayoutNeeded = parts.layoutName != nil && setups?.needsLayout(for: choice) == true
        // Making another recogniser takes time, in which the microphone is opened.
        let isSetupNew = setups != nil && choice != .automatic
        guard isWindowNeeded || isLayoutNeeded || isSetupNew else {
            selection.task = nil
            adopt(setups?.choose(choice, for: nil))
            return parts.sinks.refreshAvailability()
        }
        setups?.recognizer.hold()
        selection.task = EventLoop.task { [self] in
            let deadline = Deadline(Self.patience)
            let start = isWindowNeeded ? await focusedWindow(within: deadline.rest) : .unknown
            let layout = isLayoutNeeded ? await layoutLanguage(within: deadline.rest) : nil
            // Another dictation may have begun.
            guard selection.number == number else { return }
            selection.start = start
            setups?.layout = layout
            adopt(setups?.choose(choice, for: start.window))
            parts.sinks.refreshAvailability()
            selection.task = nil
            // The dictation may have been cancelled in the meantime.
            if display.state == .idle { restFromDictation() }
        }
    }

    /// The pending selection isn't needed any more.
    func forgetSelection() {
        selection.number += 1
        selection.task?.cancel()
        selection.task = nil
    }

    /// Changes the settings; only while idle.
    func adopt(_ rules: DictationRules, _ setups: BackendCache) {
        interruptRecovery()
        machine.adopt(rules)
        recognizerState = setups.recognizer.state
        history.limit = setups.general.style.historyLimit
        // The sinks that watch for input may have changed.
        inserted = nil
        person.end()
        adopt(setups.general)
    }

    private func adopt(_ setup: DictationSetup?) {
        guard let setup else { return }
        noteSetup(profile: setup.profile)
        parts.sinks = setup.sinks
        parts.cleaner = setup.cleaner
        style = setup.style
        let isNew = selection.profile != setup.profile
        selection.profile = setup.profile
        if isNew { onChange() }
        if let problem = setup.problem { send(.trouble(problem)) }
    }

    /// Restores the focus, if the policy says so, and then runs `body`, since the text depends on
    /// what is before the cursor.
    func whenFocusIsSettled(_ body: @escaping @EventLoopActor () async -> Void) {
        guard case .window(_?) = selection.start, style.focus != .follow else {
            settling = EventLoop.task(body)
            return
        }
        settling = EventLoop.task { [self] in
            let now = await focusedWindow(within: Self.patience)
            switch style.focus.decide(start: selection.start, now: now) {
            case .type: break
            case .keep: selection.isElsewhere = true
            case .bringBack(let window):
                // If this fails, it fails again before the text is typed, and is reported then.
                do throws(Problem) {
                    try await parts.windows?.focus(window)
                } catch {
                    selection.isElsewhere = true
                }
            }
            if !Task.isCancelled { await body() }
        }
    }

    /// Why nothing may be typed now, or nil. First restores the focus, if the policy says so.
    func obstacle() async -> Problem? {
        await selection.task?.value
        do throws(Problem) {
            if let why = try await lock() { return Problem("nothing was typed", why: why) }
            guard case .window(let first) = selection.start, let windows = parts.windows else {
                return nil
            }
            let now: FocusPolicy.Report
            do throws(Problem) {
                now = .window(try await windows.focusedWindow())
            } catch {
                // It is unknown where the text would go.
                if first != nil, style.focus != .follow { throw error }
                now = .unknown
            }
            switch style.focus.decide(start: selection.start, now: now) {
            case .type: followFocus(to: now)
            case .keep(let problem): return problem
            case .bringBack(let window): try await windows.focus(window)
            }
            return nil
        } catch {
            return Problem(
                "nothing was typed", why: "\(error.what): \(error.why)", remedy: error.remedy)
        }
    }

    /// Why nothing may be typed: the screen is locked.
    ///
    /// - Throws: that it is unknown. The text might go into the password field.
    private func lock() async throws(Problem) -> String? {
        for lock in parts.locks {
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

    /// Whether words may be typed during the dictation: only where it began.
    func isClearToTypeEarly() async -> Bool {
        await selection.task?.value
        if machine.absence != nil { return false }
        do throws(Problem) {
            if try await lock() != nil { return false }
        } catch { return false }
        if case .unknown = selection.start { return true }
        let now = await focusedWindow(within: Self.patience)
        if case .type = style.focus.decide(start: selection.start, now: now) { return true }
        return false
    }

    /// The words follow the first window's rules; how they are typed, and whether line breaks are
    /// kept, depends on the window that gets them.
    private func followFocus(to now: FocusPolicy.Report) {
        guard let window = now.window, selection.start.window?.isSame(as: window) != true,
            let setup = setups?.choose(selection.choice, for: window, keepsRecognizer: true)
        else { return }
        parts.sinks = setup.sinks
        (style.lineBreaks, style.tabs) = (setup.style.lineBreaks, setup.style.tabs)
    }

    private func layoutLanguage(within limit: Duration) async -> LanguageTag? {
        guard let layoutName = parts.layoutName else { return nil }
        do {
            let name = try await answer(
                to: "ask the desktop", within: limit) { try await layoutName() }
            return LayoutLanguage.tag(of: name)
        } catch {
            if !Task.isCancelled {
                Log.warning("the keyboard layout is unknown: \(reason(of: error))")
            }
            return nil
        }
    }

    private func focusedWindow(within limit: Duration) async -> FocusPolicy.Report {
        await parts.windows?.report(within: limit) ?? .unknown
    }
}

extension FocusPolicy.Report {
    var window: DesktopWindow? {
        if case .window(let window) = self { window } else { nil }
    }
}
