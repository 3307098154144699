import ArgumentParser
import Models
import Settings
import SystemPackage

struct ModelsRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Delete an installed model, or the part of one.",
        discussion: """
            Only models of one file in ~/.local/share/utter/models; prints what was deleted. A \
            daemon that has it loaded keeps it until it loads another one.
            """)

    @Argument(
        help: "Its name in “utter models available”, or the name of its file.",
        completion: .models)
    var model: String

    func run() throws {
        let store = try ModelStore(environment: Settings.environment)
        for path in try store.remove(model) { try printData(path.string) }
    }
}
