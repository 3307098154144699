import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

@Suite(.runningLoop) struct ChildProcessTests {
    @EventLoopActor @Test func reportsHowItEnded() async throws {
        #expect(try await ProgramRun(["true"]).status == .exited(0))
        #expect(try await ProgramRun(["sh", "-c", "exit 7"]).status == .exited(7))
        #expect(
            try await ProgramRun(["sh", "-c", "kill -9 $$"]).status == .killed(signal: SIGKILL))
    }

    @EventLoopActor @Test func saysWhichProgramIsMissing() async throws {
        #expect(throws: SystemError("start no-such-program", .noSuchFileOrDirectory)) {
            _ = try ChildProcess(["no-such-program"]) { _ in }
        }
    }

    /// A pipe's end that leaks into a child keeps the pipe's reader waiting for the child's end.
    @EventLoopActor @Test func getsNoDescriptorButItsOwn() async throws {
        let leak = fcntl(1, F_DUPFD, 200)  // without close-on-exec
        defer { close(leak) }
        let run = try await ProgramRun(["test", "-e", "/proc/self/fd/\(leak)"])
        #expect(run.status == .exited(1))
    }

    @EventLoopActor @Test func hasNoSignalsBlockedOrIgnored() async throws {
        let run = try await ProgramRun(["grep", "^Sig[BI]", "/proc/self/status"])
        // glibc keeps 32 and 33 for itself.
        let masks = run.output.split(separator: "\n").compactMap {
            $0.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
        }
        #expect(masks.map { $0 & 0x7FFF_FFFF } == [0, 0])
    }

    @EventLoopActor @Test func isKilledWithItsChildrenWhenItsOwnerGoes() async throws {
        let output = try TemporaryFile()
        let file = try FileDescriptor.open(FilePath(output.path), .writeOnly)
        defer { try? file.close() }
        var child: ChildProcess? = try ChildProcess(
            ["sh", "-c", "sleep 1000 & echo $!; wait"], descriptors: [nil, file]
        ) { _ in }
        try await waitUntil("the grandchild is there") { output.text.hasSuffix("\n") }
        let grandchild = Int32(output.text.dropLast())!
        #expect(kill(grandchild, 0) == 0)
        child = nil
        _ = child
        try await waitUntil("the grandchild is gone") { !isRunning(grandchild) }
    }

    /// A traced process that has ended must first be reaped by its tracer (wait(2)): a stopped
    /// tracer delays its end like much memory or state D does.
    @EventLoopActor
    @Test(.needs("strace", package: "strace"), .timeLimit(.minutes(5)))
    func isLetGoWithoutWaitingForItsEnd() async throws {
        var child: ChildProcess? = try ChildProcess(
            ["strace", "-DD", "-o", "/dev/null", "sleep", "1000"]) { _ in }
        let pid = child!.pid
        var tracer: Int32 = 0
        try await waitUntil("it is traced and sleeps") {
            tracer = Self.tracer(of: pid)
            return tracer != 0 && textOfFile("/proc/\(pid)/comm") == "sleep\n"
        }
        #expect(kill(tracer, SIGSTOP) == 0)
        defer { kill(tracer, SIGKILL) }
        try await waitUntil("the tracer stops") {
            textOfFile("/proc/\(tracer)/stat").contains(") T ")
        }
        child = nil
        _ = child
        #expect(waitpid(pid, nil, WNOHANG) == 0, "its end is not to be had yet")
        kill(tracer, SIGKILL)
        try await waitUntil("the loop has reaped it") { kill(pid, 0) != 0 }
    }

    private static func tracer(of pid: Int32) -> Int32 {
        let lines = textOfFile("/proc/\(pid)/status").split(separator: "\n")
        let line = lines.first { $0.hasPrefix("TracerPid:") } ?? ""
        return line.split(separator: "\t").last.flatMap { Int32($0) } ?? 0
    }

    @EventLoopActor @Test func returnsItsOutput() async throws {
        let script = "head -c 300000 /dev/zero; exit 3"
        let run = try await ChildProcess.output(of: ["sh", "-c", script], within: .seconds(60))
        #expect(run.status == .exited(3))
        #expect(run.output == [UInt8](repeating: 0, count: 300_000))
        await #expect(throws: SystemError("run sleep", .timedOut)) {
            try await ChildProcess.output(of: ["sleep", "3600"], within: .milliseconds(20))
        }
    }
}
