public import Dictation
public import DictationParts
public import HotkeyChords
public import LinuxRuntime
public import Problems

/// Hotkeys that KDE watches for the program (KGlobalAccel, which KWin provides on Wayland): press
/// and release, without a dialog. The keys come from the configuration, until the user changes them
/// in KDE's settings.
///
/// Keyboards needn't be read for it. As with ``PortalHotkey``, Escape alone isn't bound.
@EventLoopActor
public final class KGlobalAccelHotkey: HotkeySource {
    /// The chords as the configuration writes them.
    public let name: String
    private let chords: DesktopChords
    private let bus: SessionBus
    private let substitute: HotkeySubstitute

    private var deliver: ((HotkeyEvent) -> Void)?
    private var accelerators: KGlobalAccel?
    public private(set) var isPending = false
    private var isCancelLive = false
    private var held = HeldHotkeys()

    /// - Parameters:
    ///   - chords: one for each binding, in the bindings' order.
    ///   - actions: what each is for; dictation for those that are missing.
    ///   - cancel: the chord that cancels a dictation, if any.
    ///   - names: the kernel's names of the keys.
    ///   - substitute: watches for the same chords if KDE doesn't.
    public init(
        chords: [HotkeyChord], actions: [HotkeyAction] = [], cancel: HotkeyChord? = nil,
        names: KeyNames, on bus: SessionBus, substitute: (any HotkeySource)? = nil
    ) {
        self.chords = DesktopChords(chords, for: actions, cancel: cancel, names: names)
        name = self.chords.name
        self.bus = bus
        self.substitute = HotkeySubstitute(substitute, of: "KDE (KGlobalAccel)")
    }

    /// Whether there is a session bus. KDE's answer is known later.
    public func availability() -> Availability {
        substitute.availability(on: bus, or: Self.problem)
    }

    public var watcher: HotkeyWatcher { .desktop("KGlobalAccel") }

    public var watchesCancel: Bool { substitute.watchesCancel(or: chords) }

    public var unsupported: [String] { chords.unsupported { $0.qtKey($1) } }

    /// Why KDE can't watch for keys; nil if it runs. Asks it.
    public func problem() async -> Problem? {
        do {
            try await KGlobalAccel.ping(try bus.connection())
            return nil
        } catch {
            return await substitute.problem(besides: "\(error)", or: Self.problem)
        }
    }

    public func start(_ deliver: @escaping (HotkeyEvent) -> Void) {
        self.deliver = deliver
        isPending = true
        EventLoop.task { [self] in
            guard self.deliver != nil else { return }
            defer { answer() }
            do {
                let accelerators = try await KGlobalAccel.register(
                    chords, on: try bus.connection()
                ) { [weak self] in self?.handle($0) }
                guard self.deliver != nil else { return accelerators.release() }
                self.accelerators = accelerators
                await report(accelerators)
            } catch {
                substitute.start(because: "\(error)", or: Self.problem) { [weak self] in
                    self?.deliver?($0)
                }
            }
        }
    }

    public func watch(cancel: Bool) {
        isCancelLive = cancel
        substitute.watch(cancel: cancel)
    }

    public func stop() {
        deliver = nil
        accelerators?.release()
        accelerators = nil
        isPending = false
        held = HeldHotkeys()
        isCancelLive = false
        substitute.stop()
    }

    private func answer() {
        isPending = false
        deliver?(.answered)
    }

    private func handle(_ event: KGlobalAccel.Event) {
        switch event {
        case .pressed(DesktopChords.cancelID, let time):
            if isCancelLive { deliver?(.cancel(at: time)) }
        case .pressed(let id, let time):
            // KWin 6.3 repeats it while the key is held.
            if let event = held.press(chords.index(of: id), at: time) { deliver?(event) }
        case .released(let id, let time):
            if let event = held.release(chords.index(of: id), at: time) { deliver?(event) }
        case .changed:
            EventLoop.task { [self] in
                if let accelerators { await report(accelerators) }
            }
        case .ended:
            for event in held.releaseAll() { deliver?(event) }
        }
    }

    /// Reports a hotkey without a key.
    private func report(_ accelerators: KGlobalAccel) async {
        for action in chords.actions where action.id != DesktopChords.cancelID {
            guard !accelerators.hasKey(action.id) else { continue }
            let why: String
            if let owner = await accelerators.owner(of: action) {
                why = "“\(action.chord)” belongs to \(owner)"
            } else if action.chord.qtKey(chords.names) == nil {
                why = "it can’t watch for “\(action.chord)”, and none is set in its settings"
            } else {
                why = "none is set for “\(action.description)” in its settings"
            }
            deliver?(
                .failed(
                    Problem(
                        "KDE watches for no key", why: why,
                        remedy: "Set one in System Settings, Shortcuts, Utter (systemsettings"
                            + " kcm_keys), or another for utter: utter config set"
                            + " hotkey.dictate Super+F9. Then press it.")))
            return
        }
    }

    private static func problem(_ why: String) -> Problem {
        Problem(
            "KDE watches for no hotkey (org.kde.KGlobalAccel)", why: why,
            remedy: "Try another source (utter config set hotkey.source portal, or evdev), or bind"
                + " “utter toggle” to a key in KDE’s settings.")
    }
}
