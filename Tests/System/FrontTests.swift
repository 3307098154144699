import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

@testable import ControlProtocol

/// What is installed as `utter` is a small program that becomes the whole one, unless it can do without.
/// For the user there is no difference.
@Suite(.runningLoop) struct FrontTests {
    @EventLoopActor private static var front: String {
        URL(filePath: UtterSession.program).deletingLastPathComponent()
            .appending(path: "utter-front").path
    }
    private static let greeting = "{\"protocol\":\"utter\",\"version\":1}\n"

    @EventLoopActor
    @Test(arguments: [
        [], ["--help"], ["--version"], ["help", "toggle"], ["toggle"], ["start"], ["stop"],
        ["cancel"], ["toggle", "--help"], ["toggle", "--profile", "mail"], ["toggle", "again"],
        ["toggle", ""], ["stop", "--now"], ["togle"], [""], ["status"], ["status", "--json"],
        ["retype"], ["restore-raw"], ["last"], ["type"], ["type", "--sink", "none", "a"],
        ["type", "a", "b"], ["type", "a", "--unknown"], ["text", "--help"], ["config", "path"],
        ["--generate-completion-script", "bash"], ["--generate-completion-script", "fish"],
        ["guard-typing", ":0"], ["guard-typing"], ["guard-input-source", "a", "b", "c"],
        ["hear-reply", "greeted"], ["hear-reply"], ["stop", "\u{fe}"],
    ])
    func aCommandGivesTheSame(_ arguments: [String]) async throws {
        let session = try UtterSession()
        try await expectTheSame(arguments, session.environment)
    }

    @EventLoopActor
    @Test(arguments: [
        nil, "", "run", "/no/such/folder", "/tmp/" + String(repeating: "long", count: 40),
    ])
    func aRuntimeDirectoryGivesTheSame(_ directory: String?) async throws {
        var environment = try UtterSession().environment
            .filter { !$0.hasPrefix("XDG_RUNTIME_DIR=") }
        if let directory { environment.append("XDG_RUNTIME_DIR=\(directory)") }
        try await expectTheSame(["toggle"], environment)
    }

    /// Lines of a daemon, and whether it hangs up then.
    private static let answers: [(pieces: [String], closes: Bool, status: Int32)] = [
        ([greeting, "{\"reply\":\"ok\"}\n"], false, 0),
        ([greeting + "{\"reply\":\"ok\"}\n"], true, 0),
        ([greeting, "{\"message\":\"Done.\",\"reply\":\"ok\"}\n"], false, 0),
        ([greeting, "{\"reply\":\"ok\",\"mood\":\"good\"}\n"], false, 0),
        ([greeting, "{\"weather\":\"fine\"}\n", "{\"reply\":\"ok\"}\n"], false, 0),
        (
            [String(greeting.prefix(9)), String(greeting.dropFirst(9)), "{\"reply\":\"ok\"}\n"],
            false, 0
        ),
        ([greeting, "{\"rep", "ly\":\"ok\"}\n"], false, 0),
        (["{\"protocol\":\"utter\",\"version\":1,\"since\":2}\n{\"reply\":\"ok\"}\n"], false, 0),
        (
            [
                greeting,
                "{\"problem\":{\"what\":\"cannot stop\",\"why\":\"nothing records\"},\"reply\":\"failure\"}\n",
            ],
            false, 1
        ),
        (["{\"protocol\":\"utter\",\"version\":9}\n"], false, 1), (["220 mail ESMTP\n"], false, 1),
        ([greeting, "nonsense\n"], false, 1), ([greeting, "{\"reply\":\"ok\"}"], true, 1),
        ([greeting], true, 1), ([], true, 1),
    ]

    /// Each reply is heard as the whole program hears it, and no command is given twice.
    @EventLoopActor @Test(arguments: answers.indices)
    func aReplyGivesTheSame(_ number: Int) async throws {
        let answer = Self.answers[number]
        let session = try UtterSession()
        let daemon = try ScriptedDaemon(session.socket, answer.pieces, closes: answer.closes)
        let runs = try await expectTheSame(["stop"], session.environment)
        #expect(runs == 2)
        #expect(daemon.commands == ["{\"command\":\"stop\"}", "{\"command\":\"stop\"}"])
        let run = try await ProgramRun([Self.front, "stop"], environment: session.environment)
        #expect(run.status == .exited(answer.status))
    }

    /// The keys of a desktop need only the small program.
    @EventLoopActor
    @Test(.timeLimit(.minutes(15)), arguments: ["toggle", "start", "stop", "cancel"])
    func drivesTheDaemonAlone(_ command: String) async throws {
        let place = try ScratchDirectory("utter-prefix")
        try place.makeFolders(for: "bin/utter")
        try FileManager.default.copyItem(atPath: Self.front, toPath: place.path("bin/utter"))
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + "[audio]\ndevice = \"null\"\n")
        let alone = try await ProgramRun(
            [place.path("bin/utter"), command], environment: session.environment)
        #expect(alone.status == .exited(1))
        #expect(
            alone.errors == "utter: cannot start \(place.path("bin"))/../libexec/utter/utter: "
                + "No such file or directory\n  Install utter again.\n")

        let daemon = try session.spawnDaemon()
        _ = try await session.connect()
        var run: ProgramRun
        repeat {
            // For an answer that takes longer than a second, on a busy machine, it is the whole one's turn.
            _ = try await session.run("cancel")
            run = try await ProgramRun(
                [place.path("bin/utter"), "start"], environment: session.environment)
        } while run.errors == alone.errors
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(run.output + run.errors == "")
        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }

        var (commands, driving): ([String], ProgramRun)
        repeat {
            let scripted = try ScriptedDaemon(
                session.socket, [Self.greeting, "{\"reply\":\"ok\"}\n"], closes: false)
            driving = try await ProgramRun(
                [place.path("bin/utter"), command], environment: session.environment)
            commands = scripted.commands
        } while driving.errors == alone.errors
        #expect(driving.status == .exited(0), "\(driving.errors)")
        #expect(commands == ["{\"command\":\"\(command)\"}"])
    }

    /// As `make install` lays it out.
    @EventLoopActor @Test func findsTheWholeProgram() async throws {
        let place = try ScratchDirectory("utter-prefix")
        for (file, path) in [
            (Self.front, "bin/utter"), (UtterSession.program, "libexec/utter/utter"),
        ] {
            try place.makeFolders(for: path)
            try FileManager.default.copyItem(atPath: file, toPath: place.path(path))
        }
        try FileManager.default.createSymbolicLink(
            atPath: place.path("link"), withDestinationPath: place.path("bin/utter"))
        for program in ["bin/utter", "link"] {
            let run = try await ProgramRun([place.path(program), "--version"])
            #expect(run.status == .exited(0), "\(run.errors)")
            #expect(run.output == "\(Version.current)\n")
        }
    }

    /// Runs both programs; returns how many ran.
    @EventLoopActor @discardableResult
    private func expectTheSame(_ arguments: [String], _ environment: [String]) async throws -> Int {
        let whole = try await ProgramRun(
            [UtterSession.program] + arguments, environment: environment)
        let front = try await ProgramRun([Self.front] + arguments, environment: environment)
        #expect(front.status == whole.status)
        #expect(front.output == whole.output)
        #expect(front.errors == whole.errors)
        return 2
    }
}

/// Listens at the control socket, and says the same to each client once it has its command.
@EventLoopActor private final class ScriptedDaemon {
    /// The clients' second lines: the first ones are greetings.
    private(set) var commands: [String] = []
    private let listener: ListeningSocket
    private var source: EventSource?
    private var streams: [LineStream] = []

    init(_ path: String, _ pieces: [String], closes: Bool) throws {
        mkdir(URL(filePath: path).deletingLastPathComponent().path, 0o700)
        unlink(path)
        listener = try ListeningSocket(path: path)
        source = try EventLoop.shared.watch(listener.descriptor) { [weak self] _ in
            guard let self, let client = try? listener.accept() else { return }
            let stream = LineStream(client)
            EventLoop.task { try? await self.serve(stream, pieces, closes) }
        }
    }

    private func serve(_ stream: LineStream, _ pieces: [String], _ closes: Bool) async throws {
        let deadline = Deadline(after: .seconds(180))
        _ = try await stream.line(by: deadline)
        commands.append(String(decoding: try await stream.line(by: deadline), as: UTF8.self))
        for piece in pieces {
            try await stream.write(Array(piece.utf8), by: deadline)
            // So that the client gets them one by one, most of the time.
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
        if !closes { streams.append(stream) }
    }
}
