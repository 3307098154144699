import Dictation
import KeyStrokes

/// What opens our keyboard and gives its keys their meaning: an X server, a compositor, the
/// Linux console.
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

    /// Suspends until the receiver has read what was typed, as far as it can be asked.
    func catchUp() async throws
}

/// What keys mean to a receiver.
struct ActiveLayout {
    var keymap: Keymap
    var group = 0
    var locks: KeyboardLocks
    /// Nil if the receiver composes nothing.
    var compose: ComposeTable?
}
