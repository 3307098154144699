import LinuxRuntime

/// The user's screen reader, as the desktop reports it (org.a11y.Status of at-spi2-core).
public enum ScreenReader {
    /// Whether one is switched on; false where nothing says so. A question to a service that isn't
    /// running would start it: so only one that runs is asked.
    @EventLoopActor
    public static func isRunning(
        on bus: SessionBus, within limit: Duration = .seconds(1)
    ) async -> Bool {
        guard let bus = try? bus.connection(),
            (try? await bus.hasOwner(of: "org.a11y.Bus", within: limit)) == true,
            let answer = try? await bus.call(
                "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Get",
                [.string("org.a11y.Status"), .string("ScreenReaderEnabled")], within: limit)
        else { return false }
        return answer == [.variant(.boolean(true))]
    }
}
