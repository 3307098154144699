import Assembly
import DesktopBus
import Dictation
import Glibc
import LinuxRuntime
import Settings

/// The connection between the daemon and the desktop, through the message buses. Without buses,
/// dictation still works.
@EventLoopActor
final class DesktopLink {
    private let bus = SessionBus(environment: BusEnvironment.current)
    private var notifications: Notifications?
    private var music: MediaPauser?
    private var session: LoginSession?
    private var following: Task<Void, Never>?
    private var lastNotice: Notice?
    /// Called when the button of a notification was pressed.
    var onAction: (Notice.Action) -> Void = { _ in }

    init(_ settings: Settings) {
        adopt(settings)
    }

    /// Changes the settings, while idle.
    func adopt(_ settings: Settings) {
        notifications = settings.overlay.notifications ? Notifications(on: bus) : nil
        notifications?.onAction = { [weak self] in self?.onAction($0) }
        music =
            switch settings.audio.music {
            case .leave: nil
            case .pause: MediaPauser(.pause, on: bus)
            case .lower: MediaPauser(.lower, on: bus)
            }
    }

    /// From now on reports changes of the user's session.
    func watchSession(_ send: @escaping (LoginSession.Event) -> Void) {
        following = EventLoop.task { [self] in
            var reported: SessionUnavailable?
            var pause = Duration.seconds(1)
            while !Task.isCancelled {
                do {
                    let session = try LoginSession(
                        environment: BusEnvironment.current, reported: reported, send)
                    self.session = session
                    try await session.follow()
                    pause = .seconds(1)
                    try await session.waitForEnd()
                    Log.warning(
                        "the system’s message bus has ended: nothing reports when the screen"
                            + " is locked")
                } catch {
                    guard !Task.isCancelled else { return }
                    let isFirst = pause == .seconds(1)
                    if isFirst {
                        Log.notice(
                            "dictation doesn’t stop when the screen is locked: systemd-logind"
                                + " knows of no session: \(reason(of: error))")
                    }
                    // A stopped bus may continue after some time; one that never existed won't
                    // appear.
                    guard (error as? BusError)?.isTimeout == true || !isFirst else { return }
                }
                reported = session?.reported ?? reported
                session = nil
                try? await EventLoop.shared.sleep(for: pause)
                pause = min(pause * 2, .seconds(60))
            }
        }
    }

    /// Follows a change of the display.
    func show(_ display: DictationDisplay, hasOverlay: Bool) {
        music?.quiet(display.state == .recording)
        defer { lastNotice = display.notice }
        guard let notice = display.notice, notice != lastNotice else { return }
        // An error at the start may be overlooked on the overlay. Without an overlay the user must see
        // the text that is proposed, which others may see there, too, and what was taken
        // for a command.
        let isForAnybody =
            notice.severity == .error || notice.proposal != nil
            || notice.actions.contains(.undo)
        guard notice.isOffer || isForAnybody && !hasOverlay else { return }
        notifications?.show(notice)
    }

    /// Restores the desktop's state.
    func end() async {
        following?.cancel()
        session = nil
        await music?.end(within: .milliseconds(300))
    }
}
