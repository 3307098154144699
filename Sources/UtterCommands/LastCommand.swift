import ArgumentParser
import ControlProtocol

struct LastCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "last", abstract: "Print the latest dictations, the newest last.")

    @Argument(help: "How many.")
    var count = 1

    @Flag(help: "Print the recogniser's own words.")
    var raw = false

    func validate() throws {
        guard count > 0 else { throw ValidationError("The number must be at least 1.") }
    }

    func run() throws {
        guard case .transcripts(let records) = try RunningDaemon.ask(.last(count: count)) else { return }
        for record in records.reversed() { try printData(raw ? record.raw : record.text) }
    }
}
