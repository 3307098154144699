import LinuxRuntime
import TestSupport
import Testing

/// A command that a key of the desktop starts, where nobody sees what it prints.
@Suite(
    .runningLoop,
    .needs(
        "dbus-daemon", "/usr/lib/python3/dist-packages/dbusmock",
        package: "dbus-daemon or python3-dbusmock"))
struct FailedCommandTests {
    @EventLoopActor
    @Test(arguments: [["toggle"], ["start", "--profile", "none"], ["retype"]])
    func aNotificationSaysWhy(_ arguments: [String]) async throws {
        let bus = try await BusServer()
        let server = try await bus.notifications("body")
        let session = try UtterSession(configuration: UtterSession.withoutHotkey)
        session.environment += bus.environment
            .filter { $0.key == "DBUS_SESSION_BUS_ADDRESS" }.map { "\($0.key)=\($0.value)" }
        let run = try await ProgramRun(
            session.command + arguments, environment: session.environment)
        #expect(run.status == .exited(69))
        try await Self.expectOne("not running", server, run)
    }

    /// The daemon lives, and refuses.
    @EventLoopActor
    @Test(arguments: [
        (["toggle", "--profile", "none"], "none"), (["start", "--language", "klingon"], "klingon"),
        (["retype"], "nothing was dictated yet"),
    ])
    func aNotificationSaysWhatTheDaemonRefused(_ arguments: [String], _ why: String) async throws {
        let bus = try await BusServer()
        let server = try await bus.notifications("body")
        let session = try UtterSession(configuration: UtterSession.withoutHotkey)
        session.add(bus)
        let daemon = try await session.startDaemon()
        let run = try await ProgramRun(
            session.command + arguments, environment: session.environment)
        #expect(run.status == .exited(1))
        try await Self.expectOne(why, server, run)
        #expect(daemon.status == nil)
    }

    @EventLoopActor
    private static func expectOne(
        _ why: String, _ server: BusMock, _ run: ProgramRun
    ) async throws {
        let calls = try await server.calls(of: "Notify")
        #expect(calls.count == 1)
        // The cause of a long message is in the body.
        let words = calls.first.map { $0.dropFirst(3).prefix(2).compactMap(\.string) } ?? []
        #expect(
            words.joined(separator: ". ").lowercased().contains(why), "\(calls) \(run.errors)")
    }
}
