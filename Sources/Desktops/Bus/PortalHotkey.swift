public import Dictation
public import DictationParts
public import HotkeyChords
public import LinuxRuntime
import MonotonicTime
public import Problems

/// Hotkeys that the desktop watches for the program, if it supports that (XDG Desktop Portal,
/// org.freedesktop.portal.GlobalShortcuts): KDE, Hyprland, GNOME since 48. The user chooses the
/// keys in the desktop's dialog, which proposes those of the configuration.
///
/// Keyboards needn't be read for it. A key that is bound in this way reaches no window, so the
/// chord that cancels is bound only if it has a modifier: Escape must stay usable.
@EventLoopActor
public final class PortalHotkey: HotkeySource {
    /// The chords as the configuration writes them.
    public let name: String
    private let chords: [HotkeyChord]
    private let cancel: HotkeyChord?
    private let names: KeyNames
    private let bus: SessionBus
    private let substitute: (any HotkeySource)?

    private var deliver: ((HotkeyEvent) -> Void)?
    private var session: PortalSession?
    private var isSubstituted = false
    private var isCancelLive = false
    private var down: Set<Int> = []
    private var retry: EventSource?

    /// - Parameters:
    ///   - chords: one for each binding, in the bindings' order.
    ///   - cancel: the chord that cancels a dictation, if any.
    ///   - names: the kernel's names of the keys.
    ///   - substitute: watches for the same chords if the desktop has no portal.
    public init(
        chords: [HotkeyChord], cancel: HotkeyChord? = nil, names: KeyNames, on bus: SessionBus,
        substitute: (any HotkeySource)? = nil
    ) {
        name = chords.map(\.description).joined(separator: ", ")
        self.chords = chords
        self.cancel = cancel.flatMap { $0.modifiers.isEmpty ? nil : $0 }
        (self.names, self.bus, self.substitute) = (names, bus, substitute)
    }

    /// Whether there is a session bus. The desktop's answer is known later.
    public func availability() -> Availability {
        do throws(SystemError) {
            _ = try bus.connection()
            return .available
        } catch {
            return substitute?.availability() ?? .unavailable(Self.problem("\(error)"))
        }
    }

    public var isDesktops: Bool { true }

    /// Why the desktop can't watch for keys; nil if it has the portal. Asks the desktop.
    public func problem() async -> Problem? {
        do {
            _ = try await bus.connection().property(
                PortalSession.portal, PortalSession.desktop, PortalSession.interface, "version")
            return nil
        } catch {
            let why = "\(error)"
            return substitute?.availability().problem.map { Self.problem($0, and: why) }
                ?? Self.problem(why)
        }
    }

    public func start(_ deliver: @escaping (HotkeyEvent) -> Void) {
        self.deliver = deliver
        open()
    }

    public func watch(cancel: Bool) {
        isCancelLive = cancel
        if isSubstituted { substitute?.watch(cancel: cancel) }
    }

    public func stop() {
        deliver = nil
        session = nil
        retry = nil
        down = []
        isCancelLive = false
        if isSubstituted { substitute?.stop() }
        isSubstituted = false
    }

    // MARK: The session

    private var shortcuts: [PortalSession.Shortcut] {
        var shortcuts = chords.enumerated().map { index, chord in
            PortalSession.Shortcut(
                id: "dictate-\(index + 1)",
                description: index == 0 ? "Dictate" : "Dictate (\(chord))",
                trigger: chord.portalTrigger(names))
        }
        if let cancel {
            shortcuts.append(
                .init(
                    id: "cancel", description: "Cancel the dictation",
                    trigger: cancel.portalTrigger(names)))
        }
        return shortcuts
    }

    private func open() {
        EventLoop.task { [self] in
            guard deliver != nil else { return }
            do {
                let session = try await PortalSession.open(
                    shortcuts, on: try bus.connection()) { [unowned self] in handle($0) }
                guard deliver != nil else { return }
                self.session = session
            } catch {
                fail(reason(of: error))
            }
        }
    }

    private func handle(_ news: PortalSession.News) {
        let now = Instant(nanoseconds: MonotonicClock.nanoseconds)
        switch news {
        case .activated("cancel"):
            if isCancelLive { deliver?(.cancel(at: now)) }
        case .activated(let id):
            guard let index = index(of: id), down.insert(index).inserted else { return }
            deliver?(.pressed(index, at: now))
        case .deactivated(let id):
            guard let index = index(of: id), down.remove(index) != nil else { return }
            deliver?(.released(index, at: now))
        case .closed:
            session = nil
            for index in down.sorted() { deliver?(.released(index, at: now)) }
            down = []
            // The portal was restarted, or the user has removed the shortcuts: asking once more,
            // later, shows which.
            retry = try? EventLoop.shared.timer(after: .seconds(2)) { [unowned self] in open() }
        }
    }

    private func index(of id: String) -> Int? {
        chords.indices.first { id == "dictate-\($0 + 1)" }
    }

    private func fail(_ why: String) {
        guard let deliver else { return }
        guard let substitute else { return deliver(.failed(Self.problem(why))) }
        isSubstituted = true
        // Even if it can't watch now: it notices a keyboard that is plugged in later.
        substitute.start { event in
            guard case .failed(let problem) = event else { return deliver(event) }
            deliver(.failed(Self.problem(problem, and: why)))
        }
        substitute.watch(cancel: isCancelLive)
    }

    /// The problem when neither the substitute nor the desktop can watch.
    private static func problem(_ problem: Problem, and why: String) -> Problem {
        Problem(
            problem.what,
            why: "\(problem.why); nor does the desktop (portal GlobalShortcuts): \(why)",
            remedy: problem.remedy, fix: problem.fix)
    }

    private static func problem(_ why: String) -> Problem {
        Problem(
            "the desktop watches for no hotkey (org.freedesktop.portal.GlobalShortcuts)", why: why,
            remedy: "Set [hotkey] source = \"evdev\", or bind “utter toggle” to a key in the"
                + " desktop’s own settings.")
    }
}
