public import Dictation
public import LinuxRuntime

/// The sinks in the order in which they are tried. One that fails in mid-text hands over to the
/// next, exactly from the character where it stopped.
@EventLoopActor
public final class SinkChain {
    public let sinks: [any TextSink]

    public init(_ sinks: [any TextSink]) {
        self.sinks = sinks
    }

    /// Connects the first sink that can be connected; answers whether any can. The others are
    /// left until they are needed: a virtual keyboard is better not plugged in for nothing.
    @discardableResult
    public func prepare() async -> Bool {
        for sink in sinks where (try? await sink.prepare()) != nil { return true }
        return false
    }

    /// Types a text. It never throws: the outcome says what became of it.
    public func insert(_ text: TypableText) async -> InsertionOutcome {
        var rest = text
        var problems: [Problem] = []
        for sink in sinks {
            do throws(Problem) {
                try await sink.prepare()
            } catch {
                problems.append(error)
                continue
            }
            do throws(SinkFailure) {
                try await sink.insertText(rest)
                return .inserted
            } catch {
                rest = rest.dropFirst(error.inserted)
                guard let problem = error.problem else { return .stopped(rest: rest.string) }
                guard error.handsOver else { return .failed(problem, rest: rest.string) }
                problems.append(problem)
            }
        }
        return .failed(Self.summary(problems), rest: rest.string)
    }

    /// The focused window, as the first sink that knows it tells.
    public var focusedTarget: SinkTarget? {
        sinks.lazy.compactMap(\.focusedTarget).first
    }

    /// The text before the cursor, as the first sink that knows it tells.
    public var documentContextBeforeInput: String? {
        sinks.lazy.compactMap(\.documentContextBeforeInput).first
    }

    public func close() {
        for sink in sinks { sink.close() }
    }

    /// One problem out of those of all sinks; the last sink's remedy ends it.
    private static func summary(_ problems: [Problem]) -> Problem {
        guard let last = problems.last else {
            return Problem(
                "the text could not be typed", why: "no sink is configured",
                remedy: "Name one in [output] sinks; utter doctor lists them.")
        }
        return Problem(
            "the text could not be typed",
            why: problems.map { "\($0.what): \($0.why)" }.joined(separator: "; "),
            remedy: last.remedy)
    }
}
