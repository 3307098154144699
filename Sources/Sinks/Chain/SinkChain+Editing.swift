public import Dictation
import DictationParts
import LinuxRuntime
import Problems
import TextEditing

extension SinkChain {
    /// Carries out one step after the other, up to the first that fails. The outcome's rest is all
    /// text that was not typed; keys are not pressed later.
    ///
    /// The steps are for one window: another one that opens, or gets the focus, in between gets
    /// nothing.
    ///
    /// - Parameters:
    ///   - receiver: what gets it, if that was asked a moment ago.
    ///   - onProgress: called with how many characters of the insertion's text were typed so far, on
    ///     any thread.
    public func perform(
        _ insertion: Insertion, into receiver: FocusedReceiver? = nil,
        lineBreaks: TypableText.LineBreaks,
        tabs: TypableText.Tabs = .space,
        onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> InsertionOutcome {
        for case .press(let key, _) in insertion.steps where key.letter != nil {
            do throws(Problem) { try await checkKey(key) } catch {
                return .failed(error, rest: insertion.text, without: [])
            }
        }
        var done = 0
        var target = receiver?.target
        if receiver == nil, insertion.steps.count > 1 { target = await focusedTarget }
        var omitted: [Character] = []
        var forms: [Character: String] = [:]
        var remark: Problem?
        for (index, step) in insertion.steps.enumerated() {
            var failure: SinkFailure?
            var left = Insertion(Array(insertion.steps[index...])).text
            if index > 0, await hasFocusLeft(target) {
                failure = SinkFailure(inserted: 0, problem: Self.focusMoved)
            } else {
                do throws(SinkFailure) {
                    switch step {
                    case .delete(let count): try await deleteBackward(count)
                    case .select(let count): try await selectBackward(count)
                    case .move(let offset): try await moveCursor(by: offset)
                    case .press(let key, let count): try await press(key, count)
                    case .confirm(let before, let selected):
                        try await confirm(before, selected)
                    case .type(let text):
                        let outcome = await insert(
                            TypableText(cleaning: text, lineBreaks: lineBreaks, tabs: tabs),
                            into: index == 0 ? receiver : nil
                        ) { [done] in onProgress(done + $0) }
                        remark = remark ?? outcome.remark
                        omitted += outcome.omitted.filter { !omitted.contains($0) }
                        forms.merge(outcome.forms) { $1 }
                        left = outcome.rest + Insertion(Array(insertion.steps[(index + 1)...])).text
                        switch outcome.end {
                        case .complete: break
                        case .stopped: throw SinkFailure(inserted: 0, problem: nil)
                        case .failed(let problem):
                            throw SinkFailure(inserted: 0, problem: problem)
                        }
                    }
                } catch { failure = error }
            }
            guard let failure else {
                done += Insertion([step]).text.count
                Deadline.current?.renew()
                continue
            }
            guard let problem = failure.problem else {
                return .stopped(rest: left, without: omitted)
            }
            return .failed(problem, rest: left, without: omitted)
        }
        var outcome = InsertionOutcome.inserted(without: omitted, remark: remark)
        outcome.forms = forms
        return outcome
    }

    /// Waits until the cursor is where it was to go.
    ///
    /// - Throws: a problem if it isn't, or if that is unknown.
    private func confirm(_ before: String, _ selected: String) async throws(SinkFailure) {
        let now = await contextBeforeInput { [self] in
            Self.isEnd($0, of: before) && selectedText == selected
        }
        if let now, Self.isEnd(now, of: before), selectedText == selected { return }
        throw SinkFailure(
            inserted: 0,
            problem: Problem(
                "the text was not changed", why: "the window doesn’t say that the cursor is there",
                remedy: "Select it by hand, and dictate."),
            handsOver: false)
    }

    /// Whether one is the end of the other: of a long text, only the end is known.
    private static func isEnd(_ reported: String, of before: String) -> Bool {
        before.isEmpty || reported.hasSuffix(before)
            || reported.unicodeScalars.count >= Surroundings.leastOfLong
                && before.hasSuffix(reported)
    }

    private static let focusMoved = Problem(
        "typing stopped", why: "the focus moved to another window",
        remedy: "Click into a text field.")

    /// Whether an available sink can delete text.
    public var canDelete: Bool {
        availabilities.contains {
            $0.sink.capabilities.contains(.deletes) && $0.availability == .available
        }
    }

    /// Moves the cursor by so many characters (grapheme clusters), with the first sink that can.
    public func moveCursor(by offset: Int) async throws(SinkFailure) {
        let direction = offset.signum()
        try await repeating(abs(offset), .movesCursor, "edited") {
            (sink, count) throws(SinkFailure) in
            try await sink.moveCursor(by: direction * count)
        }
    }

    /// Presses a key, with the first sink that can.
    public func press(_ key: EditingKey, _ count: Int) async throws(SinkFailure) {
        try await repeating(count, .pressesKeys, "edited") { (sink, count) throws(SinkFailure) in
            try await sink.press(key, count)
        }
    }

    /// Asks the sinks before anything is selected for a key.
    ///
    /// - Throws: why none of them can press it.
    private func checkKey(_ key: EditingKey) async throws(Problem) {
        var problems: [Problem] = []
        for sink in sinks where sink.capabilities.contains(.pressesKeys) {
            do throws(Problem) {
                try await prepare(sink)
                return try await sink.checkKey(key)
            } catch { problems.append(error) }
        }
        throw Self.summary(problems, "pressed")
    }

    /// Repeats an action this many times, with the first sink that can; if it fails, another one
    /// continues.
    func repeating(
        _ count: Int, _ capability: SinkCapabilities, _ verb: String,
        _ act: (any TextSink, Int) async throws(SinkFailure) -> Void
    ) async throws(SinkFailure) {
        var done = 0
        var problems: [Problem] = []
        for sink in sinks where sink.capabilities.contains(capability) {
            if Task.isCancelled { throw SinkFailure(inserted: done, problem: nil) }
            do throws(Problem) {
                try await prepare(sink)
            } catch {
                problems.append(error)
                continue
            }
            await yieldMark(to: sink)
            do throws(SinkFailure) {
                return try await act(sink, count - done)
            } catch {
                done += error.inserted
                guard let problem = error.problem else {
                    throw SinkFailure(inserted: done, problem: nil)
                }
                guard error.handsOver else {
                    throw SinkFailure(inserted: done, problem: problem, handsOver: false)
                }
                problems.append(problem)
            }
        }
        throw SinkFailure(inserted: done, problem: Self.summary(problems, verb))
    }
}
