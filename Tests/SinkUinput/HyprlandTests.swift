import Dictation
import Glibc
import KeyStrokes
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

@testable import SinkUinput

/// Hyprland's request socket, as its wiki describes it: one request a connection, which it closes
/// after the answer. A request that Hyprland doesn't have fails the test.
private final class FakeHyprland {
    let root: TestRoot
    var keyboards: [String] = []
    var window = #"{"address": "0x1"}"#
    private(set) var requests: [String] = []
    private let listening: OwnedDescriptor
    private var sources: [EventSource] = []

    @EventLoopActor init() throws {
        root = try TestRoot(["hypr/test/.socket.sock": ""])
        let path = root.path + "hypr/test/.socket.sock"
        unlink(path)
        listening = OwnedDescriptor(
            adopting: try check(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), "socket"))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listening.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try check(result, "bind \(path)")
        try check(listen(listening.rawValue, 5), "listen")
        let source = try EventLoop.shared.watch(listening.descriptor) { [unowned self] _ in
            accept()
        }
        sources.append(source)
    }

    private func accept() {
        let connection = Glibc.accept(listening.rawValue, nil, nil)
        defer { close(connection) }
        // A client writes its request in one piece before it waits.
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = recv(connection, &buffer, buffer.count, 0)
        let request = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        requests.append(request)
        let answer: String
        switch request {
        case "j/devices":
            answer = "{\"mice\": [], \"keyboards\": [\(keyboards.joined(separator: ","))]}"
        case "j/activewindow": answer = window
        default:
            Issue.record("Hyprland has no request “\(request)”")
            answer = "unknown request"
        }
        _ = answer.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }

    var settings: UinputSettings {
        UinputSettings(environment: [
            "WAYLAND_DISPLAY": "wayland-1", "HYPRLAND_INSTANCE_SIGNATURE": "test",
            "XDG_RUNTIME_DIR": String(root.path.dropLast()),
        ])
    }

    static func keyboard(
        _ name: String, active: String, index: String = "", more: String = ""
    ) -> String {
        """
        {"address": "0x2", "name": "\(name)", "rules": "", "model": "", "layout": "us,de",
        "variant": ",nodeadkeys", "options": "", "active_keymap": "\(active)"\(index)\(more),
        "main": false}
        """
    }
}

@Suite(.runningLoop) struct HyprlandTests {
    private static let other = FakeHyprland.keyboard(
        "at-translated-set-2-keyboard", active: "English (US)")

    @EventLoopActor @Test func waitsUntilTheKeyboardIsOpened() async throws {
        let hyprland = try FakeHyprland()
        hyprland.keyboards = [
            Self.other, FakeHyprland.keyboard("utter-keyboard", active: "English (US)"),
        ]
        let receiver = try await hyprland.settings.receiver()
        #expect(receiver.name == "Hyprland")
        try await receiver.beginWatching()
        // Only the one of another process is there.
        await #expect(throws: Problem.self) {
            try await receiver.waitUntilOpened("/dev/input/event9", within: .milliseconds(50))
        }
        hyprland.keyboards.append(
            FakeHyprland.keyboard("utter-keyboard-1", active: "German (no dead keys)"))
        try await receiver.waitUntilOpened("/dev/input/event9", within: .seconds(60))
        let layout = try await receiver.activeLayout(lights: .caps)
        #expect(layout.group == 1)
        #expect(layout.keymap.groupName(1) == "German (no dead keys)")
        #expect(layout.locks == .caps)
        #expect(layout.source == "Hyprland")
    }

    @EventLoopActor @Test func readsWhatNewerVersionsTell() async throws {
        let hyprland = try FakeHyprland()
        hyprland.keyboards = [
            FakeHyprland.keyboard(
                "utter-keyboard", active: "English (US)", index: ", \"active_layout_index\": 0",
                more: ", \"capsLock\": false, \"numLock\": true")
        ]
        let layout = try await hyprland.settings.receiver().activeLayout(lights: .caps)
        #expect(layout.group == 0)
        #expect(layout.locks == .num)
    }

    @EventLoopActor @Test func refusesAKeymapWithoutAName() async throws {
        let hyprland = try FakeHyprland()
        hyprland.keyboards = [FakeHyprland.keyboard("utter-keyboard", active: "My own")]
        let receiver = try await hyprland.settings.receiver()
        let problem = await #expect(throws: Problem.self) {
            _ = try await receiver.activeLayout(lights: [])
        }
        #expect(problem?.remedy.contains("[output] layout") == true)
    }

    @EventLoopActor @Test func stopsWhenAnotherWindowHasTheFocus() async throws {
        let hyprland = try FakeHyprland()
        let receiver = try await hyprland.settings.receiver()
        try await receiver.beginTyping()
        try await receiver.catchUp(after: 10)
        hyprland.window = "{}"
        await #expect(throws: FocusLoss.problem) { try await receiver.catchUp(after: 10) }
        try await receiver.beginTyping()
        try await receiver.catchUp(after: 10)
    }

    @EventLoopActor @Test func saysThatItIsNotThere() async throws {
        let receiver = try await UinputSettings(environment: [
            "WAYLAND_DISPLAY": "wayland-1", "HYPRLAND_INSTANCE_SIGNATURE": "gone",
            "XDG_RUNTIME_DIR": "/none",
        ]).receiver()
        let problem = await #expect(throws: Problem.self) { try await receiver.beginWatching() }
        #expect(problem?.what == "cannot connect to Hyprland at /none/hypr/gone/.socket.sock")
        #expect(problem?.remedy.contains("HYPRLAND_INSTANCE_SIGNATURE") == true)
    }
}
