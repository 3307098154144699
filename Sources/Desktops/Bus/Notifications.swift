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
    /// The capabilities of the server, to treat the body as markup and to show buttons; nil until
    /// it was asked.
    private var capabilities: (hasMarkup: Bool, hasActions: Bool)?
    /// Called with the action of the last notification whose button was pressed.
    public var onAction: (Notice.Action) -> Void = { _ in }
    private var buttons: BusSubscription?
    private let isQuiet: Bool
    private var latest: Task<Void, Never>?
    private var hasFailed = false

    /// - Parameter isQuiet: whether failures aren't logged.
    public init(on bus: SessionBus, isQuiet: Bool = false) {
        (self.bus, self.isQuiet) = (bus, isQuiet)
    }

    /// Returns when everything was shown, or has failed.
    public func finish() async { await latest?.value }

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
                if !hasFailed, !isQuiet {
                    Log.notice("no desktop notifications: \(reason(of: error))")
                }
                hasFailed = true
            }
        }
    }

    private func send(_ notice: Notice) async throws {
        let bus = try bus.connection()
        if capabilities == nil {
            let answer = try await bus.call(Self.name, Self.path, Self.name, "GetCapabilities")
            let names = answer.first?.elements ?? []
            capabilities = (
                names.contains(.string("body-markup")), names.contains(.string("actions"))
            )
        }
        let actions = capabilities?.hasActions == true ? notice.actions : []
        buttons = actions.isEmpty ? nil : try watchButtons(bus)
        let words = NoticeWords(
            notice.message, remedy: notice.remedy, hasButtons: !actions.isEmpty)
        let reply = try await bus.call(
            Self.name, Self.path, Self.name, "Notify",
            [
                .string("utter"), .uint32(identifier), .string("audio-input-microphone"),
                .string(words.title),
                .string(body(notice, words)),
                .array(actions.flatMap { [.string($0.rawValue), .string($0.label)] }, of: "s"),
                .array(hints(notice.severity), of: "{sv}"),
                // The server decides for how long.
                .int32(-1),
            ])
        if case .uint32(let number)? = reply.first { identifier = number }
    }

    private func watchButtons(_ bus: MessageBus) throws(SystemError) -> BusSubscription {
        try bus.subscribe(
            sender: nil, path: Self.path, interface: Self.name, signal: "ActionInvoked"
        ) { [weak self] values in
            guard let self, values.count == 2, case .uint32(identifier) = values[0],
                let action = values[1].string.flatMap(Notice.Action.init(rawValue:))
            else { return }
            onAction(action)
        }
    }

    private func hints(_ severity: Notice.Severity) -> [BusValue] {
        let urgency: UInt8 = severity == .error ? 1 : 0
        return [
            .entry(key: .string("urgency"), value: .variant(.byte(urgency))),
            // Not kept in a list of missed notifications: it is only relevant now.
            .entry(key: .string("transient"), value: .variant(.boolean(true))),
        ]
    }

    /// The remedy comes first: a banner shows the first line or two. Markup is escaped: the names
    /// of devices and files may contain its characters.
    private func body(_ notice: Notice, _ words: NoticeWords) -> String {
        let text = [words.remedy, words.cause, notice.proposal ?? ""].filter { !$0.isEmpty }
            .joined(separator: "\n")
        guard capabilities?.hasMarkup == true else { return text }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}
