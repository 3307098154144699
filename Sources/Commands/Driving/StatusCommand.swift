import ArgumentParser
import ControlProtocol
import JSONLines
import LinuxRuntime
import Problems

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Print what the daemon is doing.")

    @Flag(help: "Print one line of JSON.")
    var json = false

    @Flag(help: "Continue to print, a line on each change.")
    var follow = false

    @Flag(help: "With --follow --json: the loudness, too, while the microphone is open.")
    var levels = false

    func validate() throws {
        if levels, !follow || !json {
            throw ValidationError("--levels needs --follow and --json.")
        }
    }

    func run() throws {
        guard follow else {
            guard case .status(let report) = try RunningDaemon.ask(.status) else { return }
            return try show(report)
        }
        try EventLoop.shared.run { [self] in
            let client = try await ControlClient.connect(path: ControlSocketPath.standard())
            for try await event in try await client.subscribe(levels: levels) {
                switch event {
                case .status(let report): try show(report)
                case .level(let level): try printData(JSONLine.text(["level": level]))
                }
            }
        }
    }

    private func show(_ report: StatusReport) throws {
        try printData(json ? JSONLine.text(report) : Self.words(report))
    }

    /// The status in one line for the user.
    static func words(_ report: StatusReport) -> String {
        var words = report.state.rawValue
        if report.paused == true {
            words += " (paused)"
        } else if report.state == .recording, !report.hearing {
            words += " (the microphone is opening)"
        }
        if let wake = report.wake, wake.listening {
            words += "; the microphone is open and listens for “\(wake.phrase)”"
        }
        if report.queued { words += ", the next dictation is queued" }
        if let partial = report.partial, !partial.isEmpty { words += ": \(partial) …" }
        if report.state != .idle, let profile = report.profile { words += "; profile \(profile)" }
        switch report.recognizer.state {
        case .loading: words += "; the engine is loading its model"
        case .failed: words += "; the engine failed"
        case .ready: break
        }
        if report.recognizer.translates == true { words += "; it is translated into English" }
        if report.microphone.staysOpen == true {
            words += "; the microphone \(report.microphone.restInWords)"
        }
        if let problem = report.settingsProblem { words += "; \(problem.what)" }
        // Why, the doctor says.
        if report.recognizer.reason != nil {
            words += "; \(report.recognizer.title ?? report.recognizer.name) recognises"
        }
        if let notice = report.notice {
            words += "; \(notice.message)"
            // A list, which the message only announces.
            let lines = notice.remedy.split(separator: "\n")
            if lines.count > 1 { words += ": \(lines.joined(separator: ", "))" }
        }
        if let text = report.notice?.proposal { words += ": \(text)" }
        return words
    }
}
