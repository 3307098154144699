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
                problems.append(problem)
            }
        }
        return .failed(Self.summary(problems), rest: rest.string)
    }

    /// Deletes characters before the cursor and types a text in their place. Where they can't be
    /// deleted, nothing is typed: the outcome's rest is the whole text.
    public func insert(_ text: TypableText, deleting count: Int) async -> InsertionOutcome {
        if count > 0 {
            do throws(SinkFailure) {
                try await delete(count)
            } catch {
                guard let problem = error.problem else { return .stopped(rest: text.string) }
                return .failed(problem, rest: text.string)
            }
        }
        return text.isEmpty ? .inserted : await insert(text)
    }

    /// Deletes with the first sink that can. Another one is not tried after it: how many
    /// characters are left to delete is known to nobody then.
    private func delete(_ count: Int) async throws(SinkFailure) {
        var problem = Problem(
            "the last words could not be deleted", why: "no sink is able to",
            remedy: "Delete them by hand.")
        for sink in sinks where sink.capabilities.contains(.deletes) {
            do throws(Problem) {
                try await sink.prepare()
            } catch {
                problem = error
                continue
            }
            return try await sink.deleteBackward(count)
        }
        throw SinkFailure(inserted: 0, problem: problem)
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
