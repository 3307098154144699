import Glibc

/// The environment variables that decide where a command types and what it is configured by
/// (environ(7)). The daemon types for a command only if they are its own.
public struct CommandEnvironment: Codable, Equatable, Sendable {
    /// DISPLAY
    public var display: String?
    /// WAYLAND_DISPLAY
    public var wayland: String?
    /// XDG_CONFIG_HOME
    public var config: String?
    /// HOME
    public var home: String?

    public init(
        display: String? = nil, wayland: String? = nil, config: String? = nil, home: String? = nil
    ) {
        (self.display, self.wayland, self.config, self.home) = (display, wayland, config, home)
    }

    /// This process's environment.
    public static var own: CommandEnvironment {
        func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        return CommandEnvironment(
            display: value("DISPLAY"), wayland: value("WAYLAND_DISPLAY"),
            config: value("XDG_CONFIG_HOME"), home: value("HOME"))
    }
}
