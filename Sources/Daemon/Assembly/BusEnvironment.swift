import Settings

/// Where the message buses of the session and of the system are.
package enum BusEnvironment {
    /// The variables with their addresses.
    package static var current: [String: String] {
        var environment: [String: String] = [:]
        for name in ["DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "XDG_RUNTIME_DIR"] {
            environment[name] = Settings.environment(name)
        }
        return environment
    }
}
