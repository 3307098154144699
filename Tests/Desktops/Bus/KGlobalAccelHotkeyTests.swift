import Dictation
import DictationParts
import HotkeyChords
import HotkeyHelper
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import DesktopBus

/// KDE's global shortcuts, mocked.
@Suite(.runningLoop, .needsMessageBus, .timeLimit(.minutes(5))) struct KGlobalAccelHotkeyTests {
    @EventLoopActor
    private final class Stage {
        let server: BusServer
        let kde: KGlobalAccelMock
        private(set) var hotkey: KGlobalAccelHotkey?
        private(set) var events: [String] = []

        /// - Parameter taken: the key that belongs to another program, as Qt's number.
        init(taken: Int = 0) async throws {
            server = try await BusServer()
            kde = try await KGlobalAccelMock(on: server, taken: taken)
        }

        func start(_ chord: String, substitute: (any HotkeySource)? = nil) throws {
            hotkey?.stop()
            hotkey = KGlobalAccelHotkey(
                chords: [try HotkeyChord(chord, names: .evdev)],
                cancel: try HotkeyChord("Ctrl+Escape", names: .evdev), names: .evdev,
                on: SessionBus(environment: server.environment), substitute: substitute)
            hotkey?.start { [weak self] in
                if $0 != .answered { self?.events.append($0.words) }
            }
        }

        func stop() { hotkey?.stop() }

        func watchCancel() { hotkey?.watch(cancel: true) }

        func emit(_ signal: String, _ action: String) async throws {
            try await kde.emit(signal, action)
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
            _ = try await kde.object.calls(of: "getComponent", atLeast: count)
            let calls = try await kde.object.calls(of: "setShortcutKeys")
            return calls.filter { $0[0].elements?[1].string == "hotkey-1" }.map {
                ($0[1].elements?.first?.elements?.first?.elements?.first?.integer, $0[2].integer)
            }
        }
    }

    @EventLoopActor @Test func takesTheKeysAndReportsThem() async throws {
        let stage = try await Stage()
        try stage.start("Super+F9")
        let calls = try await stage.taken(atLeast: 1)
        #expect(calls.map(\.key) == [nil, 0x1100_0038, 0x1100_0038])
        // Whatever was stored is given up, the key is taken, and is the default from then on.
        #expect(calls.map(\.flags) == [4, 6, 8])
        // It listens once the component is known to it.
        while stage.events.isEmpty {
            try await stage.emit("globalShortcutPressed", "hotkey-1")
        }
        // KWin 6.3 repeats it while the key is held.
        for _ in 0..<5 { try await stage.emit("globalShortcutPressed", "hotkey-1") }
        try await stage.emit("globalShortcutPressed", "cancel")
        try await stage.emit("globalShortcutReleased", "hotkey-1")
        try await stage.wait(for: ["pressed 0", "released 0"])
        stage.watchCancel()
        try await stage.emit("globalShortcutPressed", "cancel")
        try await stage.wait(for: ["pressed 0", "released 0", "cancel"])
        stage.stop()
        #expect(try await stage.kde.object.calls(of: "setInactive", atLeast: 2).count == 2)
    }

    /// What the user has set in KDE's settings stays, until the configuration has another key.
    @EventLoopActor @Test func keepsTheUsersKeyUntilTheConfigurationChanges() async throws {
        let stage = try await Stage()
        try stage.start("Super+F9")
        #expect(try await stage.taken(atLeast: 1).map(\.flags) == [4, 6, 8])
        try stage.start("Super+F9")
        #expect(try await stage.taken(atLeast: 2).map(\.flags) == [4, 6, 8, 2])
        try stage.start("Super+F10")
        let calls = try await stage.taken(atLeast: 3)
        #expect(calls.map(\.flags) == [4, 6, 8, 2, 4, 6, 8])
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
        #expect(stage.hotkey?.unsupported == ["RightCtrl"])
        try await stage.wait(
            for: ["failed: it can’t watch for “RightCtrl”, and none is set in its settings"])
    }

    /// A desktop would keep Escape from every window.
    @EventLoopActor
    @Test(arguments: [("Escape", false), ("Ctrl+Escape", true)])
    func escapeAloneDoesNotCancel(_ chord: String, _ cancels: Bool) throws {
        let cancel = try HotkeyChord(chord, names: .evdev)
        let dictate = try HotkeyChord("F9", names: .evdev)
        let bus = SessionBus(environment: [:])
        let kde = KGlobalAccelHotkey(chords: [dictate], cancel: cancel, names: .evdev, on: bus)
        let portal = PortalHotkey(chords: [dictate], cancel: cancel, names: .evdev, on: bus)
        #expect(kde.watchesCancel == cancels && portal.watchesCancel == cancels)
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

    @Test(
        arguments: [
            ("F9", 0x0100_0038), ("Ctrl+Alt+D", 0x0c00_0044), ("Shift+Super+KEY_1", 0x1200_0031),
            ("Pause", 0x0100_0008), ("RightCtrl", nil), ("BTN_SIDE", nil),
        ] as [(String, Int32?)])
    func namesKeysAsQtDoes(_ chord: String, _ key: Int32?) throws {
        #expect(try HotkeyChord(chord, names: .evdev).qtKey(.evdev) == key)
    }
}
