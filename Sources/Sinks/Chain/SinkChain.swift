public import Dictation
public import DictationParts
public import LinuxRuntime
public import Problems

/// A window that has the focus, and gets what is typed.
public struct FocusedReceiver: Sendable {
    /// Its name; nil if no sink knows it.
    public let target: SinkTarget?

    public init(target: SinkTarget?) { self.target = target }
}

/// The sinks in the order in which they are tried. Each text goes to the first that can type all of
/// it; if a sink fails in mid-text, another one continues exactly at the character where it
/// stopped.
@EventLoopActor
public final class SinkChain {
    public let sinks: [any TextSink]
    /// Knows the focused text where no sink does.
    let reader: (any DocumentReader)?
    /// Knows whether any window gets what is typed, where the sinks can't.
    private let windows: (any WindowFocus)?
    /// How long a program may take to report its text; a dictation waits for it. On a machine whose
    /// processors have just recognised speech, 100 ms are too short once in some hundred times.
    var readingTimeout = Duration.milliseconds(300)
    /// The last known availability of each sink, in the sinks' order; nil if not asked yet.
    private var known: [Availability?]
    /// The sink that shows text that isn't typed yet.
    var marking: (any TextSink)?

    public init(
        _ sinks: [any TextSink], reader: (any DocumentReader)? = nil,
        windows: (any WindowFocus)? = nil
    ) {
        (self.sinks, self.reader, self.windows) = (sinks, reader, windows)
        known = sinks.map { _ in nil }
    }

    /// The sinks with their availability when last asked or connected: a status makes no connection
    /// to a display.
    public var availabilities: [(sink: any TextSink, availability: Availability)] {
        sinks.indices.map { index in
            let availability = known[index] ?? sinks[index].availability()
            known[index] = availability
            return (sinks[index], availability)
        }
    }

    /// Asks all of them again.
    public func refreshAvailability() {
        known = sinks.map { $0.availability() }
    }

    /// Connects the first sink that can be connected; returns whether there is one. The others are
    /// connected when needed: a virtual keyboard shouldn't be created without need.
    @discardableResult
    public func prepare() async -> Bool {
        for sink in sinks where (try? await prepare(sink)) != nil { return true }
        return false
    }

    /// Connects a sink, and stores its availability.
    func prepare(_ sink: any TextSink) async throws(Problem) {
        let index = sinks.firstIndex { $0 === sink }
        do throws(Problem) {
            try await sink.prepare()
            if let index { known[index] = .available }
        } catch {
            if let index, !Task.isCancelled { known[index] = .unavailable(error) }
            throw error
        }
    }

    /// Types a text. It never throws: the outcome has the result.
    ///
    /// ``SinkPartition`` decides which sink types what. If a sink fails, the others get the rest
    /// from the character where it stopped, unless the window is the cause.
    ///
    /// - Parameters:
    ///   - receiver: what gets it, if that was asked a moment ago.
    ///   - onProgress: called with how many characters of the text were sent so far, on any thread,
    ///     if the sinks report that during typing; omitted characters may not be counted.
    public func insert(
        _ text: TypableText, into receiver: FocusedReceiver? = nil,
        onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> InsertionOutcome {
        var done = 0
        var rest = text
        var candidates = sinks
        var problems: [Problem] = []
        var omitted: [Character] = []
        var forms: [Character: String] = [:]
        var remark: Problem?
        func ended(_ end: InsertionOutcome.End) -> InsertionOutcome {
            var outcome = InsertionOutcome(
                end, rest: rest.hardened, omitted: omitted,
                remark: end == .complete ? remark : nil)
            outcome.forms = forms
            return outcome
        }
        var target = receiver?.target
        if receiver == nil {
            if let problem = await windows?.lackOfReceiver() { return ended(.failed(problem)) }
            target = sinks.count > 1 ? await focusedTarget : nil
        }
        while !rest.isEmpty {
            let usable = await usableSinks(for: rest, &candidates, &problems)
            if Task.isCancelled { return ended(.stopped) }
            guard !usable.isEmpty else { return ended(.failed(Self.summary(problems))) }
            let coverage = SinkPartition(rest, lacks: usable.map(\.lacks))
            guard coverage.isWorthTyping else { return ended(.failed(Self.untypable(coverage))) }
            let (end, failure) = await type(coverage, usable.map(\.sink)) { [done] in
                onProgress(done + $0)
            }
            done += end
            onProgress(done)
            if end > 0 { Deadline.current?.renew() }
            remark = remark ?? usable.lazy.compactMap(\.sink.remark).first
            for character in coverage.omitted(before: end) where !omitted.contains(character) {
                omitted.append(character)
            }
            forms.merge(coverage.forms(before: end)) { $1 }
            rest = rest.dropFirst(end)
            guard let (sink, failure) = failure else { break }
            guard let problem = failure.problem else { return ended(.stopped) }
            // The rest belongs to the window where the text began.
            let isElsewhere = await hasFocusLeft(target)
            if !failure.handsOver || isElsewhere { return ended(.failed(problem)) }
            problems.append(problem)
            candidates.removeAll { $0 === sink }
        }
        return ended(.complete)
    }

    /// Types the parts of a text, each with its sink. Returns where in the text it ended, and which
    /// sink failed there, if it wasn't the end.
    private func type(
        _ coverage: SinkPartition, _ sinks: [any TextSink],
        _ onProgress: @escaping @Sendable (Int) -> Void
    ) async -> (end: Int, failure: (any TextSink, SinkFailure)?) {
        var end = 0
        for part in coverage.parts {
            let sink = sinks[part.sink]
            let text = coverage.text(of: part)
            sink.onProgress = { onProgress(part.range.lowerBound + $0) }
            defer { sink.onProgress = { _ in } }
            do throws(SinkFailure) {
                if Task.isCancelled { throw SinkFailure(inserted: 0, problem: nil) }
                await yieldMark(to: sink)
                if !text.isEmpty { try await sink.insertText(text) }
                end = part.range.upperBound
            } catch {
                return (coverage.position(after: error.inserted, of: part), (sink, error))
            }
        }
        return (end, nil)
    }

    /// The candidates that can be connected, with the characters that they can't type; stops at the
    /// first that can type everything, so that a keyboard is created and a layout is read only when
    /// needed. Unusable sinks are removed from the candidates, and their problems are added.
    private func usableSinks(
        for text: TypableText, _ candidates: inout [any TextSink], _ problems: inout [Problem]
    ) async -> [(sink: any TextSink, lacks: Set<Character>)] {
        var usable: [(sink: any TextSink, lacks: Set<Character>)] = []
        for sink in candidates {
            // If earlier sinks ran into the deadline, this one would too.
            if !problems.isEmpty, Task.isCancelled || Deadline.current?.remaining == .zero {
                return usable
            }
            do throws(Problem) {
                try await prepare(sink)
                var lacks = Set(try await sink.untypable(text))
                if !lacks.isEmpty {
                    lacks.formUnion(try await sink.untypable(text.withPlainForms))
                }
                usable.append((sink, lacks))
                if lacks.isEmpty { break }
            } catch {
                problems.append(error)
                candidates.removeAll { $0 === sink }
            }
        }
        return usable
    }

    /// The focused window, from the first sink that knows it.
    public var focusedTarget: SinkTarget? {
        get async {
            for sink in sinks { if let target = await sink.focusedTarget { return target } }
            return nil
        }
    }

    /// Whether the focus has moved to another window.
    func hasFocusLeft(_ target: SinkTarget?) async -> Bool {
        guard target != nil, let now = await focusedTarget else { return false }
        return now != target
    }

    /// The same as for a `TextSink`, by the first sink that can watch.
    public func watchUserInput(
        ignoring keys: Set<HotkeyCode>, _ onTouch: @escaping () -> Void
    ) async -> Bool {
        for sink in sinks where await sink.watchUserInput(ignoring: keys, onTouch) { return true }
        return false
    }

    public func stopWatchingUserInput() {
        for sink in sinks { sink.stopWatchingUserInput() }
    }

    /// A dictation begins.
    public func beginDictation() {
        for sink in sinks { sink.beginDictation() }
        reader?.beginDictation()
    }

    /// The dictation has ended, and its text was typed or will not be.
    public func endDictation() {
        for sink in sinks { sink.endDictation() }
        reader?.endDictation()
    }

    /// The contents that a sink serves on the clipboard for the user; nil if there are none.
    public var servedContents: ClipboardContents? {
        get async {
            for sink in sinks {
                if let contents = await sink.servedContents { return contents }
            }
            return nil
        }
    }

    public func close() {
        for sink in sinks { sink.close() }
        reader?.close()
    }

    /// One problem for all sinks, with the remedy of the first that has one: that sink suits the
    /// session best.
    static func summary(_ problems: [Problem], _ verb: String = "typed") -> Problem {
        if problems.isEmpty {
            return Problem(
                "the text could not be \(verb)", why: "no sink is configured",
                remedy: "Name one in [output] sinks, or leave that out: "
                    + "utter config reset output.sinks")
        }
        // Two sinks may lack the same thing, such as an X display.
        var reasons: [String] = []
        for reason in problems.map({ "\($0.what): \($0.why)" }) where !reasons.contains(reason) {
            reasons.append(reason)
        }
        return Problem(
            "the text could not be \(verb)", why: reasons.joined(separator: "; "),
            remedy: problems.lazy.map(\.remedy).first { !$0.isEmpty } ?? "")
    }

    private static func untypable(_ coverage: SinkPartition) -> Problem {
        let characters = coverage.omitted(before: .max)
        return Problem(
            "the text could not be typed", why: "no sink can type \(characters.named)",
            remedy: InsertionOutcome.remedyForOmissions)
    }
}
