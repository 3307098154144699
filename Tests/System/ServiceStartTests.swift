import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// A key of the desktop that runs `utter toggle` while the daemon doesn't run. systemctl is replaced,
/// since the real one would change the machine.
@Suite(.runningLoop) struct ServiceStartTests {
    private static let known = """
        [ "$2" != show ] || printf '%s\\n' Id=utter.service LoadState=loaded
        """

    @EventLoopActor @Test(arguments: ["toggle", "start"])
    func aDictationStartsTheService(_ command: String) async throws {
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + "[audio]\ndevice = \"hw:7\"\n")
        let programs = try Programs(in: session)
        let daemon = session.command.joined(separator: " ")
        let identifier = session.directory.appending(path: "pid").path
        defer { if let daemon = pid_t(textOfFile(identifier).dropLast()) { kill(daemon, SIGKILL) } }
        try programs.add(
            "systemctl",
            """
            \(Self.known)
            [ "$2" != start ] || {
                \(daemon) daemon >/dev/null 2>&1 &
                echo $! >\(identifier)
                while [ ! -S \(session.socket) ]; do sleep 0.05; done
            }
            """)
        let run = try await session.run(command)
        #expect(programs.calls.last == "systemctl --user start utter.service")
        try #require(run.errors.contains("utter was not running: it was started"), "\(run.errors)")
        try await session.wait(for: "the microphone’s failure") {
            $0.notice?.message.contains("hw:7") == true
        }
    }

    @EventLoopActor @Test func nothingElseStartsIt() async throws {
        let session = try UtterSession()
        let programs = try Programs(in: session)
        try programs.add("systemctl", Self.known)
        for command in ["stop", "cancel", "retype"] {
            #expect(try await session.run(command).status == .exited(69))
        }
        #expect(programs.calls == [])
    }

    @EventLoopActor @Test func aServiceThatCannotStartIsAProblem() async throws {
        let session = try UtterSession()
        try Programs(in: session).add("systemctl", Self.known + "\n[ \"$2\" != start ]")
        let run = try await session.run("toggle")
        #expect(run.status == .exited(1))
        #expect(
            run.errors.contains("“systemctl --user start utter.service” failed"), "\(run.errors)")
        #expect(run.errors.contains("“utter log” shows why."))
    }

    @EventLoopActor @Test func withoutTheUnitItSaysThatNothingRuns() async throws {
        let session = try UtterSession()
        try Programs(in: session).add("systemctl", "exit 1")
        let run = try await session.run("toggle")
        #expect(run.status == .exited(69))
        #expect(run.errors.contains("it is not running"), "\(run.errors)")
    }
}
