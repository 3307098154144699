import Glibc
package import KeyStrokes
package import LinuxRuntime
import MonotonicTime
package import Problems
package import WaylandClient

/// A connection to KWin on which keys can be pressed.
@EventLoopActor
package final class KWinInput {
    package let connection: WaylandConnection
    package let globals: WaylandGlobals
    package let keyboard: FakeKeyboard
    /// Nil if KWin doesn't report them to this connection.
    package let states: KeyStates?
    /// The most strokes between two rests. KWin 5, whose fake input has version 4, ends a client that
    /// is sent keys faster than it reads, and is sent half as many as KWin 6.
    package let strokesAtOnce: Int
    /// The rest after them.
    package static let rest = Duration.milliseconds(8)
    private let keymaps: SeatKeymap
    private var compiled: (text: String, keymap: Keymap)?

    /// How long KWin may take to notice a new .desktop file.
    private static let timeout = Duration.seconds(4)

    /// The program that connects; nil if it is missing.
    package nonisolated static var program: String? { KWinConnector.program }

    /// Why no key can be pressed here: the program that connects is missing.
    package nonisolated static var lackOfProgram: Problem {
        Problem(
            "cannot press keys through KWin", why: "the program utter-kwin is missing",
            remedy: "Install utter again.")
    }

    /// - Parameters:
    ///   - display: the compositor's socket as a path or a name in $XDG_RUNTIME_DIR; nil for
    ///     $WAYLAND_DISPLAY.
    ///   - launcher: a command that runs the program that connects as the session's user, if this
    ///     process belongs to another one.
    /// - Throws: a problem, with its fix if a .desktop file is missing or wrong.
    package static func open(
        display: String? = nil, launcher: [String] = []
    ) async throws(Problem) -> KWinInput {
        guard let program else { throw lackOfProgram }
        let path = try WaylandSocket.path(display: display)
        let permission = KWinPermission(program)
        let deadline = MonotonicClock.nanoseconds + timeout.nanoseconds
        while true {
            if let input = try await open(launcher + [program], path) { return input }
            guard permission.isFresh, MonotonicClock.nanoseconds < deadline, !Task.isCancelled
            else { throw permission.problem }
            try? await EventLoop.shared.sleep(for: .milliseconds(250))
        }
    }

    /// Nil if KWin doesn't let this connection press keys: it decides once for each.
    private static func open(
        _ command: [String], _ path: String
    ) async throws(Problem) -> KWinInput? {
        let connector = try await KWinConnector.connect(command, to: path)
        defer { connector.dismiss() }
        let globals = try await WaylandGlobals.all(of: connector.connection)
        let version = globals.fakeInputVersion ?? 0
        guard version >= 4, let keyboard = FakeKeyboard(globals) else { return nil }
        guard let keymaps = SeatKeymap(globals) else {
            throw Problem("cannot press keys through KWin", why: "its seat has no keyboard")
        }
        let input = KWinInput(connector.connection, globals, keyboard, keymaps, version)
        try await input.connection.roundtrip()
        return input
    }

    private init(
        _ connection: WaylandConnection, _ globals: WaylandGlobals, _ keyboard: FakeKeyboard,
        _ keymaps: SeatKeymap, _ version: UInt32
    ) {
        (self.connection, self.globals) = (connection, globals)
        (self.keyboard, self.keymaps) = (keyboard, keymaps)
        states = KeyStates(globals)
        strokesAtOnce = version < 5 ? 4 : 8
    }

    /// The keymap of KWin's keyboard, with all of the user's layouts as groups.
    package func keymap() throws(Problem) -> Keymap {
        guard let text = keymaps.text else {
            throw Problem("the keyboard layout is unknown", why: "KWin sends no keymap")
        }
        if let compiled, compiled.text == text { return compiled.keymap }
        let keymap = try Keymap(text: text)
        compiled = (text, keymap)
        return keymap
    }
}
