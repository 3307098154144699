import Dictation
import Glibc
import LinuxRuntime
import Problems
import SpeechWorker
import SpeechWorkerProtocol
import SystemPackage
import TestSupport
import Testing

/// What an engine can do in `utter-speech`.
@Suite(.runningLoop) struct ConfinementTests {
    @EventLoopActor @Test func anEngineReadsItsModelAndNoMore() async throws {
        let folder = try ScratchDirectory("model")
        for name in ["models/model/file", "models/elsewhere/blob", "other"] {
            try folder.makeFolders(for: name)
            try folder.write("x", to: name)
        }
        // Some keep a model's files elsewhere, with links to them.
        symlink("../elsewhere/blob", folder.path("models/model/link"))
        let trial = try TrialWorker(
            "spy",
            values: [
                "model": folder.path("models/model/file"),
                "link": folder.path("models/model/link"), "other": folder.path("other"),
            ], readable: [folder.path("models/model")])
        defer { trial.decoding.close() }
        trial.decoding.begin()
        try await trial.finish()
        #expect(
            trial.listener.utterances == [
                "read the model, read through a link, read processors, move itself,"
                    + " keep a file in memory, start a thread"
            ], "\(trial.listener.events)")
    }

    @EventLoopActor @Test func anEngineOnAGPUChangesNoFile() async throws {
        let folder = try ScratchDirectory("model")
        try folder.write("x", to: "model")
        let trial = try TrialWorker(
            "spy", values: ["model": folder.path("model")], readable: [folder.path("model")],
            usesGPU: true)
        defer { trial.decoding.close() }
        trial.decoding.begin()
        try await trial.finish()
        #expect(
            trial.listener.utterances == [
                "read the model, read processors, control a GPU, move itself,"
                    + " keep a file in memory, start a thread"
            ], "\(trial.listener.events)")
    }

    /// An archive may bring links with it, to whatever the user has.
    @EventLoopActor @Test func aModelsLinksOpenNoMore() async throws {
        let folder = try ScratchDirectory("model")
        for name in [
            "home/.ssh/key", "home/letter", "home/models/.ssh/key", "home/models/model/file",
            "home/models/other/file",
        ] {
            try folder.makeFolders(for: name)
            try folder.write("x", to: name)
            // Tests that run as root have files of root's: not those that everybody may read.
            chmod(folder.path(name), 0o600)
        }
        let model = folder.path("home/models/model")
        let targets = [
            ("root", "/"), ("home", "../.."), ("keys", folder.path("home/.ssh")),
            ("key", "../../.ssh/key"), ("letter", "../../letter"), ("chain", "letter"),
            ("hidden", "../.ssh/key"), ("models", ".."), ("neighbour", "../other"),
            ("itself", "."), ("dangling", "../nothing"), ("loop", "loop"),
            ("device", "/dev/null"), ("shadow", "/etc/shadow"),
        ]
        for (name, target) in targets { symlink(target, "\(model)/\(name)") }
        // Beside the acoustic model, as PocketSphinx's dictionary is.
        symlink("../letter", folder.path("home/models/dictionary"))
        var tries = targets.map { "\(model)/\($0.0)" }
        tries +=
            [
                "root\(folder.path("other"))", "home/letter", "home/.ssh/key", "keys/key",
                "neighbour/file", "models/other/file",
            ].map { "\(model)/\($0)" } + [folder.path("home/models/dictionary")]
        let trial = try TrialWorker(
            "spy",
            values: ["model": "\(model)/file", "hostile": tries.joined(separator: ":")],
            readable: [model, folder.path("home/models/dictionary")], model: model)
        defer { trial.decoding.close() }
        trial.decoding.begin()
        try await trial.finish()
        // Its own folder is the model's anyway.
        #expect(
            trial.listener.utterances == [
                "read the model, read through itself, read processors, move itself,"
                    + " keep a file in memory, start a thread"
            ], "\(trial.listener.events)")
    }

    @EventLoopActor @Test func theKernelSaysSo() async throws {
        let trial = try TrialWorker()
        defer { trial.decoding.close() }
        try await trial.isReady()
        let process = try #require(trial.decoding.process)
        let status = textOfFile("/proc/\(process)/status").split(separator: "\n")
        for line in ["Seccomp:\t2", "NoNewPrivs:\t1", "CapEff:\t0000000000000000"] {
            #expect(status.contains(line[...]), "\(status)")
        }
        let limits = textOfFile("/proc/\(process)/limits").split(separator: "\n")
        let core = try #require(limits.first { $0.hasPrefix("Max core file size") })
        #expect(core.split(separator: " ").contains("0"))
    }

    /// A kernel that lacks Landlock, or has it switched off, is reported; where Landlock is
    /// refused, as in some containers, no engine runs.
    @EventLoopActor
    @Test(
        .needs("python3", package: "python3"),
        arguments: [Errno.noFunction, .notSupportedOnSocket, .notPermitted])
    func withoutLandlock(_ error: Errno) async throws {
        let folder = try ScratchDirectory("worker")
        let load = WorkerMessage.load(
            EngineConfiguration(engine: "trial", model: "/trial", values: [:], readable: []))
        let file = try folder.create("message")
        try file.closeAfter { _ = try file.writeAll(load.bytes) }
        let program = try Executable.path().removingLastComponent().appending("trial-speech")
        let isRefused = error == .notPermitted
        let run = try await ProgramRun([
            "python3", "-c",
            """
            import ctypes, socket, struct, subprocess, sys
            seccomp = ctypes.CDLL("libseccomp.so.2")
            seccomp.seccomp_init.restype = ctypes.c_void_p
            context = ctypes.c_void_p(seccomp.seccomp_init(0x7FFF0000))
            call = seccomp.seccomp_syscall_resolve_name(b"landlock_create_ruleset")
            refuse = 0x50000 | int(sys.argv[3])
            assert seccomp.seccomp_rule_add(context, refuse, call, 0) == 0
            assert seccomp.seccomp_load(context) == 0
            ours, its = socket.socketpair()
            worker = subprocess.Popen([sys.argv[1]], stdin=its)
            its.close()
            ours.sendall(open(sys.argv[2], "rb").read())
            reports = ours.makefile("rb")
            for _ in range(int(sys.argv[4])):
                length = reports.read(4)
                report = length + reports.read(struct.unpack("=I", length)[0])
                print(*report, end=" ")
            """, program.string, folder.path("message"), "\(error.rawValue)",
            isRefused ? "1" : "2",
        ])
        #expect(run.status == .exited(0), "\(run.errors)")
        var reports = FrameBuffer()
        reports.append(run.output.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0) })
        let first = try reports.nextReport()
        guard !isRefused else {
            guard case .failed(let problem) = first else {
                Issue.record("\(String(describing: first))")
                return
            }
            #expect(problem.what == "cannot confine the speech engine “trial”")
            return
        }
        #expect(first == .ready(block: TrialWorker.block))
        let second = try reports.nextReport()
        guard case .warning(let problem) = second else {
            Issue.record("\(String(describing: second))")
            return
        }
        #expect(problem.what == "the speech engine “trial” may read your files")
    }

    /// A daemon that is killed leaves no engine, not even a stopped one or one that computes.
    @EventLoopActor @Test(.needs("python3", package: "python3"), arguments: [false, true])
    func endsWithItsDaemon(isStopped: Bool) async throws {
        let folder = try ScratchDirectory("worker")
        let messages: [WorkerMessage] = [
            .load(EngineConfiguration(engine: "trial", model: "/trial", values: [:], readable: [])),
            .begin(dictation: 1, at: 0),
            .samples(TrialWorker.sound([-2]), fed: TrialWorker.block, dictation: 1),
        ]
        let file = try folder.create("messages")
        try file.closeAfter { _ = try file.writeAll(messages.flatMap(\.bytes)) }
        let program = try Executable.path().removingLastComponent().appending("trial-speech")
        let run = try await ProgramRun([
            "python3", "-c",
            """
            import os, signal, socket, subprocess, sys
            ours, its = socket.socketpair()
            worker = subprocess.Popen([sys.argv[1]], stdin=its)
            its.close()
            ours.sendall(open(sys.argv[2], "rb").read())
            ours.recv(1)
            if sys.argv[3] == "true": worker.send_signal(signal.SIGSTOP)
            print(worker.pid, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
            """, program.string, folder.path("messages"), "\(isStopped)",
        ])
        let process = try #require(Int32(run.output.split(separator: "\n").first ?? ""))
        try await waitUntil("the worker is gone") { !isRunning(process) }
    }

    /// Started by hand it does nothing.
    @EventLoopActor @Test func needsASocket() async throws {
        let program = try Executable.path().removingLastComponent().appending("trial-speech")
        let run = try await ProgramRun([program.string])
        #expect(run.status == .exited(64))
        #expect(run.output.isEmpty)
    }
}
