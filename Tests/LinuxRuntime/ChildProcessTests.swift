import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

@Suite(.runningLoop) struct ChildProcessTests {
    @EventLoopActor @Test func tellsHowItEnded() async throws {
        #expect(try await ProgramRun(["true"]).status == .exited(0))
        #expect(try await ProgramRun(["sh", "-c", "exit 7"]).status == .exited(7))
        #expect(try await ProgramRun(["sh", "-c", "kill -9 $$"]).status == .killed(signal: SIGKILL))
    }

    @EventLoopActor @Test func saysWhichProgramIsMissing() async throws {
        #expect(throws: SystemError("start no-such-program", .noSuchFileOrDirectory)) {
            _ = try ChildProcess(["no-such-program"]) { _ in }
        }
    }

    /// A pipe's end that leaked into a child kept its reader waiting for the child's end.
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
            ["sh", "-c", "sleep 1000 & echo $!; wait"], descriptors: [nil, file]) { _ in }
        try await waitUntil("the grandchild is there") { output.text.hasSuffix("\n") }
        let grandchild = Int32(output.text.dropLast())!
        #expect(kill(grandchild, 0) == 0)
        child = nil
        _ = child
        try await waitUntil("the grandchild is gone") {
            kill(grandchild, 0) != 0 || Self.isZombie(grandchild)
        }
    }

    /// Whether a process has ended and nobody has reaped it: process 1 of a container may not.
    private static func isZombie(_ pid: Int32) -> Bool {
        guard let file = fopen("/proc/\(pid)/stat", "r") else { return true }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        fread(&line, 1, line.count - 1, file)
        return line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }.contains(") Z ")
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
