import LinuxRuntime
import SinkXTest
import TestSupport
import Testing

/// A display with a window manager or without.
enum Manager: String, CaseIterable {
    case none, openbox
}

@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("xprop", package: "x11-utils"),
    .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"), .needs("xinput", package: "xinput"),
    .needs("setxkbmap", package: "x11-xkb-utils"), .needs("openbox", package: "openbox"))
struct LayoutTests {
    @EventLoopActor
    @Test(
        arguments: ["us", "fr", "de", "de(neo)", "ru,us", "us,ru"], Manager.allCases)
    func everyLayoutTypesTheSame(layout: String, manager: Manager) async throws {
        let server = try await XServer()
        let windowManager = manager == .openbox ? try await server.startWindowManager() : nil
        try await server.run("setxkbmap", layout)
        let sink = XTestSink(display: server.display)
        let keyboard = XKeyboardState(server)
        let group = layout.contains(",") ? 1 : 0
        keyboard.lock(group: group)
        let before = try await Keymaps(server)
        for kind in [XWindow.Kind.xterm, .textView] {
            let window = try await XWindow(kind, on: server)
            var text = ""
            for sample in [Sample.english, .european, .many, .english] {
                try await sink.insertText(sample.typable)
                text += sample.text
                try await window.waitForText(text)
            }
        }
        #expect(try await Keymaps(server) == before)
        #expect(keyboard.group == group)
        withExtendedLifetime(windowManager) {}
    }

    @EventLoopActor @Test(arguments: [XWindow.Kind.xterm, .entry])
    func capsLockIsOffWhileTypingAndOnAfter(kind: XWindow.Kind) async throws {
        let server = try await XServer()
        let window = try await XWindow(kind, on: server)
        let sink = XTestSink(display: server.display)
        try await server.run("xdotool", "key", "Caps_Lock")
        #expect(try await server.indicators.contains("Caps Lock:   on"))
        try await sink.insertText(Sample.european.typable)
        try await window.waitForText(Sample.european.text)
        #expect(try await server.indicators.contains("Caps Lock:   on"))
        try await sink.insertText(Sample.english.typable)
        try await window.waitForText(Sample.european.text + Sample.english.text)
        #expect(try await server.indicators.contains("Caps Lock:   on"))
    }

    @EventLoopActor
    @Test(
        arguments: ["shift", "ctrl", "alt", "super"], [XWindow.Kind.xterm, .entry])
    func aHeldModifierIsReleased(key: String, kind: XWindow.Kind) async throws {
        let server = try await XServer()
        let window = try await XWindow(kind, on: server)
        let sink = XTestSink(display: server.display)
        try await server.run("xdotool", "keydown", key)
        try await sink.insertText(Sample.english.typable)
        try await window.waitForText(Sample.english.text)
        #expect(try await server.keysDown.isEmpty)
    }

    @EventLoopActor @Test func aModifierLetGoInTimeIsWaitedFor() async throws {
        let server = try await XServer()
        let window = try await XWindow(.xterm, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        try await server.run("xdotool", "keydown", "ctrl")
        let start = MonotonicClock.nanoseconds
        let release = try server.start(["xdotool", "sleep", "0.2", "keyup", "ctrl"])
        try await sink.insertText(Sample.english.typable)
        // Typing itself takes less than that.
        #expect(MonotonicClock.nanoseconds - start > 200_000_000)
        withExtendedLifetime(release) {}
        try await window.waitForText(Sample.english.text)
    }
}

extension XServer {
    /// The locks in xset's output.
    @EventLoopActor var indicators: String {
        get async throws { try await run("xset", "q") }
    }

    /// The keys that are pressed on the XTEST keyboard or the core keyboard.
    @EventLoopActor var keysDown: [String] {
        get async throws {
            let state = try await run("xinput", "query-state", "Virtual core XTEST keyboard")
            return state.split(separator: "\n").filter { $0.hasSuffix("=down") }.map { String($0) }
                + XKeyboardState(self).keysDown.map { "\($0)" }
        }
    }
}
