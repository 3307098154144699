import Glibc
import HotkeyChords
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// The rights of the helper's running processes.
extension GuestHelperTests {
    @EventLoopActor @Test func keepsOnlyWhatItNeeds() async throws {
        let keyboard = try UinputKeyboard.forGroup("keyboard")
        let helper = try await Self.helper([.f9])
        try await helper.watches(keyboard.node)
        let opener = try #require(helper.opener)
        let input = try #require(getgrnam("input")?.pointee.gr_gid)

        #expect(field("Gid", of: helper.process.pid) == "65534\t65534\t65534\t65534")
        #expect(field("Gid", of: opener) == "65534\t\(input)\t\(input)\t\(input)")
        for process in [helper.process.pid, opener] {
            #expect(field("Uid", of: process) == "65534\t65534\t65534\t65534")
            #expect(field("Groups", of: process) == "")
            #expect(field("CapEff", of: process) == "0000000000000000")
            #expect(field("CapPrm", of: process) == "0000000000000000")
            #expect(field("NoNewPrivs", of: process) == "1")
            #expect(field("Seccomp", of: process) == "2")
            #expect(field("Threads", of: process) == "1")
            let limits = textOfFile("/proc/\(process)/limits").split(separator: "\n")
            let core = limits.first { $0.hasPrefix("Max core file size") }
            #expect(core?.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
        }
    }

    /// Its own user can't inspect it, since it reads the keyboards.
    @EventLoopActor @Test func isUnreadableForItsUser() async throws {
        let helper = try await Self.helper([.f9])
        try await waitUntil("it answers") { helper.told.count == 2 }
        let opener = try #require(helper.opener)
        for process in [helper.process.pid, opener] {
            for command in [
                ["ls", "/proc/\(process)/fd"], ["cat", "/proc/\(process)/maps"],
                ["dd", "if=/proc/\(process)/mem", "count=1"],
                ["strace", "-o", "/dev/null", "-p", "\(process)"],
            ] {
                let run = try await ProgramRun(HelperRun.asNobody + command)
                #expect(run.status != .exited(0), "\(command)")
            }
            // Root can.
            let run = try await ProgramRun(["ls", "/proc/\(process)/fd"])
            #expect(run.status == .exited(0))
        }
        #expect(helper.process.status == nil)
    }

    @EventLoopActor @Test func leavesNoCore() async throws {
        let cores = try await ProgramRun(["mktemp", "-d"]).output.dropLast()
        try check(chmod(String(cores), 0o777), "chmod")
        let pattern = textOfFile("/proc/sys/kernel/core_pattern")
        try write("\(cores)/core", to: "/proc/sys/kernel/core_pattern")
        defer { try? write(pattern, to: "/proc/sys/kernel/core_pattern") }
        func files() async throws -> String { try await ProgramRun(["ls", String(cores)]).output }

        // An ordinary program would leave one.
        _ = try await ProgramRun(
            HelperRun.asNobody + ["sh", "-c", "ulimit -c unlimited; kill -SEGV $$"])
        #expect(try await files() == "core\n")
        unlink("\(cores)/core")
        let helper = try HelperRun(
            HelperRun.asNobody
                + ["sh", "-c", "ulimit -c unlimited; exec \"$0\"", try await HelperRun.installed()])
        helper.send(HelperRequest.bind([.f9]))
        try await waitUntil("it answers") { helper.told.count == 2 }
        kill(helper.process.pid, SIGSEGV)
        try await helper.ends()
        #expect(helper.process.status == .killed(signal: SIGSEGV))
        #expect(try await files() == "")
    }

    /// Killed callers send nothing. The socket stays open here: only the kernel reports it.
    @EventLoopActor @Test func endsWithACallerThatIsKilled() async throws {
        let program = try await HelperRun.installed()
        let helper = try HelperRun(
            HelperRun.asNobody + ["sh", "-c", "\"$0\"; exit 7", program])
        helper.send(HelperRequest.bind([.f9]))
        try await waitUntil("it answers") { helper.told.count == 2 }
        let reader = try #require(child(of: helper.process.pid))
        let opener = try #require(child(of: reader))
        kill(helper.process.pid, SIGKILL)
        try await waitUntil("both are gone") {
            [reader, opener].allSatisfy { pid in
                let state = textOfFile("/proc/\(pid)/stat")
                return state.isEmpty || state.contains(") Z ")
            }
        }
    }

    @EventLoopActor @Test func endsWithItsOtherHalf() async throws {
        let first = try await Self.helper([.f9])
        try await waitUntil("it answers") { first.told.count == 2 }
        kill(try #require(first.opener), SIGKILL)
        try await first.ends()
        #expect(first.process.status == .exited(1))

        let second = try await Self.helper([.f9])
        try await waitUntil("it answers") { second.told.count == 2 }
        let opener = try #require(second.opener)
        kill(second.process.pid, SIGKILL)
        try await second.ends()
        try await waitUntil("the other is gone") {
            let state = textOfFile("/proc/\(opener)/stat")
            return state.isEmpty || state.contains(") Z ")
        }
    }

    private func field(_ name: String, of process: Int32) -> String? {
        let line = textOfFile("/proc/\(process)/status").split(separator: "\n")
            .first { $0.hasPrefix("\(name):") }
        return line.map { line in
            String(line.dropFirst(name.count + 1).drop { $0 == "\t" || $0 == " " })
                .replacing(" ", with: "")
        }
    }

    private func write(_ text: String, to path: String) throws {
        let file = try FileDescriptor.open(FilePath(path), .writeOnly)
        _ = try file.closeAfter { try file.writeAll(text.utf8) }
    }
}
