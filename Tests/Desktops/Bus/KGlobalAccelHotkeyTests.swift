import Dictation
import DictationParts
import HotkeyChords
import HotkeyEvdev
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import DesktopBus

/// KDE's global shortcuts, mocked by python-dbusmock: what is set and loaded is as in
/// kglobalacceld's `KGlobalAccelD::setShortcutKeys`.
@Suite(.runningLoop, .needsMessageBus, .timeLimit(.minutes(5))) struct KGlobalAccelHotkeyTests {
    private static let interface = "org.kde.KGlobalAccel"
    private static let component = "/component/utter"

    @EventLoopActor
    private final class Stage {
        let server: BusServer
        let kde: BusMock
        let presses: BusMock
        private var hotkey: KGlobalAccelHotkey?
        private(set) var events: [String] = []

        /// - Parameter taken: the key that belongs to another program, as Qt's number.
        init(taken: Int = 0) async throws {
            server = try await BusServer()
            kde = try await server.mock("org.kde.kglobalaccel", "/kglobalaccel", interface)
            presses = try await kde.addObject(component, "org.kde.kglobalaccel.Component")
            let keys = "dbus.Array(%s, signature='(ai)')"
            let common = "self.set = getattr(self, 'set', {}); self.normal = getattr(self, 'normal', {});"
                + " self.active = getattr(self, 'active', set()); name = tuple(args[0])[:2];"
            try await kde.addMethod("doRegister", takes: "as", returns: "", common)
            try await kde.addMethod(
                "defaultShortcutKeys", takes: "as", returns: "a(ai)",
                common + "ret = " + keys.replacing("%s", with: "self.normal.get(name, [])"))
            try await kde.addMethod(
                "setShortcutKeys", takes: "asa(ai)u", returns: "a(ai)",
                common + """

                if args[2] & 8:
                    self.normal[name] = args[1]
                else:
                    self.active.add(name)
                    if args[2] & 4 or name not in self.set:
                        self.set[name] = [key for key in args[1] if key[0][0] != \(taken)]
                ret = \(keys.replacing("%s", with: "self.set.get(name, args[1])"))
                """)
            try await kde.addMethod(
                "setInactive", takes: "as", returns: "", common + "self.active.discard(name)")
            try await kde.addMethod(
                "getComponent", takes: "s", returns: "o", "ret = dbus.ObjectPath('\(component)')")
            try await kde.addMethod(
                "actionList", takes: "(ai)", returns: "as",
                "ret = ['kwin', 'Walk', 'KWin', 'Walk Through Windows']"
                    + " if args[0][0][0] == \(taken) else dbus.Array([], signature='s')")
        }

        func start(_ chord: String, substitute: (any HotkeySource)? = nil) throws {
            hotkey?.stop()
            hotkey = KGlobalAccelHotkey(
                chords: [try HotkeyChord(chord, names: .evdev)],
                cancel: try HotkeyChord("Ctrl+Escape", names: .evdev), names: .evdev,
                on: SessionBus(environment: server.environment), substitute: substitute)
            hotkey?.start { [weak self] in self?.events.append($0.words) }
        }

        func stop() { hotkey?.stop() }

        func watchCancel() { hotkey?.watch(cancel: true) }

        func emit(_ signal: String, _ action: String) async throws {
            try await presses.emit(
                signal, "ssx", [.string("utter"), .string(action), .int64(1)])
        }

        func wait(for expected: [String]) async throws {
            try await waitUntil("\(expected) is reported, not only \(events)") {
                events.count >= expected.count
            }
            #expect(events == expected)
        }

        /// The keys and flags of each call that took keys for the hotkey.
        func taken(atLeast count: Int) async throws -> [(key: Int?, flags: Int?)] {
            // The component is asked for after the keys are taken.
            _ = try await kde.calls(of: "getComponent", atLeast: count)
            let calls = try await kde.calls(of: "setShortcutKeys")
            return calls.filter { $0[0].elements?[1].string == "dictate-1" }.map {
                ($0[1].elements?.first?.elements?.first?.elements?.first?.integer, $0[2].integer)
            }
        }
    }

    @EventLoopActor @Test func takesTheKeysAndReportsThem() async throws {
        let stage = try await Stage()
        try stage.start("Super+F9")
        let calls = try await stage.taken(atLeast: 1)
        #expect(calls.map(\.key) == [0x1100_0038, 0x1100_0038])
        // The default first, then the key itself whatever was stored.
        #expect(calls.map(\.flags) == [8, 6])
        // It listens once the component is known to it.
        while stage.events.isEmpty {
            try await stage.emit("globalShortcutPressed", "dictate-1")
        }
        // KWin 6.3 repeats it while the key is held.
        for _ in 0..<5 { try await stage.emit("globalShortcutPressed", "dictate-1") }
        try await stage.emit("globalShortcutPressed", "cancel")
        try await stage.emit("globalShortcutReleased", "dictate-1")
        try await stage.wait(for: ["pressed 0", "released 0"])
        stage.watchCancel()
        try await stage.emit("globalShortcutPressed", "cancel")
        try await stage.wait(for: ["pressed 0", "released 0", "cancel"])
        stage.stop()
        #expect(try await stage.kde.calls(of: "setInactive", atLeast: 2).count == 2)
    }

    /// What the user has set in KDE's settings stays, until the configuration has another key.
    @EventLoopActor @Test func keepsTheUsersKeyUntilTheConfigurationChanges() async throws {
        let stage = try await Stage()
        try stage.start("Super+F9")
        #expect(try await stage.taken(atLeast: 1).map(\.flags) == [8, 6])
        try stage.start("Super+F9")
        #expect(try await stage.taken(atLeast: 2).map(\.flags) == [8, 6, 2])
        try stage.start("Super+F10")
        let calls = try await stage.taken(atLeast: 3)
        #expect(calls.map(\.flags) == [8, 6, 2, 8, 6])
        #expect(calls.last?.key == 0x1100_0039)
    }

    @EventLoopActor @Test func saysWhoseTheKeyIs() async throws {
        let stage = try await Stage(taken: 0x1100_0038)
        try stage.start("Super+F9")
        try await stage.wait(
            for: ["failed: “Super+F9” belongs to “Walk Through Windows” of “KWin”"])
    }

    @EventLoopActor @Test func saysWhichKeysItCannotWatchFor() async throws {
        let stage = try await Stage()
        try stage.start("RightCtrl")
        try await stage.wait(
            for: ["failed: it can’t watch for “RightCtrl”, and none is set in its settings"])
    }

    @EventLoopActor @Test func thePortalWatchesWhereKDEDoesNot() async throws {
        let server = try await BusServer()
        let bus = SessionBus(environment: server.environment)
        let chord = try HotkeyChord("F9", names: .evdev)
        let hotkey = KGlobalAccelHotkey(
            chords: [chord], names: .evdev, on: bus,
            substitute: PortalHotkey(chords: [chord], names: .evdev, on: bus))
        #expect(hotkey.availability() == .available)
        var problems: [Problem] = []
        hotkey.start { if case .failed(let problem) = $0 { problems.append(problem) } }
        try await waitUntil("both have failed") { !problems.isEmpty }
        #expect(problems[0].what.contains("org.freedesktop.portal.GlobalShortcuts"))
        #expect(problems[0].why.contains("nor does KDE (KGlobalAccel): "))
        #expect(await hotkey.problem()?.why.contains("nor does KDE") == true)
    }

    @Test(arguments: [
        ("F9", 0x0100_0038), ("Ctrl+Alt+D", 0x0c00_0044), ("Shift+Super+KEY_1", 0x1200_0031),
        ("Pause", 0x0100_0008), ("RightCtrl", nil), ("BTN_SIDE", nil),
    ] as [(String, Int32?)])
    func namesKeysAsQtDoes(_ chord: String, _ key: Int32?) throws {
        #expect(try HotkeyChord(chord, names: .evdev).qtKey(.evdev) == key)
    }
}
