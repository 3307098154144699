import DesktopBus
import Dictation
import LinuxRuntime
import TestSupport
import Testing

/// systemd-logind, mocked by python-dbusmock.
@Suite(.runningLoop, .needsMessageBus) struct LoginSessionTests {
    @EventLoopActor
    private final class Stage {
        let bus: BusServer
        let manager: BusMock
        let session: BusMock
        private(set) var events: [LoginSession.Event] = []
        private var login: LoginSession?

        init(active: Bool = true, locked: Bool = false) async throws {
            bus = try await BusServer()
            (manager, session) = try await bus.mockLogin(active: active, locked: locked)
        }

        func follow() async throws {
            let login = try LoginSession(environment: bus.environment) { [unowned self] in
                events.append($0)
            }
            self.login = login
            try await login.follow()
        }

        func wait(for expected: [LoginSession.Event]) async throws {
            try await waitUntil("the events are there") { events.count >= expected.count }
            #expect(events == expected)
        }
    }

    @EventLoopActor @Test func reportsWhenTheScreenIsLocked() async throws {
        let stage = try await Stage()
        try await stage.follow()
        #expect(stage.events == [])
        try await stage.session.setProperty("LockedHint", .boolean(true))
        try await stage.wait(for: [.left(.locked)])
        try await stage.session.setProperty("LockedHint", .boolean(false))
        try await stage.wait(for: [.left(.locked), .returned])
    }

    /// Some lockers never report that the screen is locked: what is running ends, what comes next
    /// may run.
    @EventLoopActor @Test func theCallForALockIsAMoment() async throws {
        let stage = try await Stage()
        try await stage.follow()
        try await stage.session.emit("Lock", "", [])
        try await stage.wait(for: [.left(.locked), .returned])
    }

    @EventLoopActor @Test func reportsOfAnotherSessionOnTheScreen() async throws {
        let stage = try await Stage()
        try await stage.follow()
        try await stage.session.setProperty("Active", .boolean(false))
        // Locked as well: the session is still away, and the end of one of the two isn't enough.
        try await stage.session.setProperty("LockedHint", .boolean(true))
        try await stage.session.setProperty("Active", .boolean(true))
        try await stage.session.setProperty("LockedHint", .boolean(false))
        try await stage.wait(for: [.left(.inactive), .left(.locked), .returned])
    }

    @EventLoopActor @Test func reportsOfSleep() async throws {
        let stage = try await Stage()
        try await stage.follow()
        try await stage.manager.emit("PrepareForSleep", "b", [.boolean(true)])
        try await stage.manager.emit("PrepareForSleep", "b", [.boolean(false)])
        try await stage.wait(for: [.left(.asleep), .returned, .resumed])
    }

    @EventLoopActor @Test func knowsWhatWasSoBefore() async throws {
        let stage = try await Stage(locked: true)
        try await stage.follow()
        #expect(stage.events == [.left(.locked)])
    }

    @EventLoopActor @Test func saysThatThereIsNoSession() async throws {
        #expect(throws: SystemError.self) {
            try LoginSession(
                environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent"]) { _ in }
        }
        let bus = try await BusServer()
        let session = try LoginSession(environment: bus.environment) { _ in }
        await #expect(throws: BusError.self) { try await session.follow() }
    }
}
