public import Dictation
public import DictationParts
import KeyStrokes
import LinuxRuntime
public import Problems
import X11Connection

/// Types into the focused window of an X display with the fake keys of the XTEST extension.
///
/// Symbols that the layout lacks are put on keys of the XTEST keyboard only, during an insertion,
/// so that any text can be typed and the user's own keyboard stays unchanged. The changes of a
/// killed process are undone by the next `prepare` or insertion.
public final class XTestSink: TextSink {
    public let name = "xtest"
    public let capabilities: SinkCapabilities = [
        .anyText, .deletes, .selects, .knowsTarget, .pressesKeys, .movesCursor,
    ]

    private let displayName: String?
    private let typist: XServerLine<Typist>
    private let user = UserReport()
    public private(set) var remark: Problem?
    public var onProgress: @Sendable (Int) -> Void = { _ in }

    /// - Parameter display: the display's name (X(7)), for example `:0`; nil for $DISPLAY.
    public init(display: String? = nil) {
        displayName = display
        typist = XServerLine(display) { Typist(display: display) }
    }

    /// Whether the display's server accepts connections.
    public func availability() -> Availability {
        DisplayName.availability(displayName)
    }

    /// Connects, again if the server has died since.
    public func prepare() async throws(Problem) {
        try await typist.asking { (typist) throws(Problem) in try await typist.prepare() }
    }

    /// Types a text. Returns when the window has read it: known from its answer to _NET_WM_PING or,
    /// for other windows (xterm), from the kernel. If neither is possible, as for a process of
    /// another user, the window gets 60 ms and 2 ms for each key, and more while its process is
    /// busy.
    ///
    /// Typing stops when the window loses the focus or is closed, or when the user types. A window
    /// that gets the focus from others is sent nothing: what was sent before went to the first
    /// window, and is counted.
    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        let strokes: [SymbolStroke]
        do { strokes = try SymbolStroke.typing(text) } catch {
            throw SinkFailure(inserted: 0, problem: error)
        }
        try await type(strokes)
    }

    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        try await type(SymbolStroke.deleting(count))
    }

    public func selectBackward(_ count: Int) async throws(SinkFailure) {
        try await type(SymbolStroke.selecting(count))
    }

    public func moveCursor(by offset: Int) async throws(SinkFailure) {
        try await type(SymbolStroke.moving(offset))
    }

    public func press(_ key: EditingKey, _ count: Int) async throws(SinkFailure) {
        try await type(SymbolStroke.pressing(key, count))
    }

    /// The focused window's number and class.
    public var focusedTarget: SinkTarget? {
        get async { await typist.ask { await $0.focusedTarget } ?? nil }
    }

    /// Disconnects. An insertion in progress fails, and its changes are undone.
    public func close() {
        user.end()
        typist.post { $0.close() }
    }

    public func watchUserInput(
        ignoring keys: Set<HotkeyCode>, _ onTouch: @escaping () -> Void
    ) async -> Bool {
        let report = user.begin(onTouch)
        return await typist.ask { await $0.watchUserInput(ignoring: keys, report) } ?? false
    }

    public func stopWatchingUserInput() {
        user.end()
        typist.post { $0.stopWatchingUserInput() }
    }

    /// The current meanings of the keys, as a typing session would find them, and the key that sets
    /// Shift.
    func keysOfLayout() async throws(Problem) -> (keys: KeymapPlan.Keys, shift: UInt8) {
        try await typist.asking { (typist) throws(Problem) in try await typist.keysOfLayout() }
    }

    private func type(_ strokes: [SymbolStroke]) async throws(SinkFailure) {
        if strokes.isEmpty { return }
        remark = nil
        let progress = TypingProgress(onProgress)
        let result = await typist.ask { await $0.type(strokes, progress) }
        guard let result else {
            // A cancelled caller knows the reason.
            let problem = Task.isCancelled ? nil : typist.silence
            throw SinkFailure(inserted: progress.typed, problem: problem)
        }
        remark = result.remark
        if let failure = result.failure { throw failure }
    }
}

/// Passes the report of the user's input from the X thread on to the event loop.
@EventLoopActor
private final class UserReport {
    private var onTouch: (() -> Void)?
    /// Identifies the current request.
    private var number = 0

    /// The function to call on the X thread.
    func begin(_ onTouch: @escaping () -> Void) -> @Sendable () -> Void {
        self.onTouch = onTouch
        number += 1
        let number = number
        return { [weak self] in EventLoop.task { self?.touch(number) } }
    }

    func end() { onTouch = nil }

    private func touch(_ number: Int) {
        guard number == self.number else { return }
        let onTouch = onTouch
        self.onTouch = nil
        onTouch?()
    }
}
