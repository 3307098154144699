import Glibc
public import KeyStrokes
import LinuxRuntime

/// The settings of ``UinputSink``.
public struct UinputSettings: Sendable {
    /// The layout that the session applies to our keyboard; nil to ask the session.
    public var layout: LayoutNames?
    /// Nil for the desktop's default.
    public var keyHold: Duration?
    /// How long to wait for the session to open the keyboard.
    public var readiness = Duration.seconds(5)
    /// How long to wait for the user to release modifiers.
    public var patience = Duration.seconds(2)
    /// The variables of the session: WAYLAND_DISPLAY, DISPLAY, SWAYSOCK, XDG_CURRENT_DESKTOP,
    /// HYPRLAND_INSTANCE_SIGNATURE, DBUS_SESSION_BUS_ADDRESS, XKB_DEFAULT_LAYOUT and so on.
    public var environment: [String: String]
    /// The directory that contains the machine's configuration.
    var root = "/"

    /// - Parameter environment: nil for that of this process.
    public init(environment: [String: String]? = nil) {
        self.environment = environment ?? Self.processEnvironment
    }

    var pace: TypingPace {
        let suitable = suitablePace
        guard let keyHold else { return suitable }
        if keyHold > .zero {
            return TypingPace(keyHold: keyHold, interval: keyHold + .milliseconds(2))
        }
        return suitable.keyHold == .zero ? suitable : .measured
    }

    private var suitablePace: TypingPace {
        guard value("WAYLAND_DISPLAY") != nil else {
            // On X11 the server reads the keyboard, on any desktop.
            return value("DISPLAY") == nil ? .console : .answered
        }
        if value("SWAYSOCK") != nil || value("HYPRLAND_INSTANCE_SIGNATURE") != nil {
            return .answered
        }
        return TypingPace.isSteady(environment["XDG_CURRENT_DESKTOP"]) ? .steady : .measured
    }

    /// For messages.
    var layoutName: String { layout.map { "the layout \($0.setting)" } ?? "the active layout" }

    /// The program that reads our keyboard in this session.
    @EventLoopActor
    func receiver() async throws -> any KeyboardReceiver {
        if let display = value("WAYLAND_DISPLAY") {
            if let socket = value("SWAYSOCK") { return try SwayReceiver(socket: socket) }
            if let instance = value("HYPRLAND_INSTANCE_SIGNATURE") {
                return try HyprlandReceiver(
                    instance: instance, runtime: environment["XDG_RUNTIME_DIR"] ?? "")
            }
            if TypingPace.isKDE(environment["XDG_CURRENT_DESKTOP"]),
                let bus = try? MessageBus(.user, environment: environment)
            {
                let kwin = KWinLayouts(bus, environment: environment)
                return try KWinReceiver(bus, LayoutSearch(sources([kwin])))
            }
            let isGNOME = GNOMELayouts.rule(environment["XDG_CURRENT_DESKTOP"])
            return SessionReceiver(
                name: "the compositor of \(display)",
                layouts: LayoutSearch(
                    sources(isGNOME ? [GNOMELayouts(environment: environment)] : [])),
                compose: try ComposeTable())
        }
        if let display = value("DISPLAY") { return try await XServerReceiver.open(display: display) }
        return SessionReceiver(
            name: "the Linux console",
            layouts: LayoutSearch(sources([]), console: layout == nil ? ConsoleKeymap() : nil),
            compose: try ConsoleCompose.table(), isConsole: true)
    }

    /// The sources of the layout, in order: only the setting if there is one; else those of the
    /// session, then those of the machine, and finally the usual default `us`.
    private func sources(_ session: [any LayoutSource]) -> [any LayoutSource] {
        if let layout { return [FixedLayout(name: "[output] layout", names: layout)] }
        return session + [
            EnvironmentLayout(environment: environment), LocaleLayout(environment: environment),
            XorgConfigurationLayout(root: root), DebianConfigurationLayout(root: root),
            FixedLayout(name: "nobody", names: LayoutNames([LayoutNames.Layout("us")])),
        ]
    }

    private func value(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static var processEnvironment: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let parts = String(cString: entry).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            variables[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
            next += 1
        }
        return variables
    }
}
