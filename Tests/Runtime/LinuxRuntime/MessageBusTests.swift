import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

@Suite(
    .runningLoop, .needs("dbus-daemon", package: "dbus-daemon"),
    .needs("/usr/lib/python3/dist-packages/dbusmock", package: "python3-dbusmock"))
struct MessageBusTests {
    private static let bus = "org.freedesktop.DBus"
    private static let path = "/org/freedesktop/DBus"

    @EventLoopActor private func echo(_ server: BusServer) async throws -> BusMock {
        try await server.mock("org.example.Echo", "/echo", "org.example.Echo")
    }

    @EventLoopActor @Test func carriesEveryTypeThereAndBack() async throws {
        let server = try await BusServer()
        let mock = try await echo(server)
        let values: [BusValue] = [
            .byte(255), .boolean(true), .int16(-32768), .uint16(65535), .int32(-5), .uint32(7),
            .int64(.min), .uint64(.max), .double(0.1), .string("naïve €"), .objectPath("/a/b"),
            .signature("a{sv}"), .array([.string("a"), .string("")], of: "s"),
            .array([], of: "(sss)"),
            .array([.structure([.string("us"), .int32(1)])], of: "(si)"),
            .array([.entry(key: .string("k"), value: .variant(.uint32(1)))], of: "{sv}"),
        ]
        let types = values.map(\.signature).joined()
        try await mock.addMethod("Echo", takes: types, returns: types, "ret = args")
        let bus = try server.connect()
        let reply = try await bus.call(
            "org.example.Echo", "/echo", "org.example.Echo", "Echo", values)
        #expect(reply == values)
        #expect(reply[15]["k"]?.integer == 1)
        #expect(reply[15]["l"] == nil)
        #expect(reply[14].elements?.first?.elements?.first?.string == "us")
    }

    @EventLoopActor @Test func readsProperties() async throws {
        let server = try await BusServer()
        try await echo(server).addProperty("Colour", .string("red"))
        let bus = try server.connect()
        let value = try await bus.property(
            "org.example.Echo", "/echo", "org.example.Echo", "Colour")
        #expect(value == .string("red"))
    }

    @EventLoopActor @Test func reportsWhatTheOtherEndAnswered() async throws {
        let server = try await BusServer()
        let bus = try server.connect()
        let absent = await #expect(throws: BusError.self) {
            try await bus.call("org.example.Nobody", "/", "org.example.Nobody", "Hello")
        }
        #expect(absent?.isAbsence == true)
        let unknown = await #expect(throws: BusError.self) {
            try await bus.call(Self.bus, Self.path, Self.bus, "NoSuchMethod")
        }
        #expect(unknown?.name == "org.freedesktop.DBus.Error.UnknownMethod")
        #expect(unknown?.isAbsence == false)
        await #expect(throws: SystemError.self) {
            try await bus.call("not a name", "/", "org.example.Nobody", "Hello")
        }
    }

    @EventLoopActor @Test func hearsSignalsWhileItListens() async throws {
        let server = try await BusServer()
        let mock = try await echo(server)
        let bus = try server.connect()
        var heard: [[BusValue]] = []
        var subscription: BusSubscription? = try bus.subscribe(
            sender: "org.example.Echo", path: "/echo", interface: "org.example.Echo",
            signal: "Changed"
        ) { heard.append($0) }
        // The bus answers in order: from here on it knows the subscription.
        _ = try await bus.call(Self.bus, Self.path, Self.bus, "GetId")
        try await mock.emit("Changed", "su", [.string("a"), .uint32(1)])
        try await mock.emit("Other", "s", [.string("b")])
        try await waitUntil("the signal comes") { !heard.isEmpty }
        #expect(heard == [[.string("a"), .uint32(1)]])
        withExtendedLifetime(subscription) {}
        subscription = nil
        try await mock.emit("Changed", "su", [.string("c"), .uint32(2)])
        // The mock's signals come before the answer to a later request.
        _ = try await bus.call(
            "org.example.Echo", "/echo", "org.freedesktop.DBus.Peer", "Ping")
        #expect(heard.count == 1)
    }

    @EventLoopActor @Test func givesUpWhenTheBusHangs() async throws {
        let server = try await BusServer()
        let bus = try server.connect()
        _ = try await bus.call(Self.bus, Self.path, Self.bus, "GetId")
        server.freeze(true)
        await #expect(throws: BusError.self) {
            try await bus.call(
                Self.bus, Self.path, Self.bus, "GetId", within: .milliseconds(20))
        }
        let task = EventLoop.throwingTask {
            _ = try await bus.call(Self.bus, Self.path, Self.bus, "GetId", within: .seconds(3600))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        server.freeze(false)
        _ = try await bus.call(Self.bus, Self.path, Self.bus, "GetId", within: .seconds(60))
    }

    @EventLoopActor @Test func noticesThatTheBusDied() async throws {
        let server = try await BusServer()
        let bus = try server.connect()
        server.freeze(true)
        let call = EventLoop.throwingTask {
            _ = try await bus.call(Self.bus, Self.path, Self.bus, "GetId", within: .seconds(3600))
        }
        try await server.kill()
        await #expect(throws: (any Error).self) { try await call.value }
        try await waitUntil("the connection ends") { !bus.isOpen }
        await #expect(throws: (any Error).self) {
            try await bus.call(Self.bus, Self.path, Self.bus, "GetId")
        }
    }

    @EventLoopActor @Test func saysThatThereIsNone() {
        #expect(throws: SystemError.self) { try MessageBus(.user, environment: [:]) }
        #expect(throws: SystemError.self) {
            try MessageBus(.user, environment: ["DBUS_SESSION_BUS_ADDRESS": "disabled:"])
        }
        #expect(throws: SystemError.self) {
            try MessageBus(.system, environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/none"])
        }
    }
}
