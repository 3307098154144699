package import LinuxRuntime

/// Our engine, from IBus's CreateEngine until its Destroy (org.freedesktop.IBus.Engine, in
/// src/ibusengine.c).
///
/// Keys that the user presses while it is in force are answered at once, and forgotten: IBus then
/// gives them to the program as without an engine.
@EventLoopActor
package final class IBusEngine {
    static let interface = "org.freedesktop.IBus.Engine"
    private static let service = "org.freedesktop.IBus.Service"
    private static let properties = "org.freedesktop.DBus.Properties"

    /// The field that has the focus; nil if IBus has told none.
    package private(set) var field: IBusField?
    /// How often a field has lost the focus, or the engine its force.
    package private(set) var losses = 0
    /// The field that has lost the focus last, as it was then.
    package private(set) var lost: IBusField?
    /// Whether IBus has ended it.
    package private(set) var isDestroyed = false
    /// The last deletion that the program hasn't told: until it does, IBus gives out the text from
    /// before, to the next engine, too. Nil if there is none.
    package var untold: UntoldDeletion? {
        didSet {
            guard let untold, let told = field?.told else { return }
            if told == untold.before { field?.told = untold.after } else { self.untold = nil }
        }
    }
    /// Woken at each change.
    package let news: Waiters
    private var object: BusObject?
    /// IBus tells these two when they change, which may be before a field gets the focus, and not for
    /// one that is like the last (bus_engine_proxy_set_content_type, bus_engine_proxy_set_capabilities
    /// in bus/engineproxy.c).
    private var contentType: IBusContentType?
    private var capabilities: IBusCapabilities = []

    init(_ bus: MessageBus, _ path: String, _ news: Waiters) throws(SystemError) {
        self.news = news
        object = try bus.offer(path) { [weak self] in self?.answer($0) }
    }

    /// The end of the connection.
    func end() {
        isDestroyed = true
        losses += 1
        leaveField()
        object = nil
        news.wake()
    }

    // MARK: To the field

    /// Commits a text to the field that has the focus when IBus reads it.
    package func commit(_ text: String) throws(SystemError) {
        try object?.emit(Self.interface, "CommitText", [.variant(.ibusText(text))])
    }

    /// Shows a text at the cursor, underlined, that isn't part of the document; an empty one removes
    /// it. It vanishes when the field loses the focus, or the engine its force.
    package func show(_ text: String) throws(SystemError) {
        let count = UInt32(text.unicodeScalars.count)
        // IBUS_ENGINE_PREEDIT_CLEAR, not _COMMIT.
        let mode: UInt32 = 0
        try object?.emit(
            Self.interface, "UpdatePreeditText",
            [
                .variant(.ibusUnderlined(text)), .uint32(count), .boolean(!text.isEmpty),
                .uint32(mode),
            ])
    }

    /// Deletes text of this length before the cursor, as the program counts.
    package func deleteBackward(_ count: Int) throws(SystemError) {
        try object?.emit(
            Self.interface, "DeleteSurroundingText",
            [.int32(-Int32(count)), .uint32(UInt32(count))])
    }

    /// Asks for the text around the cursor.
    package func requireSurroundingText() throws(SystemError) {
        try object?.emit(Self.interface, "RequireSurroundingText")
    }

    // MARK: From IBus

    private func answer(_ call: BusCall) -> [BusValue]? {
        switch call.interface {
        case Self.interface:
            if call.method == "ProcessKeyEvent" { return [.boolean(false)] }
            take(call.method, call.arguments)
            return []
        case Self.service:
            if call.method == "Destroy" { end() }
            return []
        case Self.properties: return property(call.method, call.arguments)
        default: return nil
        }
    }

    private func take(_ method: String, _ arguments: [BusValue]) {
        switch method {
        case "FocusIn":
            enterField()
        case "FocusInId":
            // Also repeats what FocusIn has told, once IBus knows that we take this form.
            guard arguments.count > 1 else { return }
            enterField()
            field?.client = arguments[1].string
        case "FocusOut", "FocusOutId", "Disable":
            if field != nil { losses += 1 }
            leaveField()
        case "SetCursorLocation", "SetCursorLocationRelative": field?.cursorMoves += 1
        case "SetCapabilities":
            if let value = arguments.first?.integer {
                capabilities = IBusCapabilities(rawValue: UInt32(truncatingIfNeeded: value))
                field?.capabilities = capabilities
            }
        case "SetSurroundingText":
            guard arguments.count > 2, let text = arguments[0].ibusMember(0)?.string,
                let cursor = arguments[1].integer, let anchor = arguments[2].integer
            else { return }
            let told = ToldText(text, cursor: cursor, anchor: anchor)
            if untold?.before != told { untold = nil }
            field?.told = untold?.after ?? told
            field?.reports += 1
        default: return
        }
        news.wake()
    }

    private func enterField() {
        guard field == nil else { return }
        field = IBusField()
        field?.capabilities = capabilities
        if let contentType { field?.take(contentType) }
    }

    private func leaveField() {
        lost = field ?? lost
        field = nil
    }

    private func property(_ method: String, _ arguments: [BusValue]) -> [BusValue]? {
        switch (method, arguments.count > 1 ? arguments[1].string : nil) {
        case ("Set", "ContentType"):
            let numbers = arguments.last?.elements?.compactMap(\.integer) ?? []
            if numbers.count == 2 {
                let type = IBusContentType(
                    purpose: IBusPurpose(rawValue: UInt32(truncatingIfNeeded: numbers[0])),
                    hints: IBusHints(rawValue: UInt32(truncatingIfNeeded: numbers[1])))
                contentType = type
                field?.take(type)
                news.wake()
            }
            return []
        // That it takes FocusInId, and wants the surrounding text.
        case ("Get", "FocusId"), ("Get", "ActiveSurroundingText"):
            return [.variant(.boolean(true))]
        case ("GetAll", _): return [.array([], of: "{sv}")]
        default: return nil
        }
    }
}
