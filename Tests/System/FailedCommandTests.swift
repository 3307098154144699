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
        let name = "org.freedesktop.Notifications"
        let server = try await bus.mock(name, "/org/freedesktop/Notifications", name)
        try await server.addMethod("GetCapabilities", returns: "as", "ret = ['body']")
        try await server.addMethod(
            "Notify", takes: "susssasa{sv}i", returns: "u", "ret = dbus.UInt32(7)")
        let session = try UtterSession(configuration: UtterSession.withoutHotkey)
        session.environment += bus.environment
            .filter { $0.key == "DBUS_SESSION_BUS_ADDRESS" }.map { "\($0.key)=\($0.value)" }
        let run = try await ProgramRun(
            session.command + arguments, environment: session.environment)
        #expect(run.status == .exited(69))
        let calls = try await server.calls(of: "Notify")
        #expect(calls.count == 1)
        let message = calls.first.flatMap { $0.count > 3 ? $0[3].string : nil }
        #expect(message?.contains("not running") == true, "\(calls) \(run.errors)")
    }
}
