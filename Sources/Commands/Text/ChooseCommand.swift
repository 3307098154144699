import ArgumentParser
import ControlProtocol
import Dictation

struct ChooseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "choose",
        abstract: "Take one of the texts that “correct that” has found.",
        discussion: """
            Only while the window has the focus and nothing was typed since. To choose by a key, bind \
            this command to one in your desktop's settings. To leave the text as it is: utter rewrite cancel
            """)

    @Argument(help: "Its number.", completion: .list(["1", "2", "3"]))
    var number: Int

    func validate() throws {
        guard Notice.Action.choices.indices.contains(number - 1) else {
            throw ValidationError(
                "There are \(Notice.Action.choices.count) texts at most, from 1 on.")
        }
    }

    func run() throws { try RunningDaemon.drive(.act(Notice.Action.choices[number - 1])) }
}
