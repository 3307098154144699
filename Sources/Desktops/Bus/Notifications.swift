public import Dictation
public import LinuxRuntime

/// Desktop notifications (Desktop Notifications Specification 1.2, org.freedesktop.Notifications),
/// for when there is no overlay. A failure is logged once; nothing waits for the server.
@EventLoopActor
public final class Notifications {
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private let bus: SessionBus
    /// The number of the last notification, which the next one replaces.
    private var identifier: UInt32 = 0
    /// Whether the server treats the body as markup; nil until it was asked.
    private var hasMarkup: Bool?
    private var latest: Task<Void, Never>?
    private var hasFailed = false

    public init(on bus: SessionBus) {
        self.bus = bus
    }

    /// Shows a notification, which replaces the previous one.
    public func show(_ notice: Notice) {
        let before = latest
        latest = EventLoop.task { [self] in
            // In order, since each replaces the previous one.
            await before?.value
            do {
                try await send(notice)
                hasFailed = false
            } catch {
                if !hasFailed { Log.notice("no desktop notifications: \(reason(of: error))") }
                hasFailed = true
            }
        }
    }

    private func send(_ notice: Notice) async throws {
        let bus = try bus.connection()
        if hasMarkup == nil {
            let answer = try await bus.call(Self.name, Self.path, Self.name, "GetCapabilities")
            hasMarkup = answer.first?.elements?.contains(.string("body-markup")) ?? false
        }
        let reply = try await bus.call(
            Self.name, Self.path, Self.name, "Notify",
            [
                .string("utter"), .uint32(identifier), .string("audio-input-microphone"),
                .string(notice.message), .string(body(notice.remedy)), .array([], of: "s"),
                .array(hints(notice.severity), of: "{sv}"),
                // The server decides for how long.
                .int32(-1),
            ])
        if case .uint32(let number)? = reply.first { identifier = number }
    }

    private func hints(_ severity: Notice.Severity) -> [BusValue] {
        let urgency: UInt8 = severity == .error ? 1 : 0
        return [
            .entry(key: .string("urgency"), value: .variant(.byte(urgency))),
            // Not kept in a list of missed notifications: it is only relevant now.
            .entry(key: .string("transient"), value: .variant(.boolean(true))),
        ]
    }

    /// Escapes markup: the names of devices and files may contain its characters.
    private func body(_ text: String) -> String {
        guard hasMarkup == true else { return text }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}
