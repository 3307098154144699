import Dictation
import DictationParts
import HotkeyChords
import HotkeyHelper
import LinuxRuntime
import MonotonicTime
import Problems
import TestSupport
import Testing

@testable import DesktopBus

/// The desktop's portal for shortcuts, mocked by python-dbusmock.
@Suite(.runningLoop, .needsMessageBus, .timeLimit(.minutes(5))) struct PortalHotkeyTests {
    private static let interface = "org.freedesktop.portal.GlobalShortcuts"
    /// The second chord is a modifier alone: no key can be proposed for it.
    private static let unset =
        "failed: none is set for “Dictate (RightCtrl)”, and it can’t be asked"
        + " for “RightCtrl”"
    private static let first = "hotkey-1-LOGO+F9"
    private static let cancel = "cancel-CTRL+Escape"
    private static let session = "/org/freedesktop/portal/desktop/session/one"

    /// How a desktop's portal behaves, by the sources of its portal and what was seen of it.
    private enum Desktop: String {
        /// Version 1. Forgets its shortcuts with the session. The code of its answer isn't set,
        /// and is usually 2. Drops the request of a program that hasn't registered.
        case gnome48
        /// Version 1. Lists and binds what it knows as soon as there is a session. Opens its
        /// settings at each request.
        case kde63
        /// Version 2. Lists what it knows, and binds it only on request, asking about what is new.
        case kde67
    }

    @EventLoopActor
    private final class Stage {
        let server: BusServer
        let portal: BusMock
        let bus: SessionBus
        private(set) var hotkey: PortalHotkey
        private(set) var told: [HotkeyEvent] = []
        var events: [String] { told.filter { $0 != .answered }.map(\.words) }

        /// - Parameters:
        ///   - answer: of the user to the desktop's dialog: 0 binds the keys, 1 declines.
        ///   - isInstalled: whether the program's .desktop file is.
        ///   - keys: whether the dialog takes the proposed keys, or leaves them empty.
        init(
            _ desktop: Desktop = .kde63, answer: Int = 0, isInstalled: Bool = true,
            keys: Bool = true, substitute: (any HotkeySource)? = nil
        ) async throws {
            server = try await BusServer()
            portal = try await server.mock(
                "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", interface)
            bus = SessionBus(environment: server.environment)
            hotkey = try Self.hotkey(["Super+F9", "RightCtrl"], on: bus, substitute)
            let sender = try await bus.connection().uniqueName
            try await portal.addProperty("version", .uint32(desktop == .kde67 ? 2 : 1))
            try await Self.addMethods(
                to: portal, for: sender, desktop, answer, isInstalled, keys)
            hotkey.start { [weak self] in self?.told.append($0) }
        }

        private static func hotkey(
            _ chords: [String], on bus: SessionBus, _ substitute: (any HotkeySource)?
        ) throws -> PortalHotkey {
            PortalHotkey(
                chords: try chords.map { try HotkeyChord($0, names: .evdev) },
                cancel: try HotkeyChord("Ctrl+Escape", names: .evdev),
                names: .evdev, on: bus, substitute: substitute)
        }

        /// The program is started again, in the same session of the desktop's.
        func restart(_ chords: [String] = ["Super+F9", "RightCtrl"]) throws {
            hotkey.stop()
            hotkey = try Self.hotkey(chords, on: bus, nil)
            hotkey.start { [weak self] in self?.told.append($0) }
        }

        private static func addMethods(
            to portal: BusMock, for sender: String, _ desktop: Desktop, _ answer: Int,
            _ isInstalled: Bool, _ keys: Bool
        ) async throws {
            let place =
                "/org/freedesktop/portal/desktop/request/"
                + sender.dropFirst().replacing(".", with: "_")
            /// Answers a request with `code` and `shortcuts`.
            func respond(_ options: String, _ results: String = "shortcuts") -> String {
                """

                results = {}
                # GNOME leaves the shortcuts out if it refuses.
                if code == 0 or '\(desktop)' == 'gnome48' and \(answer) == 0 \
                        and hasattr(self, 'registered'):
                    results['\(results)'] = \(results)
                path = '\(place)/' + args\(options)['handle_token']
                if path not in objects:
                    self.AddObject(path, 'org.freedesktop.portal.Request', {}, [])
                objects[path].EmitSignal('org.freedesktop.portal.Request', 'Response', 'ua{sv}',
                    [dbus.UInt32(code), dbus.Dictionary(results, signature='sv')])
                ret = dbus.ObjectPath(path)
                """
            }
            try await portal.addMethod(
                "Register", takes: "sa{sv}", returns: "",
                """
                if getattr(self, 'created', False):
                    raise dbus.exceptions.DBusException(
                        'Registered too late', name='org.freedesktop.portal.Error.InvalidArgument')
                if not \(isInstalled ? "True" : "False"):
                    raise dbus.exceptions.DBusException(
                        "Could not register app ID: App info not found for '%s'" % args[0],
                        name='org.freedesktop.portal.Error.Failed')
                self.registered = args[0]
                """, interface: "org.freedesktop.host.portal.Registry")
            let known = "[]" + (desktop == .gnome48 ? "" : " + getattr(self, 'known', [])")
            let list = "dbus.Array(shortcuts, signature='(sa{sv})')"
            try await portal.addMethod(
                "CreateSession", takes: "a{sv}", returns: "o",
                """
                code = 0
                session_handle = dbus.String('\(session)')
                self.created = True
                self.current = \(known)
                """ + respond("[0]", "session_handle"))
            try await portal.addMethod(
                "ListShortcuts", takes: "oa{sv}", returns: "o",
                """
                code = 0
                shortcuts = self.current
                shortcuts = \(list)
                """ + respond("[1]"))
            try await portal.addMethod(
                "BindShortcuts", takes: "oa(sa{sv})sa{sv}", returns: "o",
                """
                code = \(answer)
                shortcuts = []
                if '\(desktop)' == 'gnome48':
                    code = 2
                if \(answer) == 0 and ('\(desktop)' != 'gnome48' or hasattr(self, 'registered')):
                    for id, options in args[1]:
                        key = options.get('preferred_trigger', '') if \(keys ? "True" : "False") else ''
                        if '\(desktop)' == 'gnome48' and not key:
                            continue
                        shortcuts.append((id, dbus.Dictionary(
                            {'description': options['description'], 'trigger_description': key},
                            signature='sv')))
                    self.known = self.current = shortcuts
                shortcuts = \(list)
                """ + respond("[3]"))
        }

        /// The user changes the keys in the desktop's settings.
        func change(_ triggers: [String: String]) async throws {
            let shortcuts = triggers.map { id, trigger in
                BusValue.structure([
                    .string(id),
                    .array(
                        [
                            .entry(
                                key: .string("trigger_description"),
                                value: .variant(.string(trigger)))
                        ], of: "{sv}"),
                ])
            }
            try await portal.emit(
                "ShortcutsChanged", "oa(sa{sv})",
                [.objectPath(session), .array(shortcuts, of: "(sa{sv})")])
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
        try await waitUntil("it watches") { !stage.events.isEmpty }
        let shortcuts = call[1].elements ?? []
        #expect(
            shortcuts.map { $0.elements?[0].string } == [
                "hotkey-1-LOGO+F9", "hotkey-2", "cancel-CTRL+Escape",
            ])
        // A modifier alone can't be proposed.
        #expect(stage.hotkey.unsupported == ["RightCtrl"])
        #expect(
            shortcuts.map { $0.elements?[1]["preferred_trigger"]?.string }
                == ["LOGO+F9", nil, "CTRL+Escape"])
        for (signal, id) in [
            ("Activated", Self.first), ("Activated", Self.first), ("Activated", Self.cancel),
            ("Deactivated", Self.first), ("Activated", "hotkey-2"), ("Activated", "unknown"),
        ] { try await stage.emit(signal, id) }
        try await stage.emit("Activated", Self.first, session: Self.session + "x")
        stage.hotkey.watch(cancel: true)
        try await stage.emit("Activated", Self.cancel)
        try await stage.wait(
            for: [
                Self.unset, "pressed 0", "released 0",
                "pressed 1", "cancel",
            ])
        stage.hotkey.stop()
    }

    /// As GNOME asks: until the user has answered, nobody knows whether the key is watched.
    @EventLoopActor @Test func isPendingUntilTheDesktopAnswers() async throws {
        let stage = try await Stage()
        #expect(stage.hotkey.asksUser)
        #expect(stage.hotkey.isPending)
        try await stage.wait(for: [Self.unset])
        try await waitUntil("it was answered") { stage.told.contains(.answered) }
        try stage.restart()
        #expect(stage.hotkey.isPending)
        stage.hotkey.stop()
        #expect(!stage.hotkey.isPending)
    }

    @EventLoopActor @Test func aSessionThatEndsLetsGoAndIsMadeAgain() async throws {
        let stage = try await Stage()
        _ = try await stage.bound()
        try await stage.wait(for: [Self.unset])
        try await stage.emit("Activated", Self.first)
        try await stage.wait(for: [Self.unset, "pressed 0"])
        let session = try await stage.portal.addObject(
            Self.session, "org.freedesktop.portal.Session")
        try await session.emit("Closed", "", [])
        try await stage.wait(for: [Self.unset, "pressed 0", "released 0"])
        _ = try await stage.portal.calls(of: "CreateSession", atLeast: 2)
    }

    @EventLoopActor @Test func reportsThatTheUserRefused() async throws {
        let stage = try await Stage(answer: 1)
        try await stage.wait(for: ["failed: it was refused in the desktop’s dialog"])
        let gnome = try await Stage(.gnome48, answer: 1)
        try await gnome.wait(
            for: ["failed: the desktop ended the request, or its dialog was closed"])
    }

    /// GNOME drops the request of a program that hasn't said who it is, and gives no true code.
    @EventLoopActor @Test func gnomesAnswerIsJudgedByItsShortcuts() async throws {
        let stage = try await Stage(.gnome48)
        _ = try await stage.bound()
        let calls = try await stage.portal.calls(of: "Register")
        #expect(calls.first?.first?.string == "org.utter.Utter")
        try await stage.wait(for: [Self.unset])
        try await stage.emit("Activated", Self.first)
        try await stage.emit("Deactivated", Self.first)
        try await stage.wait(
            for: [Self.unset, "pressed 0", "released 0"])
    }

    @EventLoopActor @Test func saysThatTheDesktopDoesNotKnowTheProgram() async throws {
        let stage = try await Stage(.gnome48, isInstalled: false)
        try await waitUntil("it is reported") { !stage.events.isEmpty }
        #expect(stage.events[0].contains("org.utter.Utter.desktop must be installed"))
    }

    /// KDE 6.3 opens its settings at each request.
    @EventLoopActor @Test(arguments: [false, true])
    func asksOnlyForWhatTheDesktopDoesNotBindByItself(isVersion2: Bool) async throws {
        let stage = try await Stage(isVersion2 ? .kde67 : .kde63)
        _ = try await stage.bound()
        try await stage.wait(for: [Self.unset])
        try stage.restart()
        try await waitUntil("the second start is done") { stage.events.count == 2 }
        let calls = try await stage.portal.calls(of: "BindShortcuts").count
        #expect(calls == (isVersion2 ? 2 : 1))
    }

    @EventLoopActor @Test func gnomesDialogMayLeaveTheKeysEmpty() async throws {
        let stage = try await Stage(.gnome48, keys: false)
        try await stage.wait(for: ["failed: none is set for “Dictate”"])
    }

    /// The desktop would offer nothing new for a shortcut that it knows.
    @EventLoopActor @Test func anotherKeyIsAskedForAnew() async throws {
        let stage = try await Stage()
        _ = try await stage.bound()
        try await stage.wait(for: [Self.unset])
        try stage.restart(["Super+F9", "Super+F10"])
        let call = try await stage.bound(2)
        #expect(
            call[1].elements?.map { $0.elements?[0].string }
                == [Self.first, "hotkey-2-LOGO+F10", Self.cancel])
    }

    @EventLoopActor @Test func reportsThatNoKeyIsSet() async throws {
        let stage = try await Stage(keys: false)
        try await stage.wait(for: ["failed: none is set for “Dictate”"])
        try await stage.change([Self.first: "Meta+F9", "hotkey-2": "Meta+F10"])
        try await stage.emit("Activated", Self.first)
        try await stage.wait(for: ["failed: none is set for “Dictate”", "pressed 0"])
        try await stage.change([Self.first: "Meta+F9", "hotkey-2": ""])
        try await stage.wait(
            for: [
                "failed: none is set for “Dictate”", "pressed 0",
                Self.unset,
            ])
    }

    /// GNOME 48 and KDE 6.3 repeat the press while the key is held.
    @EventLoopActor @Test func aHeldKeyIsOnePress() async throws {
        let stage = try await Stage(keys: false)
        try await waitUntil("it watches") { stage.events.count == 1 }
        for _ in 0..<30 { try await stage.emit("Activated", Self.first) }
        try await stage.emit("Deactivated", Self.first)
        try await stage.wait(
            for: ["failed: none is set for “Dictate”", "pressed 0", "released 0"])
    }

    @EventLoopActor @Test func anotherSourceWatchesWhereTheDesktopDoesNot() async throws {
        let bus = try await BusServer()
        let other = FakeHotkeySource()
        let hotkey = PortalHotkey(
            chords: [try HotkeyChord("F9", names: .evdev)], names: .evdev,
            on: SessionBus(environment: bus.environment), substitute: other)
        var events: [HotkeyEvent] = []
        hotkey.start { if $0 != .answered { events.append($0) } }
        hotkey.watch(cancel: true)
        #expect(!hotkey.watchesCancel)
        try await waitUntil("the other one watches") { other.deliver != nil }
        #expect(hotkey.watchesCancel)
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
