import Doctor
import LinuxRuntime
import Problems
import Settings

/// Fixes those findings of the doctor that commands can fix.
@EventLoopActor
struct FixRunner {
    let talk: Conversation
    /// Runs all checks.
    let examine: () async -> [Finding]

    /// A fix may reveal the next problem: a loaded module shows that its device can't be opened.
    private static let mostRounds = 3

    /// Fixes, and checks again.
    ///
    /// - Returns: the findings at the end.
    func fix(_ findings: [Finding]) async throws -> [Finding] {
        var findings = findings
        var tried: Set<Fix> = []
        for _ in 1...Self.mostRounds {
            let broken = findings.filter { needsFix($0) && $0.isFixable(besides: tried) }
            if broken.isEmpty { break }
            var hasRun = false
            for finding in broken {
                guard let fix = finding.fix, tried.insert(fix).inserted else {
                    continue
                }
                talk.say()
                talk.say(finding.words)
                if try await FixRun(talk: talk).run(fix) { hasRun = true }
            }
            guard hasRun else { break }
            let subjects = Set(broken.map(\.subject))
            findings = await examine()
            talk.say()
            talk.say("Checked again:")
            for finding in findings where subjects.contains(finding.subject) {
                talk.say(finding.words)
            }
        }
        return findings
    }

    /// What nothing misses, but the user may switch on, is not switched on without a question.
    private func needsFix(_ finding: Finding) -> Bool {
        finding.grade != .good && !(finding.grade == .unchecked && talk.assumesYes)
    }
}

extension Finding {
    fileprivate func isFixable(besides tried: Set<Fix>) -> Bool {
        fix.map { !tried.contains($0) } ?? false
    }

    /// A line, and below it the remedy.
    var words: String {
        let mark = switch grade {
        case .good: "✓"
        case .unchecked: "–"
        case .warning: "!"
        case .failure: "✗"
        }
        let line = "\(mark) \(subject): \(message)"
        return remedy.isEmpty ? line : line + "\n    \(remedy)"
    }
}
