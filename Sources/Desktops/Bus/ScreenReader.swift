import Glibc
import LinuxRuntime

/// The user's screen reader: one that the desktop has switched on (org.a11y.Status of
/// at-spi2-core), or Orca, which leaves that as it is when the user starts it.
public enum ScreenReader {
    /// Whether one is switched on or runs; false where nothing says so. A question to a service that
    /// isn't running would start it: so only one that runs is asked.
    @EventLoopActor
    public static func isRunning(
        on bus: SessionBus, within limit: Duration = .seconds(1)
    ) async -> Bool {
        guard let bus = try? bus.connection(),
            (try? await bus.hasOwner(of: service, within: limit)) == true
        else { return false }
        if await status("ScreenReaderEnabled", on: bus, within: limit) { return true }
        // What Orca switches on. Otherwise there may be no separate bus for accessibility.
        guard await status("IsEnabled", on: bus, within: limit) else { return false }
        return (try? await hasOrca(bus, within: limit)) == true
    }

    /// Whether accessibility is switched on; false where nothing says so.
    @EventLoopActor
    public static func isAccessibilityOn(
        on bus: SessionBus, within limit: Duration = .seconds(1)
    ) async -> Bool {
        guard let bus = try? bus.connection(),
            (try? await bus.hasOwner(of: service, within: limit)) == true
        else { return false }
        return await status("IsEnabled", on: bus, within: limit)
    }

    private static let service = "org.a11y.Bus"
    private static let object = "/org/a11y/bus"

    @EventLoopActor
    private static func status(
        _ property: String, on bus: MessageBus, within limit: Duration
    ) async -> Bool {
        let answer = try? await bus.call(
            service, object, "org.freedesktop.DBus.Properties", "Get",
            [.string("org.a11y.Status"), .string(property)], within: limit)
        return answer == [.variant(.boolean(true))]
    }

    /// Whether Orca is connected to the session's accessibility bus. It gives its process that name,
    /// by which it finds itself.
    @EventLoopActor
    private static func hasOrca(_ session: MessageBus, within limit: Duration) async throws -> Bool
    {
        let reply = try await session.call(
            service, object, "org.a11y.Bus", "GetAddress", within: limit)
        guard let address = reply.first?.string, !address.isEmpty else { return false }
        let bus = try MessageBus(bus: "the accessibility bus", at: address)
        func ask(_ method: String, _ arguments: BusValue...) async throws -> BusValue? {
            try await bus.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method,
                arguments, within: limit
            ).first
        }
        let names = try await ask("ListNames")?.elements ?? []
        for name in names where name.string?.hasPrefix(":") == true {
            // A program may have ended since.
            let process = try? await ask("GetConnectionUnixProcessID", name)
            guard let process = process?.integer.flatMap({ Int32(exactly: $0) }) else { continue }
            if ProcessFile.text("comm", of: process) == "orca\n" { return true }
        }
        return false
    }
}
