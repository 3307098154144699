import ArgumentParser
import ControlProtocol
import Dictation

struct RewriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewrite",
        abstract: "Take or leave the text that a model has written for “make that shorter”.",
        subcommands: [Accept.self, Cancel.self])

    struct Accept: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put it in the place of the former text.",
            discussion: "Only while the window has the focus and nothing was typed since.")

        func run() throws { try RunningDaemon.drive(.act(.take)) }
    }

    struct Cancel: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Leave the text as it is.")

        func run() throws { try RunningDaemon.drive(.act(.leave)) }
    }
}
