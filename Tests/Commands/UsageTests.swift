import ArgumentParser
import Testing

@testable import UtterCommands

/// What the command line refuses before it does anything: exit status 64, and a sentence that says
/// what is wrong.
struct UsageTests {
    private func complaint(_ arguments: String) -> (words: String, status: Int32) {
        do {
            _ = try UtterCommand.command(in: arguments.split(separator: " ").map(String.init))
            return ("", 0)
        } catch {
            return (UtterCommand.message(for: error), UtterCommand.exitCode(for: error).rawValue)
        }
    }

    @Test(arguments: [
        ("last 0", "The number must be at least 1."),
        ("doctor --yes", "--yes needs --fix."),
        ("devices --count 1", "--count takes a number from 1 on, and needs --keys."),
        ("devices --keys --count 0", "--count takes a number from 1 on, and needs --keys."),
        ("authorize --deny --status", "--deny and --status exclude each other."),
        ("authorize nothing", "“nothing” sends nothing to other machines"),
        ("models available --language xyzw", "“xyzw” isn't a language; German is de."),
        ("models install", "Missing expected argument '<model>'"),
        ("last many", "The value 'many' is invalid"),
        ("status --jsn", "Unknown option '--jsn'"),
        ("stauts", "There is no command “utter stauts”; did you mean “utter status”?"),
        (
            "models instal",
            "There is no command “utter models instal”; did you mean “utter models install”?"
        ),
        ("help stauts", "did you mean “utter status”?"),
        ("help status json", "There is no command “utter status json”."),
        ("frobnicate", "There is no command “utter frobnicate”."),
        ("type --sink xtst hello", "invalid for '--sink <sink>'"),
        ("type --sink xtst hello", "xtest"),
        ("transcribe --engine vsk a.wav", "invalid for '--engine <engine>'"),
        ("transcribe", "Missing expected argument"),
        ("transcribe --format srt a.wav b.wav", "Subtitles are for one recording."),
        ("transcribe --format vtt --json a.wav", "--json and --format vtt exclude each other."),
        ("transcribe --format doc a.wav", "The value 'doc' is invalid"),
    ])
    func isRefused(_ arguments: String, _ why: String) {
        let (words, status) = complaint(arguments)
        #expect(words.contains(why), "\(words)")
        #expect(status == 64)
    }

    @Test(arguments: [
        "", "help", "help status", "help models install", "log", "log --follow", "demo",
        "type --sink xtest hello", "transcribe --engine auto a.wav",
        "toggle --profile mail", "start --language de", "stop", "cancel", "status --follow --json",
        "transcribe a.wav b.wav", "transcribe --format srt a.mp3", "transcribe --json a.ogg -",
        "history", "history clear", "last 3 --raw", "copy", "retype",
        "doctor --fix --yes", "doctor --json", "devices --keys --count 2", "config check",
        "models", "models available --language de --json", "models available parakeet",
        "models install --yes whisper-base", "models remove whisper-base", "setup", "--help",
        "--version",
    ])
    func isTaken(_ arguments: String) {
        let (words, status) = complaint(arguments)
        #expect(status == 0, "\(words)")
    }

    /// Each command says what it is for.
    @Test func allAreDescribed() {
        func expectAbstract(_ command: any ParsableCommand.Type) {
            #expect(!command.configuration.abstract.isEmpty, "\(command)")
            for part in command.configuration.subcommands { expectAbstract(part) }
        }
        expectAbstract(UtterCommand.self)
    }
}
