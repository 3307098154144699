internal import Dictation
internal import Glibc
public import LinuxRuntime
import Problems
internal import SystemPackage

/// A private sound server that speaks PulseAudio's protocol: PulseAudio, or PipeWire with
/// WirePlumber. It uses no sound card. What is played into its null sink `speaker` is what its
/// default source captures. It ends with its owner, at the latest with the test process. Any number
/// can run at once.
///
/// Another process uses it with ``environment`` in its environment, and captures from the ALSA
/// PCM `pulse` (Debian's package libasound2-plugins).
@EventLoopActor
public final class PulseServer {
    /// The variables by which a client finds the server, as `NAME=VALUE`.
    public let environment: [String]
    /// Private to the server, and removed with it.
    let directory: String
    /// The server: `pulseaudio` or `pipewire-pulse`.
    public let process: ChildProcess
    /// What `pipewire-pulse` needs; nil for PulseAudio.
    private let pipeWire: PipeWireProcesses?

    public enum Kind: Sendable, CaseIterable {
        case pulseAudio, pipeWire
    }

    /// Starts a server, and returns when it answers.
    public static func start(_ kind: Kind = .pulseAudio) async throws -> PulseServer {
        let server = try PulseServer(kind, on: kind == .pipeWire ? await BusServer() : nil)
        let limit = MonotonicClock.nanoseconds + 60_000_000_000
        // The socket exists before the server listens: only an answer counts.
        while try await run(["pactl", "info"], server.environment, quietly: true) != .exited(0) {
            guard server.process.status == nil, MonotonicClock.nanoseconds < limit else {
                throw Problem(
                    "cannot start the sound server (\(kind))", why: server.log,
                    remedy:
                        "Install Debian's packages pulseaudio and pulseaudio-utils, or pipewire,"
                        + " pipewire-pulse and wireplumber")
            }
            try await EventLoop.shared.sleep(for: .milliseconds(10))
        }
        if let pipeWire = server.pipeWire {
            do {
                try await pipeWire.waitForManager(server.environment)
            } catch {
                throw Problem("\(error)", why: server.log)
            }
            try await server.succeed(["pactl", "load-module"] + nullSink("speaker"))
        }
        try await server.control("set-default-sink", "speaker")
        try await server.control("set-default-source", "speaker.monitor")
        return server
    }

    private init(_ kind: Kind, on bus: BusServer?) throws {
        var template = Array("/tmp/utter-pulse-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp") }
        let directory = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        self.directory = directory
        environment = [
            "PULSE_SERVER=unix:\(directory)/pulse/native",
            // Otherwise each client would leave a cookie in the home directory.
            "PULSE_COOKIE=\(directory)/cookie",
            "PIPEWIRE_RUNTIME_DIR=\(directory)",
        ]
        let log = try FileDescriptor.open(
            "\(directory)/log", .writeOnly, options: [.create, .append, .closeOnExec],
            permissions: .ownerReadWrite)
        defer { try? log.close() }
        pipeWire = try bus.map { try PipeWireProcesses(in: directory, on: $0, log: log) }
        let command =
            switch kind {
            case .pulseAudio:
                [
                    "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1",
                    "--load=module-native-protocol-unix",
                    "--load=\(nullSink("speaker").joined(separator: " "))",
                ]
            case .pipeWire: PipeWireProcesses.command("pipewire-pulse")
            }
        process = try ChildProcess(
            // The server ends with this process even if this process crashes.
            ["setpriv", "--pdeathsig", "KILL"] + command,
            environment: pipeWire?.environment
                ?? Self.environment(
                    adding: ["HOME=\(directory)", "XDG_RUNTIME_DIR=\(directory)"]),
            descriptors: [nil, log, log], onExit: { _ in })
    }

    isolated deinit {
        process.send(signal: SIGKILL)
        runToEnd("rm", "-rf", directory)
    }

    // MARK: Sound

    /// Plays a sound file into a sink, and returns when its end was played.
    public func play(_ file: String, into sink: String = "speaker") async throws {
        try await succeed(["paplay", "--device=\(sink)", file])
    }

    /// Returns when some program captures, so that it hears what is played next.
    public func waitForCapture() async throws {
        let limit = MonotonicClock.nanoseconds + 180_000_000_000
        while true {
            let list = try await ProgramRun(
                ["pactl", "list", "short", "source-outputs"], environment: childEnvironment)
            if list.status == .exited(0), !list.output.isEmpty { return }
            guard MonotonicClock.nanoseconds < limit else {
                throw Problem("waited in vain until a program captures", why: "\(list)")
            }
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
    }

    /// Adds a null sink, so that tests on one server don't hear each other. Returns the ALSA PCM
    /// that captures what is played into it.
    public func addSink(_ name: String) async throws -> String {
        try await succeed(["pactl", "load-module"] + nullSink(name))
        return "pulse:\(name).monitor"
    }

    /// Controls the server as pactl(1) does.
    public func control(_ arguments: String...) async throws {
        try await succeed(["pactl"] + arguments)
    }

    /// Sends a signal to the server: SIGKILL for a crash, SIGSTOP to make it hang.
    public func send(signal: Int32) {
        process.send(signal: signal)
    }

    /// The session manager, WirePlumber: it links streams to devices. Nil for PulseAudio, or after
    /// its end.
    public var sessionManager: ChildProcess? { pipeWire?.manager }

    /// Ends PipeWire's session manager as a crash does.
    public func endSessionManager() async throws {
        try await pipeWire?.endManager()
    }

    /// Starts PipeWire's session manager, and returns when it manages.
    public func startSessionManager() async throws {
        try pipeWire?.startManager()
        try await pipeWire?.waitForManager(environment)
    }

    // MARK: Clients

    /// The whole environment of a child process that uses the server.
    public var childEnvironment: [String] { Self.environment(adding: environment) }

    /// Makes this process use the server. C libraries read the environment without a lock, so call
    /// this before anything plays or captures.
    public func useInThisProcess() {
        for entry in environment {
            let parts = entry.split(separator: "=", maxSplits: 1)
            setenv(String(parts[0]), String(parts[1]), 1)
        }
    }

    static func environment(adding entries: [String]) -> [String] {
        var inherited: [String] = []
        var next = environ
        while let entry = next.pointee {
            inherited.append(String(cString: entry))
            next += 1
        }
        let hidden =
            entries.map { $0.prefix { $0 != "=" } + "=" }
            + ["PULSE_", "PIPEWIRE_", "DBUS_SESSION_BUS_ADDRESS=", "LC_ALL="]
        return inherited.filter { entry in !hidden.contains { entry.hasPrefix($0) } }
            + ["LC_ALL=C"] + entries
    }

    private func succeed(_ arguments: [String]) async throws {
        let status = try await Self.run(arguments, environment, quietly: false)
        if status != .exited(0) {
            throw Problem(arguments.joined(separator: " "), why: "\(status); \(log)")
        }
    }

    /// Runs a program to its end.
    static func run(
        _ arguments: [String], _ environment: [String], quietly: Bool
    ) async throws -> ExitStatus {
        let null = try FileDescriptor.open("/dev/null", .readWrite, options: .closeOnExec)
        defer { try? null.close() }
        var child: ChildProcess?
        // Reaped before it is released, since releasing kills it.
        defer { withExtendedLifetime(child) {} }
        return try await withCheckedThrowingContinuation { continuation in
            do {
                child = try ChildProcess(
                    arguments, environment: Self.environment(adding: environment),
                    descriptors: [null, null, quietly ? null : nil]
                ) { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private var log: String {
        guard let file = fopen("\(directory)/log", "r") else { return "" }
        defer { fclose(file) }
        var bytes = [CChar](repeating: 0, count: 4096)
        fread(&bytes, 1, bytes.count - 1, file)
        return bytes.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
}

/// The module and its arguments. Without `norewinds` the sink begins with two seconds at once, and
/// its monitor is then silent for as long.
private func nullSink(_ name: String) -> [String] {
    ["module-null-sink", "sink_name=\(name)", "norewinds=1"]
}
