import Dictation
import LinuxRuntime
import Settings
import UtterDaemon

/// Fixes what commands can fix of what the doctor found.
@EventLoopActor
struct FixRunner {
    let talk: Conversation
    /// Checks everything.
    let examine: () async -> [Finding]

    /// A fixed part may show the next obstacle, as a loaded module shows that its device may not
    /// be opened.
    private static let mostRounds = 3

    /// Fixes, and checks again.
    ///
    /// - Returns: what is found at the end.
    func fix(_ findings: [Finding]) async throws -> [Finding] {
        var findings = findings
        var tried: Set<Fix> = []
        for _ in 1...Self.mostRounds {
            let broken = findings.filter { $0.grade != .good && $0.isMendable(besides: tried) }
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
}

extension Finding {
    fileprivate func isMendable(besides tried: Set<Fix>) -> Bool {
        fix.map { !tried.contains($0) } ?? false
    }

    /// A line, and below it what to do.
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
