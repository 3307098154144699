import ArgumentParser
import Problems

/// The names of commands in what the user wrote.
enum CommandNames {
    /// Refuses the first word that should name a command and names none: the argument parser would
    /// call it an unexpected argument, and ignore it after `help`.
    static func check(_ arguments: [String]) throws(ValidationError) {
        let isHelp = arguments.first == "help"
        var command: any ParsableCommand.Type = UtterCommand.self
        var path = "utter"
        for word in isHelp ? arguments.dropFirst() : arguments[...] {
            if word.hasPrefix("-") { return }
            let commands = command.configuration.subcommands
            if commands.isEmpty, !isHelp { return }
            if let next = commands.first(where: { $0.name == word }) {
                command = next
                path += " \(word)"
                continue
            }
            if isHelp, word == "help", path == "utter" { continue }
            let known = commands.filter { $0.configuration.shouldDisplay }.map { $0.name }
            let meant = Spelling.nearest(to: word, among: known)
            throw ValidationError(
                "There is no command “\(path) \(word)”"
                    + (meant.map { "; did you mean “\(path) \($0)”?" } ?? "."))
        }
    }
}

extension ParsableCommand {
    /// Its name on the command line.
    fileprivate static var name: String { _commandName }
}
