internal import Glibc
internal import LinuxRuntime
internal import Problems
internal import SystemPackage

/// PipeWire and its session manager, WirePlumber, without any device of the machine.
@EventLoopActor
final class PipeWireProcesses {
    /// The environment of PipeWire's own programs.
    let environment: [String]
    /// WirePlumber; nil after its end.
    private(set) var manager: ChildProcess?
    private let bus: BusServer
    private let core: ChildProcess
    private let log: String

    /// - Parameters:
    ///   - directory: takes sockets, configuration and log.
    ///   - bus: WirePlumber ends without one.
    init(in directory: String, on bus: BusServer, log: FileDescriptor) throws {
        self.bus = bus
        self.log = "\(directory)/log"
        environment = PulseServer.environment(adding: [
            "HOME=\(directory)", "XDG_RUNTIME_DIR=\(directory)", "XDG_CONFIG_HOME=\(directory)",
            "XDG_STATE_HOME=\(directory)",
            "DBUS_SESSION_BUS_ADDRESS=\(bus.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")",
        ])
        try Self.hideDevices(from: directory)
        core = try ChildProcess(
            ["setpriv", "--pdeathsig", "KILL", "pipewire"], environment: environment,
            descriptors: [nil, log, log], onExit: { _ in })
        try startManager()
    }

    isolated deinit {
        manager?.send(signal: SIGKILL)
        core.send(signal: SIGKILL)
    }

    /// Starts WirePlumber.
    func startManager() throws {
        let log = try FileDescriptor.open(
            log, .writeOnly, options: [.create, .append, .closeOnExec],
            permissions: .ownerReadWrite)
        defer { try? log.close() }
        manager = try ChildProcess(
            ["setpriv", "--pdeathsig", "KILL"] + Self.command("wireplumber"),
            environment: environment, descriptors: [nil, log, log], onExit: { _ in })
    }

    /// A command that becomes one of PipeWire's programs when PipeWire answers. They wait for nobody:
    /// if it doesn't listen yet, WirePlumber ends, and pipewire-pulse goes without the sink that there
    /// is where no device is, and with it without a default source.
    static func command(_ program: String) -> [String] {
        [
            "sh", "-c",
            "until timeout 5 pw-cli info 0 >/dev/null 2>&1; do sleep 0.05; done; exec \(program)",
        ]
    }

    /// Ends WirePlumber, and returns when PipeWire has noticed.
    func endManager() async throws {
        manager?.send(signal: SIGKILL)
        manager = nil
        try await waitForManager(present: false, environment)
    }

    /// Returns when WirePlumber manages: it has chosen a default source then.
    func waitForManager(_ environment: [String]) async throws {
        try await waitForManager(present: true, environment)
    }

    private func waitForManager(present: Bool, _ environment: [String]) async throws {
        let limit = MonotonicClock.nanoseconds + 60_000_000_000
        let test = "case $(pactl get-default-source) in @*|'') exit 1; esac"
        while try await PulseServer.run(["sh", "-c", test], environment, quietly: true)
            != .exited(present ? 0 : 1)
        {
            guard MonotonicClock.nanoseconds < limit else {
                throw Problem(
                    "WirePlumber doesn’t \(present ? "manage" : "end")",
                    why: manager?.status.map { "\($0)" } ?? "")
            }
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
    }

    /// WirePlumber is to take no sound card, camera or headset: 0.4 is configured in Lua, 0.5 not.
    private static func hideDevices(from directory: String) throws {
        let files = [
            "main.lua.d/51-no-devices.lua":
                ["alsa", "v4l2", "libcamera"].map { "\($0)_monitor.enabled = false\n" }.joined(),
            "bluetooth.lua.d/51-no-devices.lua": "bluez_monitor.enabled = false\n",
            "wireplumber.conf.d/no-devices.conf": """
            wireplumber.profiles = {
              main = {
                hardware.audio = disabled
                hardware.bluetooth = disabled
                hardware.video-capture = disabled
              }
            }

            """,
        ]
        for (name, text) in files {
            let path = "\(directory)/wireplumber/\(name)"
            runToEnd("mkdir", "-p", String(path[..<path.lastIndex(of: "/")!]))
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
            try file.closeAfter { _ = try file.writeAll(text.utf8) }
        }
    }
}
