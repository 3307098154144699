public import Dictation
public import DictationParts
public import HotkeyChords
public import LinuxRuntime
import MonotonicTime
public import Problems

/// Hotkeys that the desktop watches for the program, if it supports that (XDG Desktop Portal,
/// org.freedesktop.portal.GlobalShortcuts): KDE, Hyprland, GNOME since 48. The user chooses the
/// keys in the desktop's dialog, which proposes the configured ones.
///
/// Keyboards needn't be read for it. A key that is bound in this way reaches no window, so the
/// chord that cancels is bound only if it has a modifier: Escape must stay usable.
@EventLoopActor
public final class PortalHotkey: HotkeySource {
    /// The chords as the configuration writes them.
    public let name: String
    private let chords: DesktopChords
    private let bus: SessionBus
    private let substitute: HotkeySubstitute

    private var deliver: ((HotkeyEvent) -> Void)?
    private var session: PortalSession?
    public private(set) var isPending = false
    private var isCancelLive = false
    private var held = HeldHotkeys()
    private var retry: EventSource?

    /// - Parameters:
    ///   - chords: one for each binding, in the bindings' order.
    ///   - actions: what each is for; dictation for those that are missing.
    ///   - cancel: the chord that cancels a dictation, if any.
    ///   - names: the kernel's names of the keys.
    ///   - substitute: watches for the same chords if the desktop has no portal.
    public init(
        chords: [HotkeyChord], actions: [HotkeyAction] = [], cancel: HotkeyChord? = nil,
        names: KeyNames, on bus: SessionBus, substitute: (any HotkeySource)? = nil
    ) {
        self.chords = DesktopChords(chords, for: actions, cancel: cancel, names: names)
        name = self.chords.name
        self.bus = bus
        self.substitute = HotkeySubstitute(substitute, of: "the desktop (portal GlobalShortcuts)")
    }

    /// Whether there is a session bus. The desktop's answer is known later.
    public func availability() -> Availability {
        substitute.availability(on: bus, or: Self.problem)
    }

    public var watcher: HotkeyWatcher { .desktop("portal GlobalShortcuts") }

    public var asksUser: Bool { true }

    public var watchesCancel: Bool { substitute.watchesCancel(or: chords) }

    public var unsupported: [String] { chords.unsupported { $0.portalTrigger($1) } }

    /// Why the desktop can't watch for keys; nil if it has the portal. Asks the desktop.
    public func problem() async -> Problem? {
        do {
            _ = try await bus.connection().property(
                PortalSession.portal, PortalSession.desktop, PortalSession.interface, "version")
            return nil
        } catch {
            return await substitute.problem(besides: "\(error)", or: Self.problem)
        }
    }

    public func start(_ deliver: @escaping (HotkeyEvent) -> Void) {
        self.deliver = deliver
        open()
    }

    public func watch(cancel: Bool) {
        isCancelLive = cancel
        substitute.watch(cancel: cancel)
    }

    public func stop() {
        deliver = nil
        session = nil
        isPending = false
        retry = nil
        held = HeldHotkeys()
        isCancelLive = false
        substitute.stop()
    }

    // MARK: The session

    private var shortcuts: [PortalSession.Shortcut] {
        chords.actions.map { action in
            PortalSession.Shortcut(
                id: identifier(of: action), description: action.description,
                trigger: action.chord.portalTrigger(chords.names))
        }
    }

    /// The name under which the desktop keeps the keys of an action. It is different for each key
    /// in the configuration: the desktop would propose nothing for a name that it knows already,
    /// perhaps without a key.
    private func identifier(of action: DesktopChords.Action) -> String {
        action.chord.portalTrigger(chords.names).map { "\(action.id)-\($0)" } ?? action.id
    }

    private func action(_ identifier: String) -> String? {
        chords.actions.first { self.identifier(of: $0) == identifier }?.id
    }

    private func open() {
        isPending = true
        EventLoop.task { [self] in
            guard deliver != nil else { return }
            defer { answer() }
            do {
                let session = try await PortalSession.open(
                    shortcuts, on: try bus.connection()
                ) { [weak self] in self?.handle($0) }
                guard deliver != nil else { return }
                self.session = session
                check(session.triggers)
            } catch {
                fail(reason(of: error))
            }
        }
    }

    private func answer() {
        isPending = false
        deliver?(.answered)
    }

    private func handle(_ event: PortalSession.Event) {
        switch event {
        case .activated(let identifier, let time):
            guard let id = action(identifier) else { return }
            if id == DesktopChords.cancelID {
                if isCancelLive { deliver?(.cancel(at: time)) }
            } else if let event = held.press(chords.index(of: id), at: time) {
                // Both desktops repeat it while the key is held (GNOME 48 every 30 ms).
                deliver?(event)
            }
        case .deactivated(let identifier, let time):
            guard let id = action(identifier) else { return }
            if let event = held.release(chords.index(of: id), at: time) { deliver?(event) }
        case .changed(let triggers):
            check(triggers)
        case .closed:
            session = nil
            for event in held.releaseAll() { deliver?(event) }
            // The portal was restarted, or the user has removed the shortcuts: asking once more,
            // later, shows which.
            retry = EventLoop.shared.timer(after: .seconds(2)) { [weak self] in self?.open() }
        }
    }

    /// Reports a hotkey without a key: the desktop has asked, and the user chose none.
    private func check(_ triggers: PortalSession.Triggers) {
        let unset = chords.actions.first {
            $0.id != DesktopChords.cancelID && triggers[identifier(of: $0)]?.isEmpty != false
        }
        guard let unset else { return }
        let why =
            unset.chord.portalTrigger(chords.names) == nil
            ? "none is set for “\(unset.description)”, and it can’t be asked for “\(unset.chord)”"
            : "none is set for “\(unset.description)”"
        deliver?(
            .failed(
                Problem(
                    "the desktop watches for no key", why: why,
                    remedy: "Set one in the desktop’s settings (in GNOME: Apps, Utter, Global"
                        + " Shortcuts; in KDE: Shortcuts, Utter), or another for utter:"
                        + " utter config set hotkey.dictate Super+F9. Then press it.")))
    }

    private func fail(_ why: String) {
        guard let deliver else { return }
        substitute.start(because: why, or: Self.problem, deliver)
    }

    private static func problem(_ why: String) -> Problem {
        Problem(
            "the desktop watches for no hotkey (org.freedesktop.portal.GlobalShortcuts)", why: why,
            remedy: "Start utter again to be asked again, take another source (utter config set"
                + " hotkey.source evdev), or bind “utter toggle” to a key in its settings.")
    }
}
