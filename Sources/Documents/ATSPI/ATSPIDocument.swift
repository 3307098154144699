public import Dictation
public import DictationParts
public import LinuxRuntime

/// The focused text as its program reports it to screen readers (AT-SPI): at most 1,000 characters
/// on each side of the cursor, read while dictating and forgotten afterwards.
///
/// A value that no program reports is unknown. Of a password field or a terminal only its kind is
/// read. GTK 4.8 reports a GtkEntry whose text is hidden as any other; only its GtkPasswordEntry is
/// recognised.
@EventLoopActor
public final class ATSPIDocument: DocumentReader {
    private let environment: [String: String]
    private let knowsScreen: Bool
    private let texts: Texts
    private let windows: (any WindowFocus)?
    private var bus: AccessibilityBus?
    private var place: AccessibilityBus.Place?
    private var field: AccessibleField?
    public private(set) var caret: ScreenArea?
    /// The reading that is under way.
    private var reading: Task<Void, Never>?
    /// The second look for a text that wasn't found when the dictation began.
    private var second: Task<Void, Never>?
    private var isDictating = false

    /// Of which fields more than the kind is read.
    public enum Texts: Sendable {
        /// All: the text, and where the cursor is.
        case all
        /// The windows of GTK 3 and 4, which tell an input method of no change by Return, nor by
        /// the program, GTK 3 of no selection; LibreOffice Writer, of the sentence around the
        /// cursor only, without the spaces at its end.
        case untoldToInputMethods
    }

    /// - Parameters:
    ///   - environment: the variables with the session bus's address.
    ///   - knowsScreen: whether programs know where on the screen they are. On Wayland they don't, and
    ///     report places in their windows.
    ///   - texts: of which fields to read more than the kind.
    ///   - windows: knows the focused window and its process, and answers nobody else. Chromium's
    ///     texts are read by it.
    public init(
        environment: [String: String], knowsScreen: Bool = true, texts: Texts = .all,
        windows: (any WindowFocus)? = nil
    ) {
        self.environment = environment
        (self.knowsScreen, self.texts, self.windows) = (knowsScreen, texts, windows)
    }

    public var contextBeforeInput: String? { field?.text?.before }
    public var contextAfterInput: String? { field?.text?.after }
    public var selectedText: String? { field?.text?.selected }
    public var traits: FieldTraits? { field?.traits }

    public func beginDictation() {
        if isDictating { return }
        isDictating = true
        startReading()
        second = EventLoop.task { [weak self] in
            await self?.reading?.value
            try? await EventLoop.shared.sleep(for: Self.answering)
            guard let self, !Task.isCancelled, field == nil, reading == nil else { return }
            startReading()
        }
    }

    /// LibreOffice makes what it reports when it is asked for the first time, and reports no focus
    /// until then.
    private static let answering = Duration.milliseconds(100)

    public func findField() async { await reading?.value }

    public func endDictation() {
        isDictating = false
        for task in [reading, second] { task?.cancel() }
        (reading, second) = (nil, nil)
        (place, field, caret) = (nil, nil, nil)
    }

    public func close() {
        endDictation()
        bus = nil
        windows?.close()
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
            if texts == .all, knowsScreen, place == nil, let found {
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
        if bus?.isOpen != true {
            bus = try await AccessibilityBus.find(environment, focus: windows)
        }
        guard let bus else { return nil }
        if let place, let field = try? await bus.read(place, texts) {
            return (place, field)
        }
        guard let place = try await bus.focusedText(texts),
            let field = try await bus.read(place, texts)
        else { return nil }
        return (place, field)
    }
}
