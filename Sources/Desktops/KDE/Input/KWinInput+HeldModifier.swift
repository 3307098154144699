import LinuxRuntime
import Problems
import WaylandClient

extension KWinInput {
    /// Suspends until the user holds no modifier, which KWin would apply to the keys that are pressed
    /// here too. KWin tells since version 6; before that it returns at once. Call it after a round
    /// trip, with no key of this process down.
    ///
    /// - Throws: a problem that names the key after `timeout`; `CancellationError`.
    package func waitUntilModifiersAreUp(within timeout: Duration) async throws {
        guard let states, states.heldModifier != nil else { return }
        let waiters = Waiters()
        states.changed = { waiters.wake() }
        defer { states.changed = {} }
        await waiters.until(
            { states.heldModifier == nil || connection.failure != nil }, within: timeout)
        try Task.checkCancellation()
        if let failure = connection.failure { throw failure }
        if let key = states.heldModifier {
            throw Problem(
                "cannot type while \(key) is held", why: "it would turn text into commands",
                remedy: "Let go of it.")
        }
    }
}
