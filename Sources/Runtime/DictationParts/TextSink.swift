public import Dictation
public import LinuxRuntime
public import Problems

/// Where text goes: the focused window, in the style of iOS's `UITextDocumentProxy`.
///
/// `capabilities` says what a sink can do; whoever uses one asks only that. What a sink can't do has
/// a default that fails with the reason. What changes the text suspends instead of blocking the
/// loop, stops soon when its task is cancelled, and never leaves a key down or a keymap changed.
@EventLoopActor
public protocol TextSink: AnyObject {
    /// The name in the configuration.
    var name: String { get }

    var capabilities: SinkCapabilities { get }

    /// Whether the display, device or protocol is available. Cheap.
    func availability() -> Availability

    /// Connects in advance, so that the first insertion is faster. Also undoes what a crashed
    /// process has left.
    func prepare() async throws(Problem)

    /// A dictation begins: the sink may learn the text of the focused field, and hold what only a
    /// dictation may hold. Also called when one is begun already.
    func beginDictation()

    /// Returns when the field that has the focus at the beginning of a dictation is known, or when it
    /// remains unknown.
    func findField() async

    /// Reads the focused text as it is now, during a dictation; a sink whose document follows each
    /// change does nothing.
    func readDocument() async

    /// Has the window report the focused text as at the beginning of a dictation: some don't report
    /// what keys have changed, and answer no question.
    ///
    /// - Returns: whether it has.
    func reopenField() async -> Bool

    /// The dictation has ended, and its text was typed or will not be.
    func endDictation()

    /// The characters of a text that the sink can't type now, each once, in the order of the text.
    /// Called after `prepare`. Empty for a sink that has `anyText`.
    ///
    /// - Throws: a problem if that is unknown: the sink can't be used then.
    func untypable(_ text: TypableText) async throws(Problem) -> [Character]

    /// The sink's present ability to type, in words for the user: `can type`. Called after
    /// `prepare`.
    ///
    /// - Throws: a problem if that is unknown.
    func ability() async throws(Problem) -> String

    /// How the sink would type a text now. Types nothing. If `prepare` has failed, as far as known,
    /// what it would do if it worked.
    ///
    /// - Throws: a problem if nothing is known.
    func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation

    /// Called during an insertion with the number of characters (grapheme clusters) sent so far, on
    /// any thread, as soon as they arrive even if this process is killed. A sink that doesn't know it
    /// before the end never calls it.
    var onProgress: @Sendable (Int) -> Void { get set }

    /// Types a text; returns when the receiver has read it, as far as the sink can know.
    func insertText(_ text: TypableText) async throws(SinkFailure)

    /// Deletes `count` characters (grapheme clusters) before the cursor.
    func deleteBackward(_ count: Int) async throws(SinkFailure)

    /// Selects `count` characters (grapheme clusters) before the cursor, or before the start of what
    /// is selected already.
    func selectBackward(_ count: Int) async throws(SinkFailure)

    /// Whether the focused field, as far as known, shows text that isn't part of the document yet.
    var canMark: Bool { get }

    /// Shows a text at the cursor that isn't part of the document yet (preedit), in place of the one
    /// that was shown before; an empty one removes it. Only an input method can.
    func setMarkedText(_ text: TypableText) async throws(SinkFailure)

    /// Makes the marked text part of the document.
    func unmarkText() async throws(SinkFailure)

    /// Moves the cursor by `offset` characters (grapheme clusters): forward, or backward if it is
    /// negative.
    func moveCursor(by offset: Int) async throws(SinkFailure)

    /// Presses a key `count` times in the focused window, on the user's request.
    func press(_ key: EditingKey, _ count: Int) async throws(SinkFailure)

    /// Whether the sink can press a key now; called after `prepare`.
    ///
    /// - Throws: why not: the layout lacks it.
    func checkKey(_ key: EditingKey) async throws(Problem)

    /// Begins to watch for input by the user, until `stopWatchingUserInput` or the first input. Input
    /// from this program doesn't count, nor do modifiers, the given keys, and keys pressed together
    /// with Super: these change no text.
    ///
    /// - Parameters:
    ///   - keys: the user's hotkeys.
    ///   - onTouch: called once, when the text or the cursor may have changed.
    /// - Returns: whether the sink can watch.
    func watchUserInput(
        ignoring keys: Set<HotkeyCode>, _ onTouch: @escaping () -> Void
    ) async -> Bool

    func stopWatchingUserInput()

    /// The text that it types into, if the sink can read it, else nil.
    var document: (any Document)? { get }

    /// A remark for the user about the last insertion although it succeeded: that a key which the
    /// user held was released for it. Otherwise nil.
    var remark: Problem? { get }

    /// The focused window if the sink can know it, else nil.
    var focusedTarget: SinkTarget? { get async }

    /// The contents that the sink serves on the clipboard for the user, who had copied them: they
    /// are lost with this process. Nil if there are none.
    var servedContents: ClipboardContents? { get async }

    /// Disconnects. Nothing may be called afterwards.
    func close()
}

// Defaults for sinks that have `anyText`, and hold nothing for a dictation.
extension TextSink {
    public func ability() async throws(Problem) -> String { "can type" }

    public func untypable(_ text: TypableText) async throws(Problem) -> [Character] { [] }

    public func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation {
        SinkExplanation(summary: "types any text")
    }

    public var remark: Problem? { nil }

    public func beginDictation() {}

    public func findField() async {}

    public func readDocument() async {}

    public func reopenField() async -> Bool { false }

    public func endDictation() {}

    public var servedContents: ClipboardContents? { nil }

    public var onProgress: @Sendable (Int) -> Void {
        get { { _ in } }
        set {}
    }
}

// Defaults for sinks without the capability, or without knowledge of the window and the user's input.
extension TextSink {
    public var document: (any Document)? { nil }

    public var focusedTarget: SinkTarget? { nil }

    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        throw lack(of: "delete")
    }

    public func selectBackward(_ count: Int) async throws(SinkFailure) {
        throw lack(of: "select")
    }

    public var canMark: Bool { document?.contextBeforeInput != nil }

    public func setMarkedText(_ text: TypableText) async throws(SinkFailure) {
        throw lack(of: "show text that isn't typed yet")
    }

    public func unmarkText() async throws(SinkFailure) {
        throw lack(of: "show text that isn't typed yet")
    }

    public func moveCursor(by offset: Int) async throws(SinkFailure) {
        throw lack(of: "move the cursor")
    }

    public func press(_ key: EditingKey, _ count: Int) async throws(SinkFailure) {
        throw lack(of: "press a key")
    }

    public func checkKey(_ key: EditingKey) async throws(Problem) {}

    private func lack(of verb: String) -> SinkFailure {
        SinkFailure(
            inserted: 0, problem: Problem("cannot \(verb)", why: "the sink “\(name)” can't"))
    }

    public func watchUserInput(
        ignoring keys: Set<HotkeyCode>, _ onTouch: @escaping () -> Void
    ) async -> Bool { false }

    public func stopWatchingUserInput() {}
}
