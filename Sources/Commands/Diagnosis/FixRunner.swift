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
    private static let mostFixes = 10

    /// Fixes, and checks again.
    ///
    /// - Returns: the findings at the end.
    func fix(_ findings: [Finding]) async throws -> [Finding] {
        var findings = findings
        var tried: Set<Fix> = []
        var subjects = Set(findings.filter { isToBeFixed($0, besides: []) }.map(\.subject))
        var hasRun = false
        while tried.count < Self.mostFixes,
            let finding = findings.first(where: { isToBeFixed($0, besides: tried) }),
            let fix = finding.fix
        {
            tried.insert(fix)
            subjects.insert(finding.subject)
            talk.say()
            talk.say(finding.words)
            guard try await FixRun(talk: talk).run(fix) else { continue }
            hasRun = true
            // What is fixed may do for something else, which needs no fix then.
            findings = await examine()
        }
        if hasRun {
            talk.say()
            talk.say("Checked again:")
            for finding in findings where subjects.contains(finding.subject) {
                talk.say(finding.words)
            }
        }
        return findings
    }

    private func isToBeFixed(_ finding: Finding, besides tried: Set<Fix>) -> Bool {
        guard let fix = finding.fix else { return false }
        return needsFix(finding) && !tried.contains(fix)
    }

    /// Whether the finding needs its fix. An optional part that nothing needs is not switched on
    /// without a question.
    private func needsFix(_ finding: Finding) -> Bool {
        finding.grade != .good && !(finding.grade == .unchecked && talk.assumesYes)
    }
}

extension Finding {
    /// A line, and below it the remedy.
    var words: String {
        let mark =
            switch grade {
            case .good: "✓"
            case .unchecked: "–"
            case .warning: "!"
            case .failure: "✗"
            }
        let line = "\(mark) \(subject): \(message)"
        return remedy.isEmpty ? line : line + "\n    \(remedy)"
    }
}
