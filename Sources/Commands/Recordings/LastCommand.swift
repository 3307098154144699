import ArgumentParser
import ControlProtocol

struct LastCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "last", abstract: "Print the latest dictations, the newest last.",
        discussion: "Texts of earlier runs are included if they are kept on disk.")

    @Argument(help: "How many.")
    var count = 1

    @Flag(help: "Print the engine's own words.")
    var raw = false

    func validate() throws {
        guard count > 0 else { throw ValidationError("The number must be at least 1.") }
    }

    func run() throws {
        for record in try KeptTranscripts.toPrint(count) {
            try printData(raw ? record.raw : record.text)
        }
    }
}
