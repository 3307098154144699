public import Dictation
import Glibc
import KeyStrokes
import LinuxRuntime
import WaylandClient

/// Types through the compositor's virtual-keyboard protocol (virtual-keyboard-unstable-v1 of
/// wlroots: sway, Hyprland, river, labwc, Wayfire, niri, COSMIC), with a keymap made for the text.
///
/// Any text arrives, in Wayland windows as in those of Xwayland; except that Chromium on Wayland
/// cuts characters beyond U+FFFF to 16 bits, so emoji come out wrong there. Keys that the person
/// holds are no matter: the virtual keyboard has modifiers of its own.
public final class WaylandSink: TextSink {
    public let name = "wayland"
    public let capabilities: SinkCapabilities = [.anyText, .deletes]
    /// The protocol knows nothing of windows.
    public let focusedTarget: SinkTarget? = nil
    public let documentContextBeforeInput: String? = nil

    private let display: String?
    private let hasX11Windows: Bool
    private var session: Session?
    /// What the last `prepare` found missing in the compositor at this path.
    private var lack: (path: String, problem: Problem)?

    fileprivate struct Session {
        let connection: WaylandConnection
        let keyboard: VirtualKeyboard
        let queues: ReceiverQueues
    }

    /// - Parameters:
    ///   - display: the compositor's socket as a path or a name in $XDG_RUNTIME_DIR; nil for
    ///     $WAYLAND_DISPLAY.
    ///   - hasX11Windows: whether the focused window may be one of Xwayland; nil for whether
    ///     $DISPLAY is set.
    public init(display: String? = nil, hasX11Windows: Bool? = nil) {
        self.display = display
        self.hasX11Windows = hasX11Windows ?? (getenv("DISPLAY") != nil)
    }

    /// Whether a compositor's socket is there and, once `prepare` has asked it, whether the
    /// compositor has the protocol.
    public func availability() -> Availability {
        do throws(Problem) {
            let path = try WaylandSocket.path(display: display)
            if !WaylandSocket.exists(path) {
                throw Problem(
                    "cannot reach the Wayland compositor at \(path)",
                    why: "there is no socket that this user may use",
                    remedy: "Check that WAYLAND_DISPLAY names the running session.")
            }
            if let lack, lack.path == path { throw lack.problem }
            return .available
        } catch {
            return .unavailable(error)
        }
    }

    public func prepare() async throws(Problem) {
        if let session, session.connection.failure == nil { return }
        session = nil
        let path = try WaylandSocket.path(display: display)
        let connection = try WaylandConnection(path: path)
        let globals = WaylandGlobals(of: connection)
        try await connection.roundtrip()
        guard globals.isComplete else {
            let problem = Self.lackOfProtocol
            lack = (path, problem)
            throw problem
        }
        lack = nil
        // What the seat has is told once it is bound.
        try await connection.roundtrip()
        let isFirstKeyboard = !globals.seatHasKeyboard
        let keyboard = VirtualKeyboard(on: globals)
        try keyboard.upload(.plain)
        try await connection.roundtrip()
        if isFirstKeyboard {
            // Windows begin to listen to a seat's keyboard only now that it has one, and keys
            // before that are lost. The compositor tells nobody else that they do.
            try? await EventLoop.shared.sleep(for: Self.timeToListen)
        }
        session = Session(
            connection: connection, keyboard: keyboard, queues: ReceiverQueues(of: connection))
    }

    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        let strokes: [SymbolStroke]
        do throws(Problem) {
            strokes = try SymbolStroke.typing(text)
        } catch {
            throw SinkFailure(inserted: 0, problem: error)
        }
        try await type(strokes)
    }

    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        try await type(SymbolStroke.deleting(count))
    }

    public func close() {
        session = nil
    }

    // MARK: Typing

    private func type(_ strokes: [SymbolStroke]) async throws(SinkFailure) {
        guard let session else {
            throw SinkFailure(
                inserted: 0,
                problem: Problem("cannot type through Wayland", why: "not connected"))
        }
        let redefining = !hasX11Windows || session.timeToRead <= .zero
        let bursts = TypingBurst.plan(
            strokes, on: session.keyboard.slots, redefining: redefining)
        var typed = 0
        for burst in bursts {
            if burst.keymap?.redefines == true, hasX11Windows {
                // Wayland windows get the keymap in order with the keys. Those of Xwayland ask
                // for it when they come to know of it, and would read keys typed before with a
                // keymap made after. Nothing tells that they have read. Cancelling ends the wait,
                // and the next lines notice.
                try? await EventLoop.shared.sleep(for: session.timeToRead)
            }
            do throws(Problem) {
                try await session.queues.makeRoom()
            } catch {
                throw SinkFailure(inserted: typed, problem: error)
            }
            if burst.startsCharacter, Task.isCancelled {
                throw SinkFailure(inserted: typed, problem: nil)
            }
            do throws(Problem) {
                try await session.type(burst)
            } catch {
                throw SinkFailure(inserted: typed, problem: error)
            }
            typed += burst.strokes.count { $0.endsCharacter }
        }
    }

    /// For a busy window to bind a keyboard, three messages to and fro.
    private static let timeToListen = Duration.milliseconds(250)

    private static var lackOfProtocol: Problem {
        let compositor = WaylandSocket.compositorName.map { "(\($0)) " } ?? ""
        return Problem(
            "cannot type through Wayland",
            why: "this compositor \(compositor)has no zwp_virtual_keyboard_manager_v1",
            remedy: "Use the sink uinput: GNOME and KDE have no such protocol.")
    }
}

extension WaylandSink.Session {
    /// How long a slow receiver may still be busy with what was typed.
    fileprivate var timeToRead: Duration {
        max(.zero, .nanoseconds(keyboard.readBy - MonotonicClock.nanoseconds))
    }

    fileprivate func type(_ burst: TypingBurst) async throws(Problem) {
        if let keymap = burst.keymap { try keyboard.upload(PrivateKeymap(slots: keymap.slots)) }
        keyboard.press(burst.strokes)
        // Counted only once the compositor has it: whoever takes over after its end may repeat
        // a burst but not lose one.
        try await connection.roundtrip()
    }
}
