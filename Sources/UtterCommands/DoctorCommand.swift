import ArgumentParser
import Dictation
import LinuxRuntime
import Settings
import UtterDaemon

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything that dictation needs, and say how to mend it.",
        discussion: "Exit status 1 if dictation cannot work.")

    @Flag(help: "Print one JSON object a line; nothing personal is in it.")
    var json = false

    @Flag(help: "Mend what can be mended.")
    var fix = false

    @OptionGroup var configurationFile: ConfigurationFile

    func run() throws {
        if fix {
            throw Problem(
                "cannot mend anything by itself", why: "“doctor --fix” is not built yet",
                remedy: "Run utter doctor: each line says what to do.")
        }
        var findings: [Finding] = []
        do {
            let settings = try configurationFile.load()
            findings = try EventLoop.shared.run { await Diagnosis(settings).run() }
        } catch let error as SettingsError {
            findings = [
                Finding("configuration", .failure, error.description, remedy: "Mend the file.")
            ]
        }
        for finding in findings { try printData(json ? JSON.line(finding) : finding.words) }
        if findings.contains(where: { $0.grade == .failure }) { throw ExitCode.failure }
    }
}

extension Finding {
    /// A line, and below it what to do.
    var words: String {
        let mark = switch grade {
        case .good: "✓"
        case .warning: "!"
        case .failure: "✗"
        }
        let line = "\(mark) \(subject): \(message)"
        return remedy.isEmpty ? line : line + "\n    \(remedy)"
    }
}
