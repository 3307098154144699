import Dictation
import LinuxRuntime
import Settings
import UtterDaemon

/// Mends what commands can mend of what the doctor found.
@EventLoopActor
struct Mender {
    let talk: Conversation
    /// Checks everything.
    let examine: () async -> [Finding]

    /// A mended part may show the next obstacle, as a loaded module shows that its device may not
    /// be opened.
    private static let mostRounds = 3

    /// Mends, and checks again.
    ///
    /// - Returns: what is found at the end.
    func mend(_ findings: [Finding]) async throws -> [Finding] {
        var findings = findings
        var tried: Set<Mending> = []
        for _ in 1...Self.mostRounds {
            let broken = findings.filter { $0.grade != .good && $0.isMendable(besides: tried) }
            if broken.isEmpty { break }
            var hasRun = false
            for finding in broken {
                guard let mending = finding.mending, tried.insert(mending).inserted else {
                    continue
                }
                talk.say()
                talk.say(finding.words)
                if try await MendingRun(talk: talk).run(mending) { hasRun = true }
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
    fileprivate func isMendable(besides tried: Set<Mending>) -> Bool {
        mending.map { !tried.contains($0) } ?? false
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
