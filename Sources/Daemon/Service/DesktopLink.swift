import Desktop
import Dictation
import Glibc
import LinuxRuntime
import Settings

/// What the desktop tells the daemon, and what it is told by it, through the message buses. Where
/// there is none, dictation works without.
@EventLoopActor
final class DesktopLink {
    private let bus = SessionBus(environment: DesktopLink.environment)
    private var notifications: Notifications?
    private var music: MediaPauser?
    private var session: LoginSession?
    private var following: Task<Void, Never>?
    private var lastNotice: Notice?

    init(_ settings: Settings) {
        adopt(settings)
    }

    /// Goes by other settings, while nothing is dictated.
    func adopt(_ settings: Settings) {
        notifications = settings.overlay.notifications ? Notifications(on: bus) : nil
        music = switch settings.audio.music {
        case .leave: nil
        case .pause: MediaPauser(.pause, on: bus)
        case .lower: MediaPauser(.lower, on: bus)
        }
    }

    /// Where the buses are looked up.
    static var environment: [String: String] {
        var environment: [String: String] = [:]
        for name in ["DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "XDG_RUNTIME_DIR"] {
            environment[name] = Settings.environment(name)
        }
        return environment
    }

    /// Tells from now on what becomes of the person's session.
    func watchSession(_ tell: @escaping (LoginSession.News) -> Void) {
        following = EventLoop.task { [self] in
            var told: SessionUnavailable?
            var pause = Duration.seconds(1)
            while !Task.isCancelled {
                do {
                    let session = try LoginSession(
                        environment: Self.environment, told: told, tell)
                    self.session = session
                    try await session.follow()
                    pause = .seconds(1)
                    try await session.waitForEnd()
                    Log.warning("the system’s message bus has ended: nobody tells when the screen"
                        + " is locked")
                } catch {
                    guard !Task.isCancelled else { return }
                    let isFirst = pause == .seconds(1)
                    if isFirst {
                        Log.notice(
                            "dictation doesn’t stop when the screen is locked: systemd-logind"
                                + " knows of no session: \(reason(of: error))")
                    }
                    // A bus that is stopped goes on some time; one that was never there doesn't
                    // come.
                    guard (error as? BusError)?.isTimeout == true || !isFirst else { return }
                }
                told = session?.told ?? told
                session = nil
                try? await EventLoop.shared.sleep(for: pause)
                pause = min(pause * 2, .seconds(60))
            }
        }
    }

    /// What is to be seen and heard has changed.
    func show(_ display: DictationDisplay, hasOverlay: Bool) {
        music?.quiet(display.state == .recording)
        defer { lastNotice = display.notice }
        guard let notice = display.notice, notice != lastNotice else { return }
        // At a start nobody looks at the overlay.
        guard notice.isOffer || notice.severity == .error && !hasOverlay else { return }
        notifications?.show(notice)
    }

    /// Leaves the desktop as it was.
    func end() async {
        following?.cancel()
        session = nil
        await music?.end(within: .milliseconds(300))
    }
}
