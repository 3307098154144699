public import ArgumentParser
import Assembly
public import Dictation
import EngineRegistry
import Glibc
import LinuxRuntime
import Problems
import Session
import Settings
import SinkChains

struct TypeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "type", abstract: "Type text into the focused window.",
        discussion: """
            Needs no daemon; if one is running, the daemon does the typing. Line breaks and tabs \
            become what [output] line_breaks and tabs, and the profile of the focused window, make \
            of them; control characters are left out. Ctrl-C stops typing and releases every key. \
            On KDE with Wayland it asks once, at the terminal, whether it may. Exit status 1 if not \
            all of the text was typed.
            """)

    @Option(help: "The sink to use, instead of those configured.")
    var sink: SinkName?

    @Option(
        help: """
            How line breaks are typed, instead of the configured way: keep types each as the key \
            Return, shift-enter as Shift+Return, space as a space.
            """)
    var lineBreaks: TypableText.LineBreaks?

    @Flag(help: "Print how each sink would type it, key by key, and type nothing.")
    var explain = false

    @OptionGroup var configurationFile: ConfigurationFile

    @Argument(help: "The text; “-” reads standard input.")
    var text: [String]

    func run() throws {
        let settings = try configurationFile.load()
        let words = text == ["-"] ? try StandardInput.readText() : text.joined(separator: " ")
        let typing = Typing(
            words: words, settings: settings, sink: sink?.name, lineBreaks: lineBreaks)
        if explain {
            let explanation = try EventLoop.shared.run {
                let (text, chain) = try await typing.prepared()
                defer { chain.close() }
                return await chain.explain(text)
            }
            for line in ExplanationText(explanation).lines { try printData(line) }
        } else {
            try Self.type(typing)
        }
    }

    /// Types words as if given without any option.
    static func type(_ words: [String]) throws {
        let settings = try Settings.loadDefault(schema: Engines.schema)
        try type(
            Typing(
                words: words.joined(separator: " "), settings: settings, sink: nil, lineBreaks: nil)
        )
    }

    private static func type(_ typing: Typing) throws {
        let sinks = typing.sink.map { [$0] } ?? typing.settings.output.sinks
        if Registry.usesPermission(sinks: sinks) { try TypingConsent.standard().settle() }
        let (outcome, text) = try typing.run()
        if let failure = outcome.failure(typing: typing.words, as: text) { throw failure }
        if let remark = outcome.remark { Log.notice("\(remark)") }
    }

    /// The text to type, and how to type it.
    private struct Typing: Sendable {
        let words: String
        let settings: Settings
        let sink: String?
        let lineBreaks: TypableText.LineBreaks?

        /// The text and the sinks that a dictation would use in the focused window.
        @EventLoopActor func prepared() async throws -> (TypableText, SinkChain) {
            var settings = await settings.resolvedForFocus(toType: words)
            if let sink { settings.output.sinks = [sink] }
            let text = TypableText(
                cleaning: words, lineBreaks: lineBreaks ?? settings.output.lineBreaks.cleaning,
                tabs: settings.output.tabs)
            return (text, try Registry.sinks(settings))
        }

        /// Types the text; Ctrl-C cancels it, so that the progress is known. Returns the outcome
        /// and the text.
        func run() throws -> (InsertionOutcome, TypableText) {
            let interruptions = Signals.ending
            Signals.block(interruptions)
            return try EventLoop.shared.run {
                let typing = EventLoop.throwingTask {
                    let (text, chain) = try await prepared()
                    let outcome = await chain.insert(text)
                    await ClipboardServer.takeOver(from: chain)
                    chain.close()
                    return (outcome, text)
                }
                let signals = try interruptions.map { number in
                    try EventLoop.shared.signal(number) { typing.cancel() }
                }
                defer { withExtendedLifetime(signals) {} }
                return try await typing.value
            }
        }
    }
}

extension TypableText.LineBreaks: ExpressibleByArgument {}
