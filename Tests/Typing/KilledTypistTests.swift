import LinuxRuntime
import TestSupport
import Testing

/// A program that types is killed (SIGKILL), or stopped, at any point of a text: no key stays down and
/// no keymap changed, so that what is typed next arrives whole.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", "xterm", package: "xvfb and xterm"),
    .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"), .needs("xprop", package: "x11-utils"),
    .needs("sway", "foot", package: "sway and foot"),
    .needs("kwin_wayland", "Xwayland", package: "kwin-wayland and xwayland"))
struct KilledTypistTests {
    enum Place: CaseIterable {
        case xterm, gtkOnX11, foot, kwin
    }

    @EventLoopActor @Test(arguments: Place.allCases)
    func theNextTextIsWhole(after place: Place) async throws {
        let stage = try await KillScene(place)
        var random = SplitMix(seed: 3)
        let rounds = FullTyping.isWanted ? 50 : 12
        // The kill may come after the end.
        let whole = stage.text + KillScene.end + "\n"
        var cutShort = 0
        for round in 0..<rounds {
            let typist = try stage.begin()
            #expect(try await stage.line() == "begun")
            let lines = Int.random(in: 0..<stage.lines.count, using: &random)
            for number in 0..<lines { #expect(try await stage.line() == stage.lines[number]) }
            try await EventLoop.shared.sleep(
                for: .microseconds(Int.random(in: 0..<5_000, using: &random)))
            stage.look()
            typist.kill()
            try await stage.expectAllPutBack("round \(round)")
            // First what had arrived by then. A key that is down would change what follows.
            let mark = "after \(round): Größe, A, z, €"
            try await stage.type("\n\(mark)\n")
            var rest: [String] = []
            while rest.last != mark { rest.append(try await stage.line()) }
            let arrived = (stage.lines[..<lines] + rest.dropLast()).joined(separator: "\n")
            #expect(whole.hasPrefix(arrived), "round \(round)")
            if arrived.count < stage.text.count { cutShort += 1 }
        }
        print("\(place): killed in mid-text \(cutShort) of \(rounds) times")
        #expect(cutShort >= rounds / 4)
        // Otherwise there was nothing to put back.
        #expect(stage.hasSeenOtherKeymap != false)
        try await stage.end()
    }

    /// Not on X11, where the typist may be stopped while it has grabbed the server:
    /// `TypingGuardianTests`.
    @EventLoopActor @Test(arguments: [Place.foot, .kwin])
    func aStoppedTypistHoldsNoKey(_ place: Place) async throws {
        let stage = try await KillScene(place)
        var (stopped, late) = (0, "")
        for round in 0..<4 {
            let typist = try stage.begin()
            #expect(try await stage.line() == late + "begun")
            for number in 0..<round { #expect(try await stage.line() == stage.lines[number]) }
            typist.freeze(true)
            // Longer than the delay after which a key that is down repeats (KWin's and sway's 600 ms).
            try await EventLoop.shared.sleep(for: .seconds(1))
            try await stage.type("|")
            typist.freeze(false)
            var rest: [String] = []
            while rest.last != KillScene.end { rest.append(try await stage.line()) }
            typist.kill()
            let arrived = (stage.lines[..<round] + rest.dropLast()).joined(separator: "\n")
            let parts = arrived.split(separator: "|", omittingEmptySubsequences: false)
            #expect(parts.joined() + "\n" == stage.text)
            // On a busy machine the window may be so late that all had been typed.
            late = parts.count == 1 ? "|" : ""
            if parts.count == 2 { stopped += 1 }
        }
        #expect(stopped > 0)
        try await stage.end()
    }
}

/// A session with a window that is typed into.
@EventLoopActor
private final class KillScene {
    /// Twenty lines of capitals, symbols with AltGr, and dead keys; on X11 and sway also of what no
    /// layout has.
    let lines: [String]
    var text: String { lines.map { $0 + "\n" }.joined() }
    nonisolated static let end = "end"
    /// Whether the keyboard had another keymap when the typist was killed; nil where none changes.
    private(set) var hasSeenOtherKeymap: Bool?

    private let sink: TrialTypist.Sink
    private let environment: [String]
    private let read: () async throws -> String
    private let stop: () async throws -> Void
    private var keyboard: (state: XKeyboardState, keymap: String, display: XServer)?

    init(_ place: KilledTypistTests.Place) async throws {
        let line = "Größe: 12 €, „naiv“ à la café – über 50 % Öl @ Äsop's {x} [y] ~ é è ê á ô û? "
        lines = (0..<20).map { number in
            let others = place == .kwin ? "" : "őŁğ привет \(number) "
            return "\(number): " + others + String((line + line).dropFirst(number * 3).prefix(80))
        }
        switch place {
        case .xterm, .gtkOnX11:
            let display = try await XServer()
            let window = try await XWindow(place == .xterm ? .xterm : .textView, on: display)
            sink = .xtest
            environment = display.environment
            let state = XKeyboardState(display)
            keyboard = (state, state.xtestKeymap, display)
            hasSeenOtherKeymap = false
            var taken = 0
            read = {
                var line: Substring?
                try await waitUntil("a line arrives after \(taken)") {
                    let lines = window.text.split(separator: "\n", omittingEmptySubsequences: false)
                    line = lines.count > taken + 1 ? lines[taken] : nil
                    return line != nil
                }
                taken += 1
                return String(line!)
            }
            stop = {}
        case .foot:
            let server = try await SwayServer.start()
            sink = .virtualKeyboard
            environment = server.environment + ["WAYLAND_DISPLAY=\(server.socket)"]
            let window = try await server.open(.foot) { [environment] in
                try await TrialTypist.type($0, by: .virtualKeyboard, environment: environment)
            }
            read = { try await window.line() }
            stop = { try await server.stop() }
        case .kwin:
            let server = try await KWinServer(layouts: "de", hasX11Windows: true, isDrawn: false)
            sink = .kwin
            environment = server.environment
            let window = try await server.open(.xterm) { [environment] in
                try await TrialTypist.type($0, by: .kwin, environment: environment)
            }
            read = { try await window.line() }
            stop = { try await server.stop() }
        }
    }

    func begin() throws -> TrialTypist {
        try TrialTypist(sink, "begun\n\(text)\(Self.end)\n", environment: environment)
    }

    /// Types it by another program of the same kind.
    func type(_ text: String) async throws {
        try await TrialTypist.type(text, by: sink, environment: environment)
    }

    /// The next line that arrives.
    func line() async throws -> String { try await read() }

    /// Notes whether the keymap is another one at the moment.
    func look() {
        guard let keyboard, keyboard.state.xtestKeymap != keyboard.keymap else { return }
        hasSeenOtherKeymap = true
    }

    /// Expects that the keyboard is the user's again, without another typist's help.
    func expectAllPutBack(_ comment: String) async throws {
        guard let (state, keymap, display) = keyboard else { return }
        try await waitUntil("the keymap is the user’s again: \(comment)") {
            state.xtestKeymap == keymap && state.keysDown.isEmpty
        }
        // The guardian removes its property last.
        var properties = try await display.run("xprop", "-root")
        for _ in 0..<600 where properties.contains("_UTTER_XTEST_SESSION") {
            try await EventLoop.shared.sleep(for: .milliseconds(100))
            properties = try await display.run("xprop", "-root")
        }
        #expect(!properties.contains("_UTTER_XTEST_SESSION"), "\(comment)")
    }

    func end() async throws { try await stop() }
}
