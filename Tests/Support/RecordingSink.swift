public import Dictation
public import DictationParts
internal import LinuxRuntime
public import MonotonicTime
public import Problems
internal import Testing

/// A sink that stores typed text, and fails where the test wants it to.
public final class RecordingSink: TextSink, Document {
    public let name: String
    public var capabilities: SinkCapabilities {
        let always: SinkCapabilities = [
            .deletes, .selects, .knowsTarget, .pressesKeys, .movesCursor,
        ]
        return lacks.isEmpty ? always.union(.anyText) : always
    }
    public private(set) var text = ""
    /// The text of each insertion.
    public private(set) var insertions: [String] = []
    /// Called with the text of each insertion.
    public var onInsertion: (String) -> Void = { _ in }
    public var onProgress: @Sendable (Int) -> Void = { _ in }
    /// The characters that it can't type.
    public var lacks: Set<Character> = []
    public var focusedTarget: SinkTarget? = SinkTarget("window")
    public var document: (any Document)? { self }
    public var contextBeforeInput: String?
    public var contextAfterInput: String?
    public var selectedText: String?
    /// Whether it reports its own text as what surrounds the cursor.
    public var reportsText = false { didSet { report() } }
    public var traits: FieldTraits?
    /// Whether what is typed doesn't arrive.
    public var losesText = false
    public var isCurrent = true
    public var lastChange: Instant?
    /// Fails once this many characters of an insertion were typed.
    public var failure: SinkFailure?
    /// Why `prepare` fails.
    public var preparationProblem: Problem?
    /// Suspends an insertion in its middle until the task is cancelled.
    public var hangs = false
    /// The keys that were pressed.
    public private(set) var presses: [EditingKey] = []
    /// What was selected when a key of a format was pressed, after the key's name.
    public private(set) var formats: [String] = []
    /// Why a key of a letter can't be pressed.
    public var keyProblem: Problem?
    /// The number of characters behind the cursor.
    public private(set) var behind = 0
    /// The number of selected characters before the cursor.
    public private(set) var selected = 0
    /// Whether it can watch for the user's input.
    public var watches = false
    private var onTouch: (() -> Void)?
    private var isPrepared = false

    public init(_ name: String = "recording") { self.name = name }

    /// How often its text was read.
    public private(set) var reads = 0

    public func readDocument() async { reads += 1 }

    /// How often its availability was requested.
    public private(set) var availabilityCount = 0

    public func availability() -> Availability {
        availabilityCount += 1
        return .available
    }

    public func prepare() async throws(Problem) {
        if let preparationProblem { throw preparationProblem }
        isPrepared = true
    }

    public func untypable(_ text: TypableText) async throws(Problem) -> [Character] {
        if !isPrepared { Issue.record("asked for characters before preparation") }
        var seen: Set<Character> = []
        return text.string.filter { lacks.contains($0) && seen.insert($0).inserted }
    }

    public func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation {
        SinkExplanation(
            summary: "records",
            steps: text.string.map {
                SinkExplanation.Step($0, strokes: lacks.contains($0) ? nil : "\($0)")
            })
    }

    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        if !isPrepared { Issue.record("insertion before preparation") }
        if text.string.contains(where: lacks.contains) {
            Issue.record("insertion of a character that it lacks")
        }
        if let failure {
            keep(text.string.prefix(failure.inserted))
            throw failure
        }
        if hangs {
            let half = text.string.count / 2
            keep(text.string.prefix(half))
            onProgress(half)
            while !Task.isCancelled { await Task.yield() }
            throw SinkFailure(inserted: half, problem: nil)
        }
        keep(text.string[...])
    }

    private func keep(_ typed: Substring) {
        replace(selected, with: typed)
        insertions.append(String(typed))
        onInsertion(String(typed))
    }

    /// Deletes the selection at once, as windows do.
    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        let count = selected > 0 ? selected + count - 1 : count
        if count > text.count - behind { Issue.record("deletes what was not typed") }
        replace(min(count, text.count - behind), with: "")
    }

    /// Replaces characters before the cursor.
    private func replace(_ count: Int, with new: Substring) {
        if losesText { return }
        if !reportsText, let before = contextBeforeInput {
            contextBeforeInput = String(before.dropLast(selected > 0 ? 0 : count)) + new
        }
        let after = text.suffix(behind)
        text = String(text.dropLast(behind + count)) + new + after
        selected = 0
        report()
    }

    /// How long after a change of its text it reports it.
    public var reportDelay: Duration?

    private func report() {
        guard reportsText else { return }
        if let reportDelay {
            EventLoop.task { [weak self] in
                try? await EventLoop.shared.sleep(for: reportDelay)
                self?.tell()
            }
        } else {
            tell()
        }
    }

    private func tell() {
        contextBeforeInput = String(text.dropLast(behind + selected))
        selectedText = String(text.dropLast(behind).suffix(selected))
        contextAfterInput = String(text.suffix(behind))
    }

    public func moveCursor(by offset: Int) async throws(SinkFailure) {
        if selected > 0 { Issue.record("moves the cursor from a selection") }
        behind = max(0, min(text.count, behind - offset))
        report()
    }

    /// Simulates a click of the user: the cursor is so many characters before the end.
    public func click(before count: Int) {
        (behind, selected) = (min(count, text.count), 0)
        report()
        touch()
    }

    /// Simulates a selection by the user.
    public func userSelects(_ words: String) {
        guard let range = text.firstRange(of: words) else {
            Issue.record("no “\(words)”")
            return
        }
        behind = text[range.upperBound...].count
        selected = words.count
        report()
        touch()
    }

    /// Simulates the user's typing.
    public func userTypes(_ words: String) {
        replace(selected, with: words[...])
        touch()
    }

    public func selectBackward(_ count: Int) async throws(SinkFailure) {
        selected = min(text.count - behind, selected + count)
        report()
    }

    public func press(_ key: EditingKey, _ count: Int) async throws(SinkFailure) {
        if key == .right { selected = 0 }
        if key == .shiftRight { selected = max(0, selected - count) }
        switch key {
        case .selectAll: (behind, selected) = (0, text.count)
        case .textStart: (behind, selected) = (text.count, 0)
        case .textEnd: (behind, selected) = (0, 0)
        default: break
        }
        if key.letter != nil {
            let words = text.dropLast(behind).suffix(selected)
            formats.append(words.isEmpty ? "\(key)" : "\(key) \(words)")
        }
        report()
        presses += Array(repeating: key, count: count)
    }

    public func checkKey(_ key: EditingKey) async throws(Problem) {
        if let keyProblem { throw keyProblem }
    }

    public func watchUserInput(
        ignoring keys: Set<HotkeyCode>, _ onTouch: @escaping () -> Void
    ) async -> Bool {
        self.onTouch = onTouch
        return watches
    }

    public func stopWatchingUserInput() { onTouch = nil }

    /// Simulates input by the user.
    public func touch() { onTouch?() }

    public func close() {}
}
