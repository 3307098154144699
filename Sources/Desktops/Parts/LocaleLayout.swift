import KeyStrokes
import LinuxRuntime

/// The layout that the machine is configured for, from systemd-localed
/// (org.freedesktop.locale1(5)), set by localectl(1).
final class LocaleLayout: LayoutSource {
    let name = "systemd-localed"
    private let environment: [String: String]
    private var bus: MessageBus?

    init(environment: [String: String]) {
        self.environment = environment
    }

    func layout() async throws -> LayoutInForce? {
        do {
            if await bus?.isOpen != true {
                bus = try await MessageBus(.system, environment: environment)
            }
            let service = "org.freedesktop.locale1"
            let reply = try await bus!.call(
                service, "/org/freedesktop/locale1", "org.freedesktop.DBus.Properties", "GetAll",
                [.string(service)])
            guard let values = reply.first else { return nil }
            func value(_ name: String) -> String { values[name]?.string ?? "" }
            return LayoutInForce(
                model: value("X11Model"), layout: value("X11Layout"),
                variant: value("X11Variant"), options: value("X11Options"))
        } catch let error where error is BusError || error is SystemError {
            // There is no system bus, or no such service: other sources are asked.
            return nil
        }
    }
}
