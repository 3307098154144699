import ArgumentParser
import Assembly
import LinuxRuntime
import Settings

/// The steps of `utter setup`, in their order.
enum SetupStep: String, CaseIterable, ExpressibleByArgument {
    case permissions, microphone, hotkey, phrase, model, announcements, typing, service
}

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set everything up, step by step: from here to the first dictation.",
        discussion: """
            The steps: permissions (what is missing is fixed; each command is shown before it is \
            run), microphone (is it heard?), hotkey (is it seen, or do you want another?), phrase \
            (should a phrase begin a dictation? only with --spoken), model \
            (which speech model fits your language and this computer; it is downloaded if you \
            agree), announcements (should utter say aloud what it does? asked where a screen \
            reader runs), typing (you read a sentence, which is recognised, judged and typed), \
            service (dictation starts with your session). Each can be repeated, then or later: \
            utter setup microphone. Ctrl-C ends it at any point. Exit status 1 if dictation \
            won’t work, with what is missing.
            """)

    @Flag(
        help: """
            Ask nothing: fix, write the configuration, enable the service, and leave out what \
            needs you. Downloads nothing.
            """)
    var yes = false

    @Flag(
        help: """
            Say everything aloud, in English, and take the answers by voice, or by one switch that \
            sends any key to the terminal.
            """)
    var spoken = false

    @OptionGroup var configurationFile: ConfigurationFile

    @Argument(help: "The steps to do, instead of all.")
    var steps: [SetupStep] = []

    func validate() throws {
        if yes, spoken {
            throw ValidationError("--yes asks nothing, so nothing is left for --spoken")
        }
    }

    func run() throws {
        let (file, steps) = (configurationFile, steps)
        // Errors in the file are reported first: with them no check is possible.
        _ = try file.load()
        let voice = { @EventLoopActor in
            try SpokenConversation { Registry.audio(try file.load()) }
        }
        try Conversation.run(assumesYes: yes, voice: spoken ? voice : nil) { talk in
            let setup = Setup(talk, file)
            if steps.isEmpty {
                try await setup.runAll()
            } else {
                try await setup.run(steps)
            }
        }
    }
}
