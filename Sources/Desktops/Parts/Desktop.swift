package import DictationParts
package import KeyStrokes
package import LinuxRuntime
package import Problems

/// A desktop that utter asks: an X server, a compositor, the Linux console. An answer that a
/// desktop can't give is nil.
@EventLoopActor
package protocol Desktop: AnyObject {
    /// Whether it is a Wayland session, with or without Xwayland.
    var isWayland: Bool { get }

    /// The names of the sinks that type there if the configuration chooses none, in the order in
    /// which they are tried.
    var sinks: [String] { get }

    /// Whether its shell gives IBus each window's text field: what an engine of IBus's commits
    /// reaches them all.
    var hasIBus: Bool { get }

    /// Suspends until the shell has handled all that it had received before.
    ///
    /// - Throws: a problem if it doesn't answer. Returns at once if it can't be asked.
    func catchUp() async throws(Problem)

    /// Suspends until the user has pressed no key and not moved the mouse for a moment, but not for
    /// long. Returns at once if the desktop can't be asked.
    func waitForPause() async

    /// Whether it presses keys for programs that it permits to ask (KWin's fake input).
    var hasFakeInput: Bool { get }

    /// Knows the focused window.
    var focus: (any WindowFocus)? { get }

    /// Another one, that may be asked at any time; nil where it doesn't know the window's process.
    func makeFocus() -> (any WindowFocus)?

    /// Knows whether the screen is locked.
    var lock: (any ScreenLock)? { get }

    /// How it starts programs at login, where it doesn't reach graphical-session.target by itself.
    var sessionStart: SessionStart? { get }

    /// How fast it reads the keys of a keyboard.
    var pace: TypingPace { get }

    /// The program that reads the keyboards, and knows the layout in force.
    ///
    /// - Parameter layout: the configured one. If there is one, no other source of layouts is asked.
    /// - Throws: a problem if the desktop can't be asked.
    func keyboards(layout: LayoutNames?) async throws -> any KeyboardReceiver
}

extension Desktop {
    package var isWayland: Bool { false }
    package var sinks: [String] { usualSinks }

    /// The sinks for a desktop without special ones. In a Wayland session XTEST reaches only some
    /// of the windows.
    package var usualSinks: [String] {
        (isWayland ? ["input-method", "virtual-keyboard"] : ["xtest"]) + ["uinput", "clipboard"]
    }

    package var hasIBus: Bool { false }
    package func catchUp() async throws(Problem) {}
    package func waitForPause() async {}
    package var hasFakeInput: Bool { false }
    package var focus: (any WindowFocus)? { nil }
    package func makeFocus() -> (any WindowFocus)? { nil }
    package var lock: (any ScreenLock)? { nil }
    package var sessionStart: SessionStart? { nil }
}
