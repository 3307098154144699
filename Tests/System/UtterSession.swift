import Foundation
import Glibc
import LinuxRuntime
import SpeechWorkerProtocol
import SystemPackage
import TestSupport
import Testing
import TranscribeCppFiles

@testable import ControlProtocol

/// The program under test in a user's session: with its own runtime directory and
/// configuration, and the test's display and sound server.
@EventLoopActor
final class UtterSession {
    /// The program with the speech model that comes with it: `$UTTER`, else the debug build beside the
    /// tests.
    static let programWithModel =
        ProcessInfo.processInfo.environment["UTTER"]
        ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "utter").path

    /// The same program without that model.
    static let program = try! ProgramWithoutModels.make(of: URL(filePath: programWithModel))

    /// How long a daemon with hardly any processor time may take to answer.
    private static let timeout = Duration.seconds(180)

    /// The hotkey is off, since the machine may have its own keyboards.
    nonisolated static let withoutHotkey = "[hotkey]\nenabled = false\n"

    /// How the program is started, before its arguments.
    let command: [String]
    let directory: URL
    /// The runtime directory.
    let runtime: URL
    var environment: [String]
    /// Where the daemon's standard error goes.
    let log: TemporaryFile

    /// - Parameters:
    ///   - configuration: the text of config.toml.
    ///   - command: how the program is started, before its arguments.
    ///   - inMemory: whether the runtime directory is in memory, as it is in a real session.
    init(
        display: XServer? = nil, sound: PulseServer? = nil,
        configuration: String = UtterSession.withoutHotkey,
        command: [String] = [UtterSession.program], inMemory: Bool = false
    ) throws {
        self.command = command
        let name = "utter-\(UUID().uuidString.prefix(8))"
        directory = FileManager.default.temporaryDirectory.appending(path: name)
        runtime =
            inMemory
            ? URL(filePath: "/dev/shm").appending(path: name) : directory.appending(path: "run")
        let config = directory.appending(path: "config")
        for place in [runtime, config.appending(path: "utter")] {
            try FileManager.default.createDirectory(
                at: place, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        try configuration.write(
            to: config.appending(path: "utter/config.toml"), atomically: true, encoding: .utf8)
        log = try TemporaryFile()
        environment =
            ProgramPlaces.environment + [
                "HOME=\(directory.path)", "LC_ALL=C.UTF-8",
                "XDG_RUNTIME_DIR=\(runtime.path)", "XDG_CONFIG_HOME=\(config.path)",
            ]
        if let display { environment.append("DISPLAY=\(display.display)") }
        if let sound { environment += sound.environment }
    }

    deinit {
        for place in [directory, runtime] { try? FileManager.default.removeItem(at: place) }
    }

    /// Beside other tests a run of the speech model that comes with utter may take so long that none is
    /// made for names.
    func noteThatTheModelIsQuick() {
        let variables = environment
        let speeds = KeptSpeeds { name in
            variables.last { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        let model = FilePath(Project.path(".build/models/whisper-tiny.en.gguf"))
        speeds.keep(
            MeasuredSpeed(seconds: 0.5, threads: 2), of: TranscribeCppModel(model), threads: nil)
    }

    /// Runs a command to its end.
    @discardableResult
    func run(
        _ arguments: String..., input: String? = nil, within limit: Duration = .seconds(300)
    ) async throws -> ProgramRun {
        try await ProgramRun(
            command + arguments, environment: environment, input: input, within: limit)
    }

    /// Runs a command that must succeed; returns its standard output without the last line feed.
    @discardableResult
    func output(_ arguments: String...) async throws -> String {
        try await output(arguments)
    }

    @discardableResult
    func output(_ arguments: [String]) async throws -> String {
        let run = try await ProgramRun(command + arguments, environment: environment)
        try #require(run.status == .exited(0), "\(arguments): \(run.errors)")
        return run.output.hasSuffix("\n") ? String(run.output.dropLast()) : run.output
    }

    /// Starts the daemon; `environment` adds to the session's.
    func spawnDaemon(_ environment: [String] = []) throws -> ChildProcess {
        let file = try FileDescriptor.open(FilePath(log.path), .writeOnly, options: [.append])
        defer { try? file.close() }
        return try ChildProcess(
            ["setpriv", "--pdeathsig", "KILL"] + command + ["daemon"],
            environment: self.environment + environment, descriptors: [nil, nil, file]
        ) { _ in }
    }

    /// Starts the daemon and waits until its model is loaded.
    func startDaemon() async throws -> ChildProcess {
        let daemon = try spawnDaemon()
        try await wait(for: "the daemon’s model") {
            try #require(daemon.status == nil, "the daemon ended: \(self.log.text)")
            return $0.recognizer.state == .ready
        }
        return daemon
    }

    var configurationFile: URL { directory.appending(path: "config/utter/config.toml") }

    /// The path of the control socket.
    var socket: String { runtime.appending(path: "utter/control").path }

    /// Connects to the daemon as soon as it serves. The socket of a killed daemon stays open, and
    /// closes connections, until a program that it was starting has begun.
    func connect() async throws -> ControlClient {
        while true {
            do {
                return try await ControlClient.connect(path: socket, within: Self.timeout)
            } catch let error as ControlClientError {
                if case .failed = error, error != .closed { throw error }
                try await EventLoop.shared.sleep(for: .milliseconds(2))
            }
        }
    }

    /// Follows the daemon's status until it fulfils a condition; fails the test after three minutes.
    @discardableResult
    func wait(
        for what: String, _ isReached: (StatusReport) throws -> Bool
    ) async throws -> StatusReport {
        let client = try await connect()
        _ = try await client.subscribe(levels: false, within: Self.timeout)
        let deadline = Deadline(after: Self.timeout)
        var (last, notices): (StatusReport?, [String]) = (nil, [])
        do {
            while let event = try await client.nextEvent(by: deadline) {
                guard case .status(let report) = event else { continue }
                if try isReached(report) { return report }
                last = report
                if let notice = report.notice?.message, notice != notices.last {
                    notices.append(notice)
                }
            }
            Issue.record("the daemon ended while \(what) was awaited: \(log.text)")
        } catch let error as ControlClientError {
            Issue.record(
                "\(what) was awaited in vain, \(error): \(notices), \(last.debugDescription)")
        }
        throw CancellationError()
    }

    /// The daemon's current status.
    func status() async throws -> StatusReport {
        let reply = try await connect().send(.status, within: Self.timeout)
        guard case .status(let report) = reply else {
            Issue.record("no status: \(reply)")
            throw CancellationError()
        }
        return report
    }
}
