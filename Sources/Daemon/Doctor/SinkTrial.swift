import Dictation
import Problems

/// The result of connecting a sink.
struct SinkTrial {
    let name: String
    let capabilities: SinkCapabilities
    /// Its abilities, in words.
    let ability: Result<String, Problem>
    /// Whether it works, but not in the window that has the focus.
    let isBlind: Bool

    /// A line for each of them, in the order in which they are tried.
    ///
    /// - Parameter areChosen: whether the user has named them in the configuration.
    static func findings(_ trials: [SinkTrial], areChosen: Bool) -> [Finding] {
        let isAnyUsable = trials.contains { $0.isUsable }
        return trials.indices.map { number in
            let trial = trials[number]
            let subject = "sink \(trial.name)"
            switch trial.ability {
            case .success(let words):
                return Finding(subject, .good, words)
            case .failure(let problem) where trial.isBlind && isAnyUsable:
                return Finding(subject, .unchecked, "not here: \(problem.why)")
            case .failure(let problem):
                // A user who hasn't asked for it needn't get it, least of all as root.
                if !areChosen,
                    let other = trials[..<number].first(where: { $0.replaces(trial) })
                {
                    return .notNeeded(subject, besides: other.name)
                }
                let finding = Finding(subject, isAnyUsable ? .warning : .failure, problem)
                guard !areChosen,
                    let other = trials[..<number].first(where: { $0.typesAnything })
                else { return finding }
                let others = trials.filter(\.isUsable).map(\.capabilities)
                let rest = trial.capabilities.subtracting(SinkCapabilities(others)).deeds
                return rest.isEmpty
                    ? finding
                    : finding.needed(
                        "“\(other.name)” types any text without it; only \(rest) by voice needs it")
            }
        }
    }

    private var isUsable: Bool {
        if case .success = ability { true } else { false }
    }

    private var typesAnything: Bool { isUsable && capabilities.contains(.anyText) }

    private func replaces(_ other: SinkTrial) -> Bool {
        isUsable && capabilities.isSuperset(of: other.capabilities)
    }
}

extension SinkCapabilities {
    /// The things that they let the user do by voice; empty for none.
    fileprivate var deeds: String {
        let deeds: [(SinkCapabilities, String)] = [
            (.pressesKeys, "pressing keys (“press enter”)"), (.selects, "selecting"),
            (.movesCursor, "moving the cursor"),
        ]
        return deeds.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}

extension Finding {
    /// The same, with what it is needed for.
    fileprivate func needed(_ what: String) -> Finding {
        Finding(
            subject, grade, message, remedy: remedy.isEmpty ? "\(what)." : "\(what). \(remedy)",
            fix: fix)
    }

    /// A sink that doesn't work, and needn't.
    public static func notNeeded(_ subject: String, besides other: String) -> Finding {
        Finding(subject, .unchecked, "not needed here: “\(other)” can do everything that it could")
    }
}
