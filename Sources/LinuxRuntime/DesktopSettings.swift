import CSystemd

/// The person's settings of the desktop, as the portal tells them (XDG Desktop Portal,
/// org.freedesktop.portal.Settings): asked for without waiting, and told again when they change.
/// It lives on the event loop's thread.
public final class DesktopSettings {
    /// A setting's value.
    public enum Value: Hashable, Sendable {
        case text(String)
        case number(Int)
        case boolean(Bool)
    }

    /// Which setting.
    public struct Key: Hashable, Sendable {
        public let namespace: String
        public let name: String

        public init(_ namespace: String, _ name: String) {
            (self.namespace, self.name) = (namespace, name)
        }

        /// 1 is dark, 2 light, 0 no preference.
        public static let colourScheme = Key("org.freedesktop.appearance", "color-scheme")
        /// A font as pango describes it.
        public static let font = Key("org.gnome.desktop.interface", "font-name")
        /// Whether things may move.
        public static let animations = Key("org.gnome.desktop.interface", "enable-animations")
    }

    /// sd_bus*.
    private var bus: OpaquePointer?
    /// sd_bus_slot*: what is under way on the bus.
    private var slots: [OpaquePointer] = []
    private var questions: [Question] = []
    private let deliver: (Key, Value) -> Void

    private static let portal = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"

    /// One key that was asked for.
    private final class Question {
        let key: Key
        unowned let settings: DesktopSettings

        init(_ key: Key, _ settings: DesktopSettings) {
            (self.key, self.settings) = (key, settings)
        }
    }

    /// Asks for some settings. Nothing comes where there is no session bus or portal.
    public init(_ keys: [Key], _ deliver: @escaping (Key, Value) -> Void) {
        self.deliver = deliver
        // It connects within the loop. Without an address it fails at once.
        guard sd_bus_open_user(&bus) >= 0, let bus,
            sd_bus_attach_event(bus, EventLoop.shared.event, 0) >= 0
        else { return }
        listen()
        for key in keys { ask(key) }
    }

    deinit {
        for slot in slots { sd_bus_slot_unref(slot) }
        sd_bus_flush_close_unref(bus)
    }

    private func listen() {
        var slot: OpaquePointer?
        let result = sd_bus_match_signal_async(
            bus, &slot, Self.portal, Self.path, Self.interface, "SettingChanged",
            { message, settings, _ in
                Unmanaged<DesktopSettings>.fromOpaque(settings!).takeUnretainedValue()
                    .changed(message!)
                return 0
            },
            // Without a portal there are no signals either.
            { _, _, _ in 0 },
            // Unretained: the deinit drops the slot.
            Unmanaged.passUnretained(self).toOpaque())
        if result >= 0, let slot { slots.append(slot) }
    }

    private func ask(_ key: Key) {
        var message: OpaquePointer?
        guard
            sd_bus_message_new_method_call(
                bus, &message, Self.portal, Self.path, Self.interface, "Read") >= 0
        else { return }
        defer { sd_bus_message_unref(message) }
        for word in [key.namespace, key.name] {
            word.withCString { _ = sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0) }
        }
        let question = Question(key, self)
        questions.append(question)
        var slot: OpaquePointer?
        let result = sd_bus_call_async(
            bus, &slot, message,
            { message, question, _ in
                let question = Unmanaged<Question>.fromOpaque(question!).takeUnretainedValue()
                question.settings.answered(question.key, message!)
                return 0
            },
            // Unretained: `questions` holds it for as long as the slot lives.
            Unmanaged.passUnretained(question).toOpaque(), 0)
        if result >= 0, let slot { slots.append(slot) }
    }

    private func answered(_ key: Key, _ message: OpaquePointer) {
        if sd_bus_message_is_method_error(message, nil) > 0 { return }
        if let value = Self.variant(message) { deliver(key, value) }
    }

    private func changed(_ message: OpaquePointer) {
        guard let namespace = Self.text(message), let name = Self.text(message),
            let value = Self.variant(message)
        else { return }
        deliver(Key(namespace, name), value)
    }

    // MARK: Reading

    private static func text(_ message: OpaquePointer) -> String? {
        var text: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &text) > 0 else {
            return nil
        }
        return text.map { String(cString: $0) }
    }

    /// The method Read wraps its variant in another one.
    private static func variant(_ message: OpaquePointer) -> Value? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "v"):
            guard sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
            defer { sd_bus_message_exit_container(message) }
            return variant(message)
        case UInt8(ascii: "s"): return text(message).map { .text($0) }
        case UInt8(ascii: "u"):
            var number: UInt32 = 0
            return sd_bus_message_read_basic(message, type, &number) > 0
                ? .number(Int(number)) : nil
        case UInt8(ascii: "b"):
            var number: Int32 = 0
            return sd_bus_message_read_basic(message, type, &number) > 0
                ? .boolean(number != 0) : nil
        default: return nil
        }
    }
}
