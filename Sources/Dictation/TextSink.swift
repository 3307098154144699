/// Text that is fit for another program's window: no control characters, no escape sequences,
/// no bidirectional overrides; line breaks only as `\n`, and they and tabs only if allowed. Sinks
/// take nothing else, and there is no other way to make one than to clean a text.
public struct TypableText: Hashable, Sendable {
    public let string: String

    public enum LineBreaks: Sendable {
        /// Keep each line break as one `\n`.
        case keep
        /// Turn each run of line breaks into a space.
        case space
    }

    public enum Tabs: Sendable {
        /// Keep each; typed, it is the key Tab.
        case keep
        /// Turn each into a space.
        case space
    }

    /// Cleans a text from outside.
    public init(cleaning text: String, lineBreaks: LineBreaks, tabs: Tabs = .space) {
        string = Self.clean(text, lineBreaks, tabs)
    }

    private init(alreadyClean string: String) {
        self.string = string
    }

    public var isEmpty: Bool { string.isEmpty }

    /// What is left after the first `count` characters (Swift's: grapheme clusters).
    public func dropFirst(_ count: Int) -> TypableText {
        TypableText(alreadyClean: String(string.dropFirst(count)))
    }

    /// The first `count` characters, without some.
    public func prefix(_ count: Int, without omitted: Set<Character> = []) -> TypableText {
        TypableText(alreadyClean: string.prefix(count).filter { !omitted.contains($0) })
    }
}

/// What a sink can do.
public struct SinkCapabilities: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Any Unicode text, not only what the keyboard layout has.
    public static let anyText = SinkCapabilities(rawValue: 1 << 0)
    /// `deleteBackward` works.
    public static let deletes = SinkCapabilities(rawValue: 1 << 1)
    /// `focusedTarget` is known.
    public static let knowsTarget = SinkCapabilities(rawValue: 1 << 2)
    /// `press` works.
    public static let pressesKeys = SinkCapabilities(rawValue: 1 << 3)
}

/// A window, as far as a sink can tell one from another. Equal values are the same window.
public struct SinkTarget: Hashable, Sendable {
    public let identifier: String
    public init(_ identifier: String) { self.identifier = identifier }
}

/// An insertion that stopped before its end.
public struct SinkFailure: Error, Hashable, Sendable {
    /// Characters (grapheme clusters) that were typed before it stopped.
    public let inserted: Int
    /// Why, or nil if the task was cancelled.
    public let problem: Problem?
    /// Whether another sink may type the rest. Not if the place to type into was lost: the text
    /// would go to the wrong window.
    public let handsOver: Bool

    public init(inserted: Int, problem: Problem?, handsOver: Bool = true) {
        self.inserted = inserted
        self.problem = problem
        self.handsOver = handsOver
    }
}

/// Where text goes: the focused window, in the manner of iOS's `UITextDocumentProxy`.
///
/// An object that lives on the event loop's thread. `insertText` and `deleteBackward` suspend
/// rather than block the loop, stop soon when their task is cancelled, and whatever happens
/// leave no key down and no keymap changed.
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

    /// How it would type a text now. It types nothing. Where `prepare` has failed, as far as it
    /// can be told what it would do if it could.
    ///
    /// - Throws: a problem if nothing can be told.
    func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation

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
    var focusedTarget: SinkTarget? { get }

    /// Disconnects. Nothing may be called afterwards.
    func close()
}

// What holds for a sink that has `anyText`, if it says nothing else.
extension TextSink {
    public func untypable(_ text: TypableText) async throws(Problem) -> [Character] { [] }

    public func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation {
        SinkExplanation(summary: "types any text")
    }

    public var remark: Problem? { nil }
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
