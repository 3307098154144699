public import Dictation
import DictationParts
import Problems

extension SinkChain {
    /// How a text would be typed now, by each sink and by all together. Types nothing, but connects
    /// all sinks.
    public func explain(_ text: TypableText) async -> ChainExplanation {
        var entries: [ChainExplanation.Entry] = []
        var usable: [(name: String, lacks: Set<Character>)] = []
        for sink in sinks {
            var problem = sink.availability().problem
            var explanation: SinkExplanation?
            do throws(Problem) {
                if problem == nil { try await sink.prepare() }
            } catch {
                problem = error
            }
            do throws(Problem) {
                explanation = try await sink.explain(text)
            } catch {
                problem = problem ?? error
            }
            entries.append(
                ChainExplanation.Entry(
                    sink: sink.name, problem: problem, explanation: explanation))
            guard problem == nil, let explanation else { continue }
            var lacks = Set(explanation.steps.filter { $0.strokes == nil }.map(\.character))
            if !lacks.isEmpty, let more = try? await sink.untypable(text.withPlainForms) {
                lacks.formUnion(more)
            }
            usable.append((sink.name, lacks))
        }
        let nobody = text.string.map { _ in String?.none }
        guard !usable.isEmpty else {
            return ChainExplanation(entries: entries, parts: [], omitted: [], typists: nobody)
        }
        let coverage = SinkPartition(text, lacks: usable.map(\.lacks))
        let omitted = coverage.omitted(before: .max)
        guard coverage.isWorthTyping else {
            return ChainExplanation(
                entries: entries, parts: [], omitted: omitted, typists: nobody)
        }
        let typists = coverage.parts.flatMap { part in
            coverage.characters[part.range].map {
                coverage.omitted.contains($0) ? nil : usable[part.sink].name
            }
        }
        let parts = coverage.parts.map {
            ChainExplanation.Part(
                sink: usable[$0.sink].name, text: coverage.text(of: $0).string)
        }
        return ChainExplanation(
            entries: entries, parts: parts, omitted: omitted, typists: typists)
    }
}
