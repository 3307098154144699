import Foundation
import Glibc
import LinuxRuntime
import Problems
import SinkKWin
import SystemPackage
import TestSupport
import Testing

@testable import KWinInput

/// Who may press keys: KWin's own rules, not switched off as for the other tests.
@Suite(
    .runningLoop, .serialized, .needs("kwin_wayland", package: "kwin-wayland"))
struct KWinPermissionTests {
    private static let variable = "UTTER_TEST_KWIN_CLIENT"

    @EventLoopActor @Test func aDesktopFilePermitsIt() async throws {
        if getenv(Self.variable) != nil { return await Self.connect() }
        let server = try await KWinServer(layouts: "us", isDrawn: false, permission: .byFile)
        let program = try #require(KWinInput.program)
        let permission = KWinPermission(program) { server[$0] }
        #expect(permission.state == .missing)
        #expect(try await client(of: server) == "KWin does not let utter press keys")
        // What `utter doctor --fix` runs.
        let fix = try #require(permission.problem.fix)
        for command in fix.commands {
            #expect(try await server.run(command.arguments).status == .exited(0))
        }
        let path = server.path(".local/share/applications/org.utter.KWin.own.desktop")
        #expect(permission.state == .permitted(path))
        #expect(permission.isFresh)
        #expect(try await client(of: server) == "ready")
        try await server.stop()
    }

    @EventLoopActor @Test func aWrongFileIsRepaired() async throws {
        let server = try await KWinServer(layouts: "us", isDrawn: false, permission: .byFile)
        let program = try #require(KWinInput.program)
        let permission = KWinPermission(program) { server[$0] }
        let name = ".local/share/applications/other.desktop"
        try await server.write(
            """
            [Desktop Entry]
            Type=Application
            Name=Another
            Exec=\(program)
            X-KDE-Wayland-Interfaces=org_kde_plasma_window_management
            [Desktop Action x]
            X-KDE-Wayland-Interfaces=org_kde_kwin_fake_input,org_kde_kwin_keystate

            """, to: name)
        #expect(permission.state == .incomplete(server.path(name)))
        let fix = try #require(permission.problem.fix)
        #expect(fix.commands.map(\.needsRoot) == [false])
        for command in fix.commands {
            #expect(try await server.run(command.arguments).status == .exited(0))
        }
        #expect(permission.state == .permitted(server.path(name)))
        #expect(try await client(of: server) == "ready")
        try await server.stop()
    }

    /// A file of a package needs root.
    @Test func aPackagesFileIsRepairedAsRoot() throws {
        let directory = try ScratchDirectory("utter-desktop-files")
        try directory.makeFolders(for: "share/applications/org.utter.KWin.desktop")
        try directory.write(
            "[Desktop Entry]\nExec=/usr/libexec/utter/utter-kwin\n",
            to: "share/applications/org.utter.KWin.desktop")
        let permission = KWinPermission("/usr/libexec/utter/utter-kwin") { name in
            ["XDG_DATA_DIRS": directory.path("share"), "HOME": "/nowhere"][name]
        }
        #expect(permission.problem.fix?.commands.map(\.needsRoot) == [true])
        let other = KWinPermission("/opt/utter/libexec/utter/utter-kwin") { name in
            ["XDG_DATA_DIRS": directory.path("share"), "HOME": "/nowhere"][name]
        }
        #expect(other.state == .missing)
    }

    /// The file that `make install` writes says the same.
    @Test func theInstalledFileIsTheOneThatIsWritten() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../packaging/desktop/org.utter.KWin.desktop")
        let text = try String(contentsOf: file, encoding: .utf8)
            .replacing("@PREFIX@", with: "/usr")
        #expect(text == KWinPermission.entry(for: "/usr/libexec/utter/utter-kwin") + "\n")
    }

    /// The program hands out a connection and nothing else.
    @EventLoopActor @Test func theConnectorRefusesATerminal() async throws {
        let program = try #require(KWinInput.program)
        let run = try await ProgramRun([program, "/nowhere"])
        #expect(run.status == .exited(64))
        #expect(run.errors.contains("utter-kwin is started by utter"))
    }

    @EventLoopActor @Test func aMissingCompositorIsNamed() async throws {
        let problem = await #expect(throws: Problem.self) {
            _ = try await KWinInput.open(display: "/nowhere/wayland")
        }
        #expect(problem?.what == "cannot connect to KWin at /nowhere/wayland")
        #expect(problem?.why == "No such file or directory")
    }

    // MARK: A client with the rights of the session's user

    /// Runs this test program again as that user.
    @EventLoopActor private func client(of server: KWinServer) async throws -> String {
        let run = try await server.run(
            [
                try Executable.path().string, "--testing-library", "swift-testing", "--filter",
                "aDesktopFilePermitsIt",
            ], variables: ["\(Self.variable)=1"])
        let answer = run.output.split(separator: "\n").first { $0.hasPrefix("client: ") }
        return String(try #require(answer, "\(run.output)\(run.errors)").dropFirst(8))
    }

    @EventLoopActor private static func connect() async {
        do {
            let variables = SessionVariables.own
            let sink = KWinSink(
                display: variables["WAYLAND_DISPLAY"],
                on: try SessionVariables.desktop(variables))
            try await sink.prepare()
            print("client: ready")
        } catch {
            print("client: \((error as? Problem)?.what ?? "\(error)")")
        }
    }
}
