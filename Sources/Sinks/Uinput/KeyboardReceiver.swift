import Dictation
import KeyStrokes
import LinuxRuntime

/// What opens our keyboard and gives its keys their meaning: an X server, a compositor, the
/// Linux console.
@EventLoopActor
protocol KeyboardReceiver: AnyObject {
    /// For people: `the X server :0`.
    var name: String { get }

    /// Begins to look out for new keyboards. Called before ours is made.
    func beginWatching() async throws

    /// Suspends until our keyboard has been opened.
    ///
    /// - Throws: a problem after `limit`; `CancellationError`.
    func waitUntilOpened(_ node: String, within limit: Duration) async throws

    /// What the keys of our keyboard mean now.
    ///
    /// - Parameter lights: what our keyboard's lights show.
    func activeLayout(lights: KeyboardLocks) async throws -> ActiveLayout

    /// The name of the layout that the person's own keyboard has now: `German (no dead keys)`.
    func ownLayoutName() async throws -> String

    /// A modifier that is down on any keyboard, where the receiver tells.
    func heldModifier() async throws -> String?

    /// Takes note of the window that has the focus, where the receiver tells.
    func beginTyping() async throws

    /// Suspends until the receiver has read what was typed, as far as it can be asked.
    ///
    /// - Parameter releases: how many keys were released since the last call.
    /// - Throws: a problem if the focus has moved since `beginTyping`, or the receiver hangs.
    func catchUp(after releases: Int) async throws

    /// Whether the connection to it has ended, for good.
    func isGone() async -> Bool
}

extension KeyboardReceiver {
    func ownLayoutName() async throws -> String {
        let layout = try await activeLayout(lights: [])
        return layout.keymap.groupName(layout.group)
    }

    func heldModifier() -> String? { nil }

    func isGone() -> Bool { false }

    /// Asks until our keyboard is open: some ten times, once in the life of the program. No event
    /// tells of it, or only on a second connection.
    ///
    /// - Throws: a problem after `limit`; what `isOpen` throws; `CancellationError`.
    func poll(
        _ node: String, within limit: Duration, remedy: String = "",
        isOpen: () async throws -> Bool
    ) async throws {
        let deadline = MonotonicClock.nanoseconds + limit.nanoseconds
        while try await !isOpen() {
            guard MonotonicClock.nanoseconds < deadline else {
                throw Problem(
                    "the virtual keyboard \(node) is not ready",
                    why: "\(name) has not opened it within \(limit)", remedy: remedy)
            }
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
    }
}

/// What keys mean to a receiver.
struct ActiveLayout {
    var keymap: Keymap
    var group = 0
    var locks: KeyboardLocks
    /// Nil if the receiver composes nothing.
    var compose: ComposeTable?
    /// Who told the keymap and the group, for people: `sway`.
    var source: String
}

/// That typing ended because the focus is elsewhere.
enum FocusLoss {
    static let problem = Problem(
        "typing stopped", why: "another window got the focus",
        remedy: "“utter retype” types the rest where you want it.")
}
