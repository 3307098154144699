public import Dictation
public import DictationParts
public import LinuxRuntime

/// The focused text as its program reports it to screen readers (AT-SPI): at most 1,000 characters
/// on each side of the cursor, read while dictating and forgotten afterwards.
///
/// What no program reports is unknown. Of a password field only that it is one is read, of a
/// terminal likewise. GTK 4.8 reports a GtkEntry whose text is hidden as any other; only its
/// GtkPasswordEntry is known.
@EventLoopActor
public final class ATSPIDocument: DocumentReader {
    private let environment: [String: String]
    private let knowsScreen: Bool
    private let readsText: Bool
    private var bus: AccessibilityBus?
    private var place: AccessibilityBus.Place?
    private var field: AccessibleField?
    public private(set) var caret: ScreenArea?
    /// The reading that is under way.
    private var reading: Task<Void, Never>?
    private var isDictating = false

    /// - Parameters:
    ///   - environment: the variables with the session bus's address.
    ///   - knowsScreen: whether programs know where on the screen they are. On Wayland they don't, and
    ///     report places in their windows.
    ///   - readsText: whether to read more than the kind of the field, and to ask where the
    ///     cursor is.
    public init(
        environment: [String: String], knowsScreen: Bool = true, readsText: Bool = true
    ) {
        self.environment = environment
        (self.knowsScreen, self.readsText) = (knowsScreen, readsText)
    }

    public var contextBeforeInput: String? { field?.text?.before }
    public var contextAfterInput: String? { field?.text?.after }
    public var selectedText: String? { field?.text?.selected }
    public var traits: FieldTraits? { field?.traits }

    public func beginDictation() {
        if isDictating { return }
        isDictating = true
        startReading()
    }

    public func findField() async { await reading?.value }

    public func endDictation() {
        isDictating = false
        reading?.cancel()
        (reading, place, field, caret) = (nil, nil, nil, nil)
    }

    public func close() {
        endDictation()
        bus = nil
    }

    public func read(within limit: Duration) async {
        // What is being read may be older than what was typed last.
        if reading != nil { await finishReading(within: limit) }
        guard isDictating, reading == nil else { return }
        startReading()
        await finishReading(within: limit)
    }

    private func startReading() {
        reading = EventLoop.task { [weak self] in
            let found = try? await self?.search()
            guard let self, !Task.isCancelled else { return }
            if readsText, knowsScreen, place == nil, let found {
                caret = try? await bus?.caret(in: found.place.text)
            }
            if Task.isCancelled { return }
            (place, field) = (found?.place, found?.field)
            reading = nil
        }
    }

    private func finishReading(within limit: Duration) async {
        guard let reading else { return }
        do {
            try await answer(to: "read the focused text", within: limit) { await reading.value }
        } catch {
            // It may have changed.
            field = nil
        }
    }

    private func search() async throws -> (place: AccessibilityBus.Place, field: AccessibleField)? {
        if bus?.isOpen != true { bus = try await AccessibilityBus.find(environment) }
        guard let bus else { return nil }
        if let place, let field = try? await bus.read(place, withText: readsText) {
            return (place, field)
        }
        guard let place = try await bus.focusedText(),
            let field = try await bus.read(place, withText: readsText)
        else { return nil }
        return (place, field)
    }
}
