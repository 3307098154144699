internal import Glibc
public import LinuxRuntime
internal import SystemPackage
internal import Testing

/// A private D-Bus message bus (dbus-daemon), used both as session and as system bus, and the
/// services on it.
@EventLoopActor
public final class BusServer {
    /// The variables by which a program finds this bus and no other.
    public let environment: [String: String]
    private let directory: ScratchDirectory
    private let process: ChildProcess
    private var services: [ChildProcess] = []

    /// - Parameter isOpen: whether programs of all users may use it.
    public init(isOpen: Bool = false) async throws {
        directory = try ScratchDirectory("utter-bus")
        if isOpen { chmod(directory.path, 0o755) }
        try directory.write(
            """
            <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
            <policy context="default"><allow user="*"/><allow send_destination="*"/>
            <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
            """, to: "open.conf")
        let address = try Fifo(directory.path("address"))
        let log = try directory.create("log")
        let kind = isOpen ? "--config-file \(directory.path("open.conf"))" : "--session"
        process = try ChildProcess(
            [
                "sh", "-c",
                "exec dbus-daemon \(kind) --nofork --nopidfile --print-address=1 "
                    + "--address=unix:path=\(directory.path("bus")) > \(address.path)",
            ],
            environment: Self.variables(directory.path), descriptors: [nil, nil, log]
        ) { _ in }
        try log.close()
        let listening = try await address.line(within: .seconds(180), end: "\n")
        environment = [
            "DBUS_SESSION_BUS_ADDRESS": listening, "DBUS_SYSTEM_BUS_ADDRESS": listening,
            "XDG_RUNTIME_DIR": directory.path, "HOME": directory.path,
        ]
    }

    private static func variables(_ home: String) -> [String] {
        ProgramPlaces.environment + ["HOME=\(home)", "XDG_RUNTIME_DIR=\(home)", "LC_ALL=C.UTF-8"]
    }

    /// `NAME=VALUE` for a program that is to use this bus.
    public var variables: [String] {
        Self.variables(directory.path) + environment.map { "\($0)=\($1)" }
    }

    /// A connection to it.
    public func connect() throws -> MessageBus { try MessageBus(.user, environment: environment) }

    /// Puts a python-dbusmock object on the bus; its methods and properties are then added through
    /// `BusMock`.
    public func mock(
        _ name: String, _ path: String, _ interface: String
    ) async throws -> BusMock {
        let mock = try await start(
            ["/usr/bin/python3", "-m", "dbusmock", "--session", name, path, interface], as: name)
        return BusMock(
            bus: try connect(), process: mock, name: name, path: path, interface: interface)
    }

    /// Starts a program, which ends with this object, and waits until it has a name on the bus.
    ///
    /// - Parameter more: its variables besides the bus's, as `NAME=VALUE`.
    @discardableResult
    public func start(
        _ arguments: [String], as name: String, variables more: [String] = []
    ) async throws -> ChildProcess {
        let log = try directory.create("service-\(services.count).log")
        let service = try ChildProcess(
            arguments, environment: variables + more, descriptors: [nil, log, log]
        ) { _ in }
        try log.close()
        services.append(service)
        let bus = try connect()
        while true {
            if try await bus.hasOwner(of: name) { return service }
            try #require(service.status == nil, "\(arguments[0]) ended")
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
    }

    /// Stops the bus's process, so that it answers nothing, or continues it.
    public func freeze(_ isFrozen: Bool) {
        process.send(signal: isFrozen ? SIGSTOP : SIGCONT)
    }

    /// Ends it at once, as a crash would.
    public func kill() async throws {
        process.send(signal: SIGKILL)
        try await waitUntil("the bus ends") { process.status != nil }
    }
}

/// A python-dbusmock object.
@EventLoopActor
public final class BusMock {
    private let bus: MessageBus
    private let process: ChildProcess
    let name: String
    let path: String
    let interface: String

    fileprivate init(
        bus: MessageBus, process: ChildProcess, name: String, path: String, interface: String
    ) {
        self.bus = bus
        self.process = process
        self.name = name
        self.path = path
        self.interface = interface
    }

    /// Calls a method of python-dbusmock's own, which may take it long on a busy machine.
    private func mock(_ method: String, _ arguments: [BusValue]) async throws -> [BusValue] {
        try await bus.call(
            name, path, "org.freedesktop.DBus.Mock", method, arguments, within: .seconds(120))
    }

    /// - Parameter code: Python that sets `ret`, for example `ret = args[0]`.
    public func addMethod(
        _ method: String, takes input: String = "", returns output: String, _ code: String,
        interface other: String? = nil
    ) async throws {
        _ = try await mock(
            "AddMethod",
            [
                .string(other ?? interface), .string(method), .string(input), .string(output),
                .string(code),
            ])
    }

    /// The arguments of each call of a method so far.
    public func calls(of method: String) async throws -> [[BusValue]] {
        let reply = try await mock("GetMethodCalls", [.string(method)])
        return (reply.first?.elements ?? []).map { call in
            (call.elements?.last?.elements ?? []).map { argument in
                if case .variant(let value) = argument { value } else { argument }
            }
        }
    }

    /// The current value of a property.
    public func property(_ property: String) async throws -> BusValue {
        try await bus.property(name, path, interface, property)
    }

    public func addProperty(_ property: String, _ value: BusValue) async throws {
        _ = try await mock(
            "AddProperty",
            [.string(interface), .string(property), .variant(value)])
    }

    /// Another object of the same program.
    public func addObject(_ path: String, _ interface: String) async throws -> BusMock {
        _ = try await mock(
            "AddObject",
            [
                .objectPath(path), .string(interface), .array([], of: "{sv}"),
                .array([], of: "(ssss)"),
            ])
        return BusMock(
            bus: bus, process: process, name: name, path: path, interface: interface)
    }

    /// Changes a property.
    public func setProperty(_ property: String, _ value: BusValue) async throws {
        _ = try await bus.call(
            name, path, "org.freedesktop.DBus.Properties", "Set",
            [.string(interface), .string(property), .variant(value)])
    }

    /// Sends a signal.
    public func emit(
        _ signal: String, _ signature: String, _ values: [BusValue]
    ) async throws {
        _ = try await mock(
            "EmitSignal",
            [
                .string(interface), .string(signal), .string(signature),
                .array(values.map { .variant($0) }, of: "v"),
            ])
    }
}

extension BusServer {
    /// A server of notifications, which gives each the number 7.
    ///
    /// - Parameter capabilities: what it can show, as in `GetCapabilities`.
    public func notifications(_ capabilities: String...) async throws -> BusMock {
        let name = "org.freedesktop.Notifications"
        let server = try await mock(name, "/org/freedesktop/Notifications", name)
        let list = capabilities.map { "'\($0)'" }.joined(separator: ", ")
        try await server.addMethod("GetCapabilities", returns: "as", "ret = [\(list)]")
        try await server.addMethod(
            "Notify", takes: "susssasa{sv}i", returns: "u", "ret = dbus.UInt32(7)")
        return server
    }
}
