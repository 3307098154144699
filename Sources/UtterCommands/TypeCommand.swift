import ArgumentParser
import Dictation
import Glibc
import LinuxRuntime
import Settings
import UtterDaemon

struct TypeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "type", abstract: "Type text into the focused window.",
        discussion: """
            Needs no daemon. Control characters are left out. Ctrl-C stops typing and releases \
            every key. Exit status 1 if not all of the text was typed.
            """)

    @Option(help: "The sink to use, instead of those configured.")
    var sink: String?

    @Flag(help: "Print how each sink would type it, key by key, and type nothing.")
    var explain = false

    @OptionGroup var configurationFile: ConfigurationFile

    @Argument(help: "The text; “-” reads standard input.")
    var text: [String]

    func run() throws {
        var settings = try configurationFile.load()
        if let sink { settings.output.sinks = [sink] }
        let words = text == ["-"] ? try StandardInput.readText() : text.joined(separator: " ")
        let typable = TypableText(cleaning: words, lineBreaks: .keep)
        if explain {
            let explanation = try EventLoop.shared.run { [settings] in
                let chain = try Backends.sinks(settings)
                defer { chain.close() }
                return await chain.explain(typable)
            }
            for line in ExplanationText(explanation).lines { try printData(line) }
        } else {
            try report(try type(typable, settings), on: typable)
        }
    }

    /// Ctrl-C ends it as a cancellation, for a killed typist would leave keys down until the next
    /// one comes.
    private func type(_ text: TypableText, _ settings: Settings) throws -> InsertionOutcome {
        let interruptions = [SIGINT, SIGTERM]
        Signals.block(interruptions)
        return try EventLoop.shared.run {
            let chain = try Backends.sinks(settings)
            defer { chain.close() }
            let typing = EventLoop.task { await chain.insert(text) }
            let signals = try interruptions.map { number in
                try EventLoop.shared.signal(number) { typing.cancel() }
            }
            defer { withExtendedLifetime(signals) {} }
            return await typing.value
        }
    }

    private func report(_ outcome: InsertionOutcome, on text: TypableText) throws {
        let typed = text.string.count - outcome.rest.count
        switch outcome.end {
        case .complete:
            if let omission = outcome.omission { throw omission }
            if let remark = outcome.remark { Log.notice("\(remark)") }
        case .stopped:
            throw Problem("typing was stopped", why: "after \(typed) characters")
        case .failed(let problem):
            throw Problem(
                problem.what,
                why: typed == 0 ? problem.why : "\(problem.why) (after \(typed) characters)",
                remedy: problem.remedy)
        }
    }
}
