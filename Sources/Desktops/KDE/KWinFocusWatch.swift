import DesktopParts
import KWinScripting
import LinuxRuntime
import MonotonicTime
import Problems

/// Detects, during typing, when KWin moves the focus to another window.
///
/// KWin reports it over D-Bus, the keys go over Wayland: those that are pressed until the report is
/// read, some milliseconds, go to the other window.
@EventLoopActor
final class KWinFocusWatch {
    private var script: KWinScript?
    /// The window that had the focus at the start; nil until it is known.
    private var first: KWinWindow??
    private var now: KWinWindow?
    private let waiters = Waiters()

    /// How long KWin may take to report the first window.
    private static let timeout = Duration.seconds(1)
    /// How long no window may be active. KWin reports that for a moment whenever one window follows
    /// another, also when a menu or a notification closes and the same window gets the focus back; on a
    /// busy machine the moment is long. Nothing is typed in it.
    private static let grace = Duration.seconds(2)

    /// Begins to watch; the window that has the focus now is the one to type into.
    ///
    /// - Throws: why KWin can't be asked.
    static func begin(
        on bus: MessageBus, folder: String?
    ) async throws -> KWinFocusWatch {
        let watch = KWinFocusWatch()
        let script = try await KWinScript.run(
            "utter_watch", "tell(active())\nactivated.connect(tell)", on: bus, folder: folder
        ) { [weak watch] in watch?.note($0) }
        watch.script = script
        await watch.waiters.until({ watch.first != nil }, within: Deadline.limit(timeout))
        guard watch.first != nil else {
            throw Problem("cannot ask KWin for the focused window", why: "it does not answer")
        }
        return watch
    }

    private init() {}

    private func note(_ window: KWinWindow?) {
        if first == nil { first = .some(window) }
        now = window
        waiters.wake()
    }

    /// Suspends while no window is active, for a moment at most.
    ///
    /// - Throws: a problem if another window has the focus, or none.
    func check() async throws {
        guard let first = first ?? nil else { return }
        if now == nil { await waiters.until({ now != nil }, within: Self.grace) }
        try Task.checkCancellation()
        if now?.identifier != first.identifier { throw FocusLoss.problem }
    }

    /// Unloads the script.
    func end() {
        script?.unload()
        script = nil
    }
}
