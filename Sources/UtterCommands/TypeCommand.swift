import ArgumentParser
import Dictation
import LinuxRuntime
import Settings
import SystemPackage
import UtterDaemon

struct TypeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "type", abstract: "Type text into the focused window.",
        discussion: "Needs no daemon. Control characters are left out.")

    @Option(help: "The sink to use, instead of those configured.")
    var sink: String?

    @Flag(help: "Print the key strokes instead of typing.")
    var explain = false

    @OptionGroup var configurationFile: ConfigurationFile

    @Argument(help: "The text; “-” reads standard input.")
    var text: [String]

    func run() throws {
        if explain {
            throw Problem("cannot explain the strokes", why: "“type --explain” is not built yet")
        }
        var settings = try configurationFile.load()
        if let sink { settings.output.sinks = [sink] }
        let words = text == ["-"] ? try StandardInput.readText() : text.joined(separator: " ")
        let typable = TypableText(cleaning: words, lineBreaks: .keep)
        let outcome = try EventLoop.shared.run { [settings] in
            let chain = try Backends.sinks(settings)
            defer { chain.close() }
            return await chain.insert(typable)
        }
        if case .failed(let problem) = outcome.end {
            let typed = typable.string.count - outcome.rest.count
            throw Problem(
                problem.what,
                why: typed == 0 ? problem.why : "\(problem.why) (after \(typed) characters)",
                remedy: problem.remedy)
        }
        if let omission = outcome.omission { throw omission }
    }
}
