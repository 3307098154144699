public import Dictation
public import LinuxRuntime

/// Messages in the desktop's own manner (Desktop Notifications Specification 1.2,
/// org.freedesktop.Notifications), for when there is no overlay. What can't be shown is logged
/// once; nothing waits for it.
@EventLoopActor
public final class Notifications {
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private let bus: SessionBus
    /// Of the last message: the next one takes its place.
    private var identifier: UInt32 = 0
    /// Whether the server reads the body as mark-up; nil until it was asked.
    private var hasMarkup: Bool?
    private var latest: Task<Void, Never>?
    private var hasFailed = false

    public init(on bus: SessionBus) {
        self.bus = bus
    }

    /// Shows a message, in the place of the one before.
    public func show(_ notice: Notice) {
        let before = latest
        latest = EventLoop.task { [self] in
            // In order, for each takes the place of the one before.
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
                // As long as the server finds right.
                .int32(-1),
            ])
        if case .uint32(let number)? = reply.first { identifier = number }
    }

    private func hints(_ severity: Notice.Severity) -> [BusValue] {
        let urgency: UInt8 = severity == .error ? 1 : 0
        return [
            .entry(key: .string("urgency"), value: .variant(.byte(urgency))),
            // Not kept in a list of missed messages: it is about this moment.
            .entry(key: .string("transient"), value: .variant(.boolean(true))),
        ]
    }

    /// The names of devices and files may have characters that mean something in mark-up.
    private func body(_ text: String) -> String {
        guard hasMarkup == true else { return text }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}
