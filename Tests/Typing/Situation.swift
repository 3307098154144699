import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// A place to type into, and the state of the keyboard: one cell of the matrix.
struct Situation: Sendable, CustomTestStringConvertible {
    enum Layout: String, CaseIterable, Sendable {
        case us, de, fr
        /// us and ru, with ru active.
        case russian = "us,ru"
        case international = "us(intl)"

        /// setxkbmap's arguments.
        var arguments: [String] {
            self == .international ? ["us", "-variant", "intl"] : [rawValue]
        }

        /// The group that is active.
        var group: Int { self == .russian ? 1 : 0 }
    }

    enum WindowManager: String, CaseIterable, Sendable { case none, openbox }

    enum Keyboard: String, CaseIterable, Sendable {
        case atRest = "at rest"
        case capsLock = "Caps Lock"
        case shift = "Shift held"
        case superKey = "Super held"

        /// The key that is down when typing starts, by xdotool's name.
        var heldKey: String? {
            switch self {
            case .atRest, .capsLock: nil
            case .shift: "shift"
            case .superKey: "super"
            }
        }
    }

    var receiver: Receiver
    var layout: Layout
    var windowManager: WindowManager
    var keyboard: Keyboard

    var testDescription: String {
        "\(receiver), \(layout.rawValue), window manager \(windowManager.rawValue), "
            + keyboard.rawValue
    }

    // MARK: Selection and number of runs

    /// `UTTER_TYPING=full`: all situations, ten consecutive runs or `UTTER_TYPING_RUNS` ones, in
    /// all windows or those whose kind begins with `UTTER_TYPING_WINDOW`. Otherwise a sample, once.
    static let runs = FullTyping.runs(10)
    static let chosen =
        FullTyping.isWanted ? all.filter { $0.testDescription.hasPrefix(window) } : sample
    private static let window = ProcessInfo.processInfo.environment["UTTER_TYPING_WINDOW"] ?? ""

    /// Every window in every layout with and without a window manager, and in every state of the
    /// keyboard, where layouts and window managers take turns.
    static let all: [Situation] = Receiver.windows.enumerated().flatMap { window, fields in
        let places = Layout.allCases.flatMap { layout in
            WindowManager.allCases.map { (layout: layout, windowManager: $0) }
        }
        let atRest = places.map { ($0, Keyboard.atRest) }
        let otherwise = Keyboard.allCases.dropFirst().enumerated().map { turn, keyboard in
            (places[(window * 2 + turn * 3) % places.count], keyboard)
        }
        return (atRest + otherwise).enumerated().map { number, cell in
            Situation(
                receiver: fields[number % fields.count], layout: cell.0.layout,
                windowManager: cell.0.windowManager, keyboard: cell.1)
        }
    }

    /// Every receiver, layout, window manager and state of the keyboard at least once.
    private static let sample = [
        Situation(receiver: .xterm, layout: .us, windowManager: .none, keyboard: .atRest),
        Situation(receiver: .xterm, layout: .fr, windowManager: .openbox, keyboard: .superKey),
        Situation(
            receiver: .xterm, layout: .international, windowManager: .none, keyboard: .shift),
        Situation(receiver: .gtk3Entry, layout: .de, windowManager: .openbox, keyboard: .capsLock),
        Situation(receiver: .gtk3View, layout: .russian, windowManager: .none, keyboard: .atRest),
        Situation(receiver: .gtk4Entry, layout: .us, windowManager: .openbox, keyboard: .superKey),
        Situation(receiver: .gtk4View, layout: .fr, windowManager: .none, keyboard: .capsLock),
        Situation(
            receiver: .qt5Entry, layout: .international, windowManager: .openbox,
            keyboard: .atRest),
        Situation(receiver: .chromium, layout: .de, windowManager: .none, keyboard: .shift),
        Situation(
            receiver: .chromium, layout: .russian, windowManager: .openbox, keyboard: .atRest),
        Situation(receiver: .tk, layout: .de, windowManager: .openbox, keyboard: .capsLock),
    ]
}

/// A situation that has been set up.
@EventLoopActor
struct Stage {
    let situation: Situation
    let server: XServer
    let window: ReceiverWindow
    let state: XKeyboardState
    private let windowManager: ChildProcess?

    init(_ situation: Situation) async throws {
        self.situation = situation
        server = try await XServer()
        windowManager =
            situation.windowManager == .openbox ? try await server.startWindowManager() : nil
        try await server.run(["setxkbmap"] + situation.layout.arguments)
        window = try await ReceiverWindow(situation.receiver, on: server)
        state = XKeyboardState(server)
        state.lock(group: situation.layout.group)
        if situation.keyboard == .capsLock {
            try await server.run(["xdotool", "key", "Caps_Lock"])
        }
    }

    /// Types a text, and expects it to arrive and the keyboard's state to be unchanged, except for
    /// the held key.
    func type(_ text: SampleText, _ name: String, with type: () async throws -> Void) async throws {
        let keymap = state.xtestKeymap
        if let key = situation.keyboard.heldKey {
            try await server.run(["xdotool", "keydown", key])
        }
        try await type()
        try await window.expectText(text.string, "\(name)")
        try await window.clear()
        #expect(state.xtestKeymap == keymap)
        #expect(state.keysDown.isEmpty)
        #expect(state.group == situation.layout.group)
        #expect(state.isCapsLocked == (situation.keyboard == .capsLock))
    }

    func close() async throws {
        try await window.close()
    }
}
