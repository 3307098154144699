import Dictation
import DictationParts
import HotkeyChords
import HotkeyEvdev
import LinuxRuntime
import MonotonicTime
import Problems
import TestSupport
import Testing

@testable import DesktopBus

/// The desktop's portal for shortcuts, mocked by python-dbusmock.
@Suite(.runningLoop, .needsMessageBus) struct PortalHotkeyTests {
    private static let interface = "org.freedesktop.portal.GlobalShortcuts"
    private static let session = "/org/freedesktop/portal/desktop/session/one"

    @EventLoopActor
    private final class Stage {
        let server: BusServer
        let portal: BusMock
        let bus: SessionBus
        let hotkey: PortalHotkey
        private(set) var events: [String] = []

        /// - Parameter answer: of the desktop to the shortcuts: 0 binds them, 1 means that the user
        ///   declined.
        init(answer: Int = 0, substitute: (any HotkeySource)? = nil) async throws {
            server = try await BusServer()
            portal = try await server.mock(
                "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", interface)
            bus = SessionBus(environment: server.environment)
            let sender = try await bus.connection().uniqueName
            try await Self.addMethods(to: portal, for: sender, answer)
            let chords = try ["Super+F9", "RightCtrl"].map { try HotkeyChord($0, names: .evdev) }
            hotkey = PortalHotkey(
                chords: chords, cancel: try HotkeyChord("Ctrl+Escape", names: .evdev),
                names: .evdev, on: bus, substitute: substitute)
            hotkey.start { [unowned self] in note($0) }
        }

        private static func addMethods(
            to portal: BusMock, for sender: String, _ answer: Int
        ) async throws {
            let place = "/org/freedesktop/portal/desktop/request/"
                + sender.dropFirst().replacing(".", with: "_")
            func respond(_ options: String, _ code: Int, _ results: String) -> String {
                """
                path = '\(place)/' + args\(options)['handle_token']
                if path not in objects:
                    self.AddObject(path, 'org.freedesktop.portal.Request', {}, [])
                objects[path].EmitSignal('org.freedesktop.portal.Request', 'Response', 'ua{sv}',
                    [dbus.UInt32(\(code)), dbus.Dictionary(\(results), signature='sv')])
                ret = dbus.ObjectPath(path)
                """
            }
            try await portal.addMethod(
                "CreateSession", takes: "a{sv}", returns: "o",
                respond("[0]", 0, "{'session_handle': dbus.String('\(session)')}"))
            try await portal.addMethod(
                "BindShortcuts", takes: "oa(sa{sv})sa{sv}", returns: "o",
                respond("[3]", answer, "{'shortcuts': args[1]}"))
        }

        private func note(_ event: HotkeyEvent) {
            switch event {
            case .pressed(let index, _): events.append("pressed \(index)")
            case .released(let index, _): events.append("released \(index)")
            case .spoiled(let index, _): events.append("spoiled \(index)")
            case .cancel: events.append("cancel")
            case .failed(let problem): events.append("failed: \(problem.why)")
            }
        }

        func emit(_ signal: String, _ id: String, session: String = session) async throws {
            try await portal.emit(
                signal, "osta{sv}",
                [
                    .objectPath(session), .string(id), .uint64(1),
                    .array([], of: "{sv}"),
                ])
        }

        /// Waits for these events; the first of them show that the shortcuts are bound.
        func wait(for expected: [String]) async throws {
            try await waitUntil("\(expected) is told, not only \(events)") {
                events.count >= expected.count
            }
            #expect(events == expected)
        }

        func bound(_ count: Int = 1) async throws -> [BusValue] {
            while true {
                let calls = try await portal.calls(of: "BindShortcuts")
                if calls.count >= count { return calls[count - 1] }
            }
        }
    }

    @EventLoopActor @Test func proposesTheKeysAndTellsOfThem() async throws {
        let stage = try await Stage()
        let call = try await stage.bound()
        let shortcuts = call[1].elements ?? []
        #expect(shortcuts.map { $0.elements?[0].string } == ["dictate-1", "dictate-2", "cancel"])
        // A modifier alone can't be proposed.
        #expect(
            shortcuts.map { $0.elements?[1]["preferred_trigger"]?.string }
                == ["LOGO+F9", nil, "CTRL+Escape"])
        for (signal, id) in [
            ("Activated", "dictate-1"), ("Activated", "dictate-1"), ("Activated", "cancel"),
            ("Deactivated", "dictate-1"), ("Activated", "dictate-2"), ("Activated", "unknown"),
        ] { try await stage.emit(signal, id) }
        try await stage.emit("Activated", "dictate-1", session: Self.session + "x")
        stage.hotkey.watch(cancel: true)
        try await stage.emit("Activated", "cancel")
        try await stage.wait(for: ["pressed 0", "released 0", "pressed 1", "cancel"])
        stage.hotkey.stop()
    }

    @EventLoopActor @Test func aSessionThatEndsLetsGoAndIsMadeAgain() async throws {
        let stage = try await Stage()
        _ = try await stage.bound()
        try await stage.emit("Activated", "dictate-1")
        try await stage.wait(for: ["pressed 0"])
        let session = try await stage.portal.addObject(
            Self.session, "org.freedesktop.portal.Session")
        try await session.emit("Closed", "", [])
        try await stage.wait(for: ["pressed 0", "released 0"])
        _ = try await stage.bound(2)
    }

    @EventLoopActor @Test func reportsThatTheUserRefused() async throws {
        let stage = try await Stage(answer: 1)
        try await stage.wait(for: ["failed: it was refused in the desktop’s dialog"])
    }

    @EventLoopActor @Test func anotherSourceWatchesWhereTheDesktopDoesNot() async throws {
        let bus = try await BusServer()
        let other = FakeHotkeySource()
        let hotkey = PortalHotkey(
            chords: [try HotkeyChord("F9", names: .evdev)], names: .evdev,
            on: SessionBus(environment: bus.environment), substitute: other)
        var events: [HotkeyEvent] = []
        hotkey.start { events.append($0) }
        hotkey.watch(cancel: true)
        try await waitUntil("the other one watches") { other.deliver != nil }
        let pressed = HotkeyEvent.pressed(0, at: Instant(nanoseconds: 0))
        other.deliver?(pressed)
        #expect(events == [pressed])
        #expect(other.isCancelWatched)
        other.deliver?(.failed(Problem("cannot watch", why: "no keyboard", remedy: "Plug")))
        let problem = events.last.flatMap {
            if case .failed(let problem) = $0 { problem } else { nil }
        }
        #expect(problem?.what == "cannot watch" && problem?.remedy == "Plug")
        #expect(problem?.why.hasPrefix("no keyboard; nor does the desktop (portal ") == true)
        hotkey.stop()
        #expect(other.deliver == nil)
    }

    @EventLoopActor @Test func asksWhetherThereIsAPortal() async throws {
        let bus = try await BusServer()
        let hotkey = PortalHotkey(
            chords: [try HotkeyChord("F9", names: .evdev)], names: .evdev,
            on: SessionBus(environment: bus.environment))
        #expect(hotkey.availability() == .available)
        #expect(await hotkey.problem()?.what.contains(Self.interface) == true)
        let portal = try await bus.mock(
            "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", Self.interface)
        try await portal.addProperty("version", .uint32(1))
        #expect(await hotkey.problem() == nil)
    }

    @EventLoopActor @Test func saysThatThereIsNoBus() async throws {
        let hotkey = PortalHotkey(
            chords: [try HotkeyChord("F9", names: .evdev)], names: .evdev,
            on: SessionBus(environment: [:]))
        #expect(hotkey.availability() != .available)
        var problems: [Problem] = []
        hotkey.start { if case .failed(let problem) = $0 { problems.append(problem) } }
        try await waitUntil("it is told") { !problems.isEmpty }
    }

    @Test(arguments: [
        ("F9", "F9"), ("Ctrl+Alt+D", "CTRL+ALT+d"), ("LeftShift+Super+KEY_1", "SHIFT+LOGO+1"),
        ("Pause", "Pause"), ("KEY_PLAYPAUSE", "XF86AudioPlay"), ("RightCtrl", nil),
        ("BTN_SIDE", nil),
    ])
    func namesKeysAsTheSpecificationDoes(_ chord: String, _ trigger: String?) throws {
        #expect(try HotkeyChord(chord, names: .evdev).portalTrigger(.evdev) == trigger)
    }
}

/// A source whose events are made by the test.
private final class FakeHotkeySource: HotkeySource {
    let name = "fake"
    private(set) var deliver: ((HotkeyEvent) -> Void)?
    private(set) var isCancelWatched = false

    /// Nothing to watch yet.
    func availability() -> Availability { .unavailable(Problem("no keyboard", why: "")) }
    func start(_ deliver: @escaping (HotkeyEvent) -> Void) { self.deliver = deliver }
    func watch(cancel: Bool) { isCancelWatched = cancel }
    func stop() { deliver = nil }
}
