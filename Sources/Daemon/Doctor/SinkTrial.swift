import Dictation
import Problems

/// What came of connecting a sink.
struct SinkTrial {
    let name: String
    let capabilities: SinkCapabilities
    /// What it can do, in words.
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
                // Who hasn't asked for it needn't get it, least of all as root.
                if !areChosen,
                    let other = trials[..<number].first(where: { $0.replaces(trial) })
                {
                    return .notNeeded(subject, besides: other.name)
                }
                return Finding(subject, isAnyUsable ? .warning : .failure, problem)
            }
        }
    }

    private var isUsable: Bool {
        if case .success = ability { true } else { false }
    }

    private func replaces(_ other: SinkTrial) -> Bool {
        isUsable && capabilities.isSuperset(of: other.capabilities)
    }
}

extension Finding {
    /// A sink that doesn't work, and needn't.
    public static func notNeeded(_ subject: String, besides other: String) -> Finding {
        Finding(subject, .unchecked, "not needed here: “\(other)” can do all that it could")
    }
}
