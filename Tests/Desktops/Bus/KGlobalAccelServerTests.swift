import Dictation
import DictationParts
import HotkeyChords
import HotkeyHelper
import LinuxRuntime
import TestSupport
import Testing

@testable import DesktopBus

/// KDE's own program for global shortcuts, on a display of X.
@Suite(
    .runningLoop, .serialized, .needsMessageBus, .needs("Xvfb", package: "xvfb"),
    .needs("xdotool", package: "xdotool"),
    .needs("kglobalaccel5", package: "libkf5globalaccel-bin"), .timeLimit(.minutes(5)))
struct KGlobalAccelServerTests {
    @EventLoopActor
    private final class Stage {
        private let display: XServer
        private let server: BusServer
        private let bus: SessionBus
        private var hotkey: KGlobalAccelHotkey?
        private var events: [String] = []

        init() async throws {
            display = try await XServer()
            server = try await BusServer()
            bus = SessionBus(environment: server.environment)
            _ = try await server.start(
                ["kglobalaccel5"], as: "org.kde.kglobalaccel",
                variables: ["DISPLAY=\(display.display)", "QT_QPA_PLATFORM=xcb"])
        }

        /// Watches for other keys than before.
        func watch(_ bindings: (chord: String, action: HotkeyAction)...) async throws {
            hotkey?.stop()
            events = []
            let hotkey = KGlobalAccelHotkey(
                chords: try bindings.map { try HotkeyChord($0.chord, names: .evdev) },
                actions: bindings.map(\.action), names: .evdev, on: bus)
            self.hotkey = hotkey
            hotkey.start { [weak self] in
                if $0 != .answered { self?.events.append($0.words) }
            }
            try await waitUntil("the keys are taken") { !hotkey.isPending }
        }

        /// Presses and releases a key. The release is often not reported: on X kglobalaccel5 gives
        /// its grab back at the press.
        func press(_ key: String, expect index: Int) async throws {
            events = []
            var answer: String? { events.first { !$0.hasPrefix("released") } }
            try await display.run("xdotool", "key", key)
            try await waitUntil("\(key) is reported") { answer != nil }
            #expect(answer == "pressed \(index)")
        }

        /// The names of all actions of the program, in KDE's settings.
        func names() async throws -> [String] {
            let component = ["utter", "", "", ""].map { BusValue.string($0) }
            let answer = try await bus.connection().call(
                "org.kde.kglobalaccel", "/kglobalaccel", "org.kde.KGlobalAccel",
                "allActionsForComponent", [.array(component, of: "s")])
            return (answer.first?.elements ?? []).compactMap { $0.elements?.last?.string }.sorted()
        }
    }

    /// The key isn't lost with what it was for before.
    @EventLoopActor @Test func aKeyMayBeForSomethingElse() async throws {
        let stage = try await Stage()
        try await stage.watch(("Super+F9", .dictate), ("F8", .copy))
        try await stage.press("F8", expect: 1)
        #expect(
            try await stage.names() == ["Copy the last dictation (F8)", "Dictate"])
        try await stage.watch(("Super+F9", .dictate), ("F8", .retype))
        try await stage.press("F8", expect: 1)
        #expect(
            try await stage.names() == ["Dictate", "Type the last dictation again (F8)"])
    }

    @EventLoopActor @Test func keysMayBeExchanged() async throws {
        let stage = try await Stage()
        try await stage.watch(("Super+F9", .dictate), ("F8", .copy), ("Pause", .undo))
        try await stage.press("Pause", expect: 2)
        try await stage.watch(("Super+F9", .dictate), ("Pause", .undo), ("F8", .copy))
        try await stage.press("Pause", expect: 1)
        try await stage.press("F8", expect: 2)
        try await stage.press("super+F9", expect: 0)
    }

    @EventLoopActor @Test func aBindingMayGo() async throws {
        let stage = try await Stage()
        try await stage.watch(("Super+F9", .dictate), ("F8", .copy), ("Pause", .undo))
        try await stage.press("Pause", expect: 2)
        try await stage.watch(("Super+F9", .dictate), ("Pause", .undo))
        try await stage.press("Pause", expect: 1)
        #expect(try await stage.names().count == 2)
    }
}
