public import Dictation
public import LinuxRuntime

/// Where text goes: the focused window, in the manner of iOS's `UITextDocumentProxy`.
///
/// `insertText` and `deleteBackward` suspend rather than block the loop, stop soon when their
/// task is cancelled, and whatever happens leave no key down and no keymap changed.
@EventLoopActor
public protocol TextSink: AnyObject {
    /// The name by which the configuration knows it.
    var name: String { get }

    var capabilities: SinkCapabilities { get }

    /// Whether the display, device or protocol is there. Cheap.
    func availability() -> Availability

    /// Connects, once, so that the first insertion needn't. Also mends what a crashed
    /// predecessor left behind.
    func prepare() async throws(Problem)

    /// The characters of a text that it can't type as things are now, each once, in the text's
    /// order. Called after `prepare`. Empty for a sink that has `anyText`.
    ///
    /// - Throws: a problem if it can't be told: the sink is of no use then.
    func untypable(_ text: TypableText) async throws(Problem) -> [Character]

    /// What it can type as things are now, for people: `can type`. Called after `prepare`.
    ///
    /// - Throws: a problem if that can't be told.
    func ability() async throws(Problem) -> String

    /// How it would type a text now. It types nothing. Where `prepare` has failed, as far as it
    /// can be told what it would do if it could.
    ///
    /// - Throws: a problem if nothing can be told.
    func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation

    /// Called while a text is inserted, with how many of its characters (grapheme clusters) were
    /// sent so far. A sink that doesn't know before the end never calls it.
    var onProgress: (Int) -> Void { get set }

    /// Types a text; returns when the receiver has read it as far as the sink can know.
    func insertText(_ text: TypableText) async throws(SinkFailure)

    /// Deletes `count` characters (grapheme clusters) before the cursor.
    func deleteBackward(_ count: Int) async throws(SinkFailure)

    /// Presses a key `count` times: any that the person asked for, so where the focus is.
    func press(_ key: EditingKey, _ count: Int) async throws(SinkFailure)

    /// Begins to watch whether the person types or clicks, until `stopWatchingPerson` or the
    /// first time. What the program itself types doesn't count, nor do modifiers, the keys given,
    /// and what is pressed together with Super: that is no text.
    ///
    /// - Parameters:
    ///   - keys: the person's hotkeys.
    ///   - onTouch: called once, when the text or the place in it may have changed.
    /// - Returns: whether it can watch.
    func watchPerson(
        ignoring keys: Set<HotkeyCode>, _ onTouch: @escaping () -> Void
    ) async -> Bool

    func stopWatchingPerson()

    /// The text before the cursor where the sink can know it, else nil.
    var documentContextBeforeInput: String? { get }

    /// What the person should know of the last insertion although it went well: that a key which
    /// they held was released for it. Else nil.
    var remark: Problem? { get }

    /// The focused window where the sink can know it, else nil.
    var focusedTarget: SinkTarget? { get async }

    /// Disconnects. Nothing may be called afterwards.
    func close()
}

// What holds for a sink that has `anyText`, if it says nothing else.
extension TextSink {
    public func ability() async throws(Problem) -> String { "can type" }

    public func untypable(_ text: TypableText) async throws(Problem) -> [Character] { [] }

    public func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation {
        SinkExplanation(summary: "types any text")
    }

    public var remark: Problem? { nil }

    public var onProgress: (Int) -> Void {
        get { { _ in } }
        set {}
    }
}

// What holds for a sink that has not `pressesKeys`, or knows nothing of the person.
extension TextSink {
    public func press(_ key: EditingKey, _ count: Int) async throws(SinkFailure) {
        throw SinkFailure(
            inserted: 0, problem: Problem("cannot press a key", why: "“\(name)” only types text"))
    }

    public func watchPerson(
        ignoring keys: Set<HotkeyCode>, _ onTouch: @escaping () -> Void
    ) async -> Bool { false }

    public func stopWatchingPerson() {}
}
