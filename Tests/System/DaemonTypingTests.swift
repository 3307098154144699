import Foundation
import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

@testable import ControlProtocol

/// `utter type` while a daemon runs: the small program that is installed as `utter` lets it type.
@Suite(.runningLoop, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"))
struct DaemonTypingTests {
    private static let configuration =
        UtterSession.withoutHotkey
        + "[audio]\ndevice = \"null\"\n[overlay]\nenabled = false\n"

    /// The small program, without the whole one that it could become.
    @EventLoopActor private static func front(in place: ScratchDirectory) throws -> String {
        try place.makeFolders(for: "bin/utter")
        let built = URL(filePath: UtterSession.program).deletingLastPathComponent()
            .appending(path: "utter-front").path
        try FileManager.default.copyItem(atPath: built, toPath: place.path("bin/utter"))
        return place.path("bin/utter")
    }

    @EventLoopActor @Test func theSmallProgramIsEnough() async throws {
        let display = try await XServer()
        let session = try UtterSession(display: display, configuration: Self.configuration)
        let window = try await XWindow(.xterm, on: display)
        let keyboard = XKeyboardState(display)
        let keymap = keyboard.xtestKeymap
        let place = try ScratchDirectory("utter-prefix")
        let front = try Self.front(in: place)
        let daemon = try await session.startDaemon()
        defer { withExtendedLifetime(daemon) {} }
        for words in [["Grüße", "aus “Köln”"], [" a\\b \"c\""], [" 🙂 漢"]] {
            let run = try await ProgramRun(
                [front, "type"] + words, environment: session.environment)
            #expect(run.status == .exited(0), "\(run.errors)")
        }
        try await window.waitForText("Grüße aus “Köln” a\\b \"c\" 🙂 漢")
        #expect(keyboard.keysDown == [])
        try await waitUntil("the keymap is restored") { keyboard.xtestKeymap == keymap }
    }

    /// What the daemon says is what the command itself would.
    @EventLoopActor @Test(arguments: [SIGINT, SIGTERM]) func stopsWhereItSays(
        _ signal: Int32
    ) async throws {
        let display = try await XServer()
        let session = try UtterSession(display: display, configuration: Self.configuration)
        let window = try await XWindow(.xterm, on: display)
        let keyboard = XKeyboardState(display)
        let daemon = try await session.startDaemon()
        defer { withExtendedLifetime(daemon) {} }
        let text = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 300)
        let errors = try TemporaryFile()
        let writing = try FileDescriptor.open(FilePath(errors.path), .writeOnly)
        let front = URL(filePath: UtterSession.program).deletingLastPathComponent()
            .appending(path: "utter-front").path
        let typist = try ChildProcess(
            [front, "type", text], environment: session.environment,
            descriptors: [nil, nil, writing]
        ) { _ in }
        try writing.close()
        try await waitUntil("typing has begun") { window.text.count > 50 }
        typist.send(signal: signal)
        try await waitUntil("the typist ends") { typist.status != nil }
        #expect(typist.status == .exited(1), "\(errors.text)")
        let count = try #require(
            errors.text.split(separator: " ").compactMap { Int($0) }.first, "\(errors.text)")
        #expect(count < text.count)
        #expect(errors.text == "utter: typing was stopped: after \(count) characters\n")
        try await window.waitForText(String(text.prefix(count)))
        #expect(keyboard.keysDown == [])
    }

    /// Where it wouldn't do the same, the command types by itself.
    @EventLoopActor @Test func declinesWhatIsNotItsOwn() async throws {
        let display = try await XServer()
        let session = try UtterSession(display: display, configuration: Self.configuration)
        let window = try await XWindow(.xterm, on: display)
        let daemon = try await session.startDaemon()
        defer { withExtendedLifetime(daemon) {} }
        let client = try await session.connect()
        func value(_ name: String) -> String? {
            session.environment.last { $0.hasPrefix(name + "=") }
                .map { String($0.dropFirst(name.count + 1)) }
        }
        let own = CommandEnvironment(
            display: value("DISPLAY"), wayland: value("WAYLAND_DISPLAY"),
            config: value("XDG_CONFIG_HOME"), home: value("HOME"))
        var others = [own, own, own, own]
        others[0].display = ":60000"
        others[1].wayland = "wayland-9"
        others[2].config = "/elsewhere"
        others[3].home = nil
        for other in others {
            #expect(try await client.send(.type("no", for: other)) == .declined)
        }
        // What a line break does depends on the window.
        #expect(try await client.send(.type("no\n", for: own)) == .declined)
        #expect(try await client.send(.start()) == .ok())
        #expect(try await client.send(.type("no", for: own)) == .declined)
        #expect(try await client.send(.cancel) == .ok())
        try await session.wait(for: "the end") { $0.state == .idle }
        #expect(try await client.send(.type("yes", for: own)) == .ok())
        try await window.waitForText("yes")
    }
}
