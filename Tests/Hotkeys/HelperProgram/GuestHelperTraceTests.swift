import HotkeyChords
import LinuxRuntime
import TestSupport
import Testing

/// The helper's system calls once it is confined, from strace(1).
extension GuestHelperTests {
    @EventLoopActor @Test(.needs("strace", package: "strace"))
    func opensNothingAndWritesOnlyReports() async throws {
        let directory = String(try await ProgramRun(["mktemp", "-d"]).output.dropLast())
        let keyboard = try UinputKeyboard.forGroup("keyboard")
        let helper = try HelperRun(
            ["strace", "-ff", "-y", "-o", "\(directory)/trace"] + HelperRun.asNobody
                + [try await HelperRun.installed()])
        helper.send(HelperRequest.bind([.f9, .rightCtrl, .escape]))
        try await helper.tells("accepted", "watching")
        helper.reader = try #require(child(of: helper.process.pid))
        let opener = try #require(helper.opener)
        try await helper.watches(keyboard.node)
        keyboard.tap("KEY_A")
        keyboard.press("KEY_RIGHTCTRL")
        keyboard.tap("KEY_C")
        keyboard.release("KEY_RIGHTCTRL")
        helper.send(HelperRequest.live([true, true, false]))
        let later = try UinputKeyboard.forGroup("later keyboard")
        try await helper.watches(later.node)
        later.tap("KEY_F9")
        try await helper.tells(
            "accepted", "watching", "pressed 1", "spoiled 1", "released 1", "pressed 0",
            "released 0")
        later.unplug()
        try await helper.noLongerWatches(later.node)
        helper.hangUp()
        try await helper.ends()

        try checkReader(calls(in: "\(directory)/trace.\(helper.reader)"), reports: 7)
        try checkOpener(calls(in: "\(directory)/trace.\(opener)"))
    }

    /// It opens nothing, and each write is a report to its caller.
    private func checkReader(_ calls: [Call], reports: Int) throws {
        let names = Set(calls.map(\.name))
        #expect(names.isDisjoint(with: Call.opening))
        #expect(
            names.isSubset(of: [
                "brk", "clock_gettime", "close", "epoll_ctl", "epoll_pwait2", "epoll_wait",
                "exit_group", "fcntl", "futex", "getpid", "ioctl", "madvise", "mmap", "munmap",
                "mremap", "read", "recvmsg", "sendmsg", "timerfd_settime", "write",
            ]), "\(names)")
        let writes = calls.filter { $0.name == "write" }
        #expect(writes.count == reports)
        for write in writes {
            #expect(write.text.hasPrefix("write(1<") && write.text.hasSuffix(", 16) = 16"))
        }
        // The message with the keys for which devices are opened.
        #expect(calls.count { $0.name == "sendmsg" } == 1)
    }

    /// It opens only devices and their descriptions, for reading; reads no device; and writes
    /// nothing but descriptors to the other half.
    private func checkOpener(_ calls: [Call]) throws {
        let opened = calls.filter { Call.opening.contains($0.name) }
        #expect(opened.contains { $0.text.contains("\"/dev/input/event") })
        for call in opened {
            #expect(call.name == "openat" || call.name == "inotify_init1", "\(call.text)")
            guard call.name == "openat" else { continue }
            // A descriptor with O_PATH can't be read.
            if call.text.contains("O_PATH") { continue }
            #expect(
                ["\"/dev/input/event", "\"/sys", "\"/run/", "</sys", "</run/"].contains {
                    call.text.contains($0)
                }, "\(call.text)")
            #expect(
                !call.text.contains("O_WRONLY") && !call.text.contains("O_RDWR")
                    && !call.text.contains("O_CREAT"), "\(call.text)")
        }
        let names = Set(calls.map(\.name))
        #expect(names.isDisjoint(with: ["write", "writev", "sendto", "pwrite64"]))
        #expect(!calls.contains { $0.name == "read" && $0.text.contains("</dev/input/event") })
        #expect(calls.contains { $0.name == "sendmsg" && $0.text.contains("SCM_RIGHTS") })
    }
}

/// The calls after seccomp(2) in the output of `strace -ff -y`.
private func calls(in file: String) throws -> [Call] {
    let lines = textOfFile(file).split(separator: "\n")
    let start = try #require(
        lines.firstIndex { $0.hasPrefix("seccomp(SECCOMP_SET_MODE_FILTER, 0,") }, "\(file)")
    return lines[(start + 1)...].filter { $0.first?.isLetter ?? false }.map {
        Call(text: String($0))
    }
}

private struct Call {
    let text: String
    var name: String { String(text.prefix { $0 != "(" }) }

    /// Calls that make a new descriptor, or a process.
    static let opening: Set<String> = [
        "open", "openat", "openat2", "creat", "socket", "connect", "bind", "accept4",
        "memfd_create", "open_by_handle_at", "pidfd_open", "inotify_init1", "io_uring_setup",
        "clone", "clone3", "fork", "vfork", "execve", "execveat", "ptrace",
    ]
}
