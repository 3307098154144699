import DesktopParts
import LinuxRuntime

/// Detects when sway moves the focus to another window.
final class SwayFocus {
    private let events: SwayConnection
    /// sway's number of the window; nil if an empty workspace has the focus.
    private let window: Double?

    /// - Parameter socket: $SWAYSOCK.
    @EventLoopActor
    static func now(socket: String) async throws -> SwayFocus {
        // A separate connection, since events come between replies. Made before the tree is
        // requested, so that no change is missed.
        let events = try SwayConnection(socket)
        _ = try await events.request(.subscribe, #"["window", "workspace"]"#)
        let tree = try await SwayConnection(socket).request(.tree)
        return SwayFocus(events, tree.focusedWindow?["id"]?.number)
    }

    private init(_ events: SwayConnection, _ window: Double?) {
        self.events = events
        self.window = window
    }

    /// Throws if the focus has moved or the window is gone. sway sends its events before the
    /// answers to later requests, so after an answer nothing is missed.
    func check() async throws {
        while let event = try await events.event() {
            let change = event["change"]?.string
            if let container = event["container"] {
                let isOurs = container["id"]?.number == window
                if change == "focus", !isOurs { throw FocusLoss.problem }
                if change == "close", isOurs { throw FocusLoss.problem }
            } else if change == "focus", event["current"] != nil {
                // Another workspace; the event of its window, if any, follows.
                throw FocusLoss.problem
            }
        }
    }
}
