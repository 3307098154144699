import LinuxRuntime
import TestSupport

/// The results of the matrix, printed as a table when its last situation has ended.
@EventLoopActor
enum TypingReport {
    private struct Row {
        var situations = 0
        var runs = 0
        /// Situations that ended before their last run.
        var errors = 0
    }

    private static var rows: [Receiver: Row] = [:]
    private static var runs: [String: Int] = [:]
    private static var ended = 0

    static func begin(_ situation: Situation) {
        runs[situation.testDescription] = 0
    }

    /// Notes a run in which all texts arrived.
    static func noteRun(_ situation: Situation) {
        runs[situation.testDescription, default: 0] += 1
    }

    static func end(_ situation: Situation) {
        let runs = runs[situation.testDescription] ?? 0
        rows[situation.receiver, default: Row()].situations += 1
        rows[situation.receiver]!.runs += runs
        if runs < Situation.runs { rows[situation.receiver]!.errors += 1 }
        ended += 1
        print(
            "typing: \(ended) of \(Situation.chosen.count): "
                + "\(situation.testDescription), \(runs) runs")
        if ended == Situation.chosen.count { printTable() }
    }

    private static func printTable() {
        print(
            """

            \(ended) of the \(Situation.all.count) situations, \(Situation.runs) runs of \
            \(SampleText.all.count) texts of \(SampleText.length) code points in each:

            | window | situations | runs | code points | situations with an error |
            |---|---|---|---|---|
            """)
        for receiver in Receiver.all {
            guard let row = rows[receiver] else { continue }
            let points = row.runs * SampleText.all.count * SampleText.length
            print("| \(receiver) | \(row.situations) | \(row.runs) | \(points) | \(row.errors) |")
        }
    }
}
