import ArgumentParser
import Dictation
import Glibc
import LinuxRuntime
import Problems
import Settings
import SinkChains

struct ListenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Print what the microphone hears, until Ctrl-C or silence.",
        discussion: "Needs no daemon. The text is printed when listening ends.")

    @Flag(help: "Print the engine's own words.")
    var raw = false

    @OptionGroup var configurationFile: ConfigurationFile

    func run() throws {
        var settings = try configurationFile.load()
        settings.text.raw = settings.text.raw || raw
        Signals.block([SIGINT, SIGTERM])
        let notice = try EventLoop.shared.run { [settings] in
            let listening = try Listening(
                settings, into: PrintSink("standard output") { try printData($0) })
            listening.onHearing = { complain("Listening …") }
            let signals = try [SIGINT, SIGTERM].map { number in
                try EventLoop.shared.signal(number) { listening.interrupt() }
            }
            defer { withExtendedLifetime(signals) {} }
            return try await listening.run()
        }
        if let notice, notice.severity != .info {
            throw Problem(notice.message, why: "", remedy: notice.remedy)
        }
    }
}
