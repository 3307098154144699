package import KeyStrokes
package import LinuxRuntime
import MonotonicTime
package import Problems

/// The program that reads our keyboard and gives its keys their meaning: an X server, a compositor,
/// the Linux console.
@EventLoopActor
package protocol KeyboardReceiver: AnyObject {
    /// Its name for messages: `the X server :0`.
    var name: String { get }

    /// Begins to watch for new keyboards. Called before ours is made.
    func beginWatching() async throws

    /// Suspends until it has opened our keyboard.
    ///
    /// - Throws: a problem after `limit`; `CancellationError`.
    func waitUntilOpened(_ node: String, within limit: Duration) async throws

    /// The layout that our keyboard has now.
    ///
    /// - Parameter lights: the lights of our keyboard.
    func activeLayout(lights: KeyboardLocks) async throws -> ActiveLayout

    /// The name of the layout of the user's own keyboard: `German (no dead keys)`.
    func ownLayoutName() async throws -> String

    /// A modifier that is pressed on any keyboard, if the receiver reports it.
    func heldModifier() async throws -> String?

    /// Stores the focused window, if the receiver reports it.
    func beginTyping() async throws

    /// Suspends while it is unknown which window has the focus, if the receiver reports it.
    ///
    /// - Throws: a problem if the focus has moved since `beginTyping`, as far as is known by now.
    func checkFocus() async throws

    /// Typing is over: the focus need not be followed any more.
    func endTyping()

    /// Suspends until the receiver has read what was typed, as far as that is known.
    ///
    /// - Parameter releases: the number of keys released since the last call.
    /// - Throws: a problem if the focus has moved since `beginTyping`, or the receiver hangs.
    func catchUp(after releases: Int) async throws

    /// Whether the connection to the receiver has ended.
    func isGone() async -> Bool
}

extension KeyboardReceiver {
    package func ownLayoutName() async throws -> String {
        let layout = try await activeLayout(lights: [])
        if let method = layout.inputMethod {
            throw Problem(
                "the active layout has no name", why: "the input method “\(method)” is active")
        }
        return layout.keymap.groupName(layout.group)
    }

    package func heldModifier() -> String? { nil }

    package func checkFocus() {}

    package func endTyping() {}

    package func isGone() -> Bool { false }

    /// Polls until our keyboard is open: some ten times, once in the life of the program. There is
    /// no event for it, or only on a second connection.
    ///
    /// - Throws: a problem after `limit`; what `isOpen` throws; `CancellationError`.
    package func poll(
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

/// The layout that a receiver applies to our keys.
package struct ActiveLayout {
    package var keymap: Keymap
    package var group: Int
    package var locks: KeyboardLocks
    /// Nil if the receiver doesn't compose.
    package var compose: ComposeTable?
    /// The input method that makes other text of its keys; nil if there is none.
    package var inputMethod: String?
    /// The source of the keymap and the group, for the user: `sway`.
    package var source: String

    package init(
        keymap: Keymap, group: Int = 0, locks: KeyboardLocks, compose: ComposeTable?,
        inputMethod: String? = nil, source: String
    ) {
        self.inputMethod = inputMethod
        self.keymap = keymap
        self.group = group
        self.locks = locks
        self.compose = compose
        self.source = source
    }
}

/// Typing ended because another window has the focus.
package enum FocusLoss {
    package static let problem = Problem(
        "typing stopped", why: "another window got the focus",
        remedy: "“utter retype” types the rest where you want it.")
}
