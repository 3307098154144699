public import Dictation
public import DictationParts
public import HotkeyChords
public import LinuxRuntime

/// Hotkeys that the desktop watches for the program, where it has that (XDG Desktop Portal,
/// org.freedesktop.portal.GlobalShortcuts): KDE, Hyprland, GNOME since 48. The person decides in
/// the desktop's own dialog which keys they are; the configuration's are proposed.
///
/// Nobody has to read keyboards for it. A key that is bound so reaches no window, so what
/// cancels is bound only with a modifier: nobody wants to lose Escape.
@EventLoopActor
public final class PortalHotkey: HotkeySource {
    /// The chords as the configuration names them.
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
    ///   - cancel: what cancels a dictation, if anything.
    ///   - names: the kernel's names of their keys.
    ///   - substitute: watches for the same chords where the desktop has no portal.
    public init(
        chords: [HotkeyChord], cancel: HotkeyChord? = nil, names: KeyNames, on bus: SessionBus,
        substitute: (any HotkeySource)? = nil
    ) {
        name = chords.map(\.description).joined(separator: ", ")
        self.chords = chords
        self.cancel = cancel.flatMap { $0.modifiers.isEmpty ? nil : $0 }
        (self.names, self.bus, self.substitute) = (names, bus, substitute)
    }

    /// Whether there is a bus to ask. What the desktop answers is known later.
    public func availability() -> Availability {
        do throws(SystemError) {
            _ = try bus.connection()
            return .available
        } catch {
            return substitute?.availability() ?? .unavailable(Self.problem("\(error)"))
        }
    }

    public var isDesktops: Bool { true }

    /// Why the desktop can't watch for keys; nil if it has the portal for that, which is asked.
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
                    shortcuts, on: try bus.connection()) { [unowned self] in heed($0) }
                guard deliver != nil else { return }
                self.session = session
            } catch {
                fail(reason(of: error))
            }
        }
    }

    private func heed(_ news: PortalSession.News) {
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
            // The portal was restarted, or the person has taken the shortcuts away: either way
            // asking once more, later, tells.
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
        // Also if it can't watch now: a keyboard that is plugged in later is noticed.
        substitute.start { event in
            guard case .failed(let problem) = event else { return deliver(event) }
            deliver(.failed(Self.problem(problem, and: why)))
        }
        substitute.watch(cancel: isCancelLive)
    }

    /// Neither the other source can watch nor the desktop.
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
