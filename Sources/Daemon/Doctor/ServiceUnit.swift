import LinuxRuntime
import Problems

/// The user's service in systemd.
struct ServiceUnit: Equatable {
    /// Whether systemd has its unit file.
    let isInstalled: Bool
    /// Whether it starts with graphical-session.target (systemd.special(7)).
    let isEnabled: Bool
    /// Whether that target is active. sway and i3 don't activate it by themselves.
    let isSessionReached: Bool

    static let name = "utter.service"
    private static let session = "graphical-session.target"

    /// Nil if no systemd runs for this user.
    @EventLoopActor
    static func find() async -> ServiceUnit? {
        let arguments = [
            "systemctl", "--user", "show", "--property=Id,LoadState,UnitFileState,ActiveState",
            name, session,
        ]
        // systemctl reports on standard error that there is no bus, which doesn't matter here.
        guard
            let (status, output) = try? await ChildProcess.output(
                of: arguments, isQuiet: true, within: .seconds(10)),
            status == .exited(0)
        else { return nil }
        return ServiceUnit(properties: String(decoding: output, as: UTF8.self))
    }

    /// - Parameter properties: `NAME=VALUE`, one per line, with an empty line between two units.
    init(properties: String) {
        let units = properties.split(separator: "\n\n").map { $0.split(separator: "\n") }
        let unit = units.first { $0.contains("Id=\(Self.name)") } ?? []
        isInstalled = unit.contains("LoadState=loaded")
        isEnabled =
            unit.contains("UnitFileState=enabled")
            || unit.contains("UnitFileState=enabled-runtime")
        let session = units.first { $0.contains("Id=\(Self.session)") } ?? []
        isSessionReached = session.contains("ActiveState=active")
    }

    /// How long systemd may take until the daemon is ready.
    static let startLimit = Duration.seconds(60)

    static let enabling = Fix([.init(["systemctl", "--user", "enable", "--now", "utter"])])
}
