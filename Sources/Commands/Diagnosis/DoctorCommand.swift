import ArgumentParser
import Doctor
import EngineRegistry
import JSONLines
import LinuxRuntime
import Problems
import Settings

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything that dictation needs, and say how to fix it.",
        discussion: """
            Exit status 1 if dictation cannot work. --json prints an object: utter (the version), \
            system (distribution, kernel, session, desktop), and findings, each with subject, \
            grade (good, unchecked, warning, failure), message, remedy, and, where commands can \
            fix it, fix: commands (arguments and needsRoot) and afterwards, what is left to do by hand.
            """)

    @Flag(
        help: """
            Print one line of JSON, for bug reports: without names of user, machine, server, \
            profiles and devices, and with ~ for your home.
            """)
    var json = false

    @Flag(help: "Fix what commands can fix; shows them, and asks before it runs them.")
    var fix = false

    @Flag(help: "With --fix: ask nothing.")
    var yes = false

    @Flag(
        help: """
            Also type a line through each sink into a window that is opened for it, and read it \
            back; into this terminal where no window can be opened.
            """)
    var type = false

    @Flag(help: "The same into this terminal, which must have the focus.")
    var typeHere = false

    @OptionGroup var configurationFile: ConfigurationFile

    func validate() throws {
        if yes, !fix { throw ValidationError("--yes needs --fix.") }
        if type || typeHere, fix { throw ValidationError("--type and --fix are two steps.") }
    }

    func run() throws {
        let file = configurationFile
        if fix {
            let json = json
            try Conversation.run(assumesYes: yes) { talk in
                try await Self.fix(file, talk, json: json)
            }
        } else {
            let (json, type, typeHere) = (json, type, typeHere)
            let findings = try EventLoop.shared.run {
                let place = type || typeHere ? try await Self.place(isHere: typeHere) : nil
                let findings = await Self.findings(file, discreetly: json)
                guard let place, let settings = try? file.load() else { return findings }
                return findings + (try await SinkReadback.findings(settings, into: place))
            }
            try Self.report(findings, file, json: json)
            try Self.conclude(findings)
        }
    }

    /// Where lines are typed.
    @EventLoopActor
    private static func place(isHere: Bool) async throws -> any TypingPlace {
        if !isHere, let window = try await TypingWindow.open(complain) { return window }
        guard Conversation.hasTerminal else {
            throw Problem(
                "cannot type and read back",
                why: "no window can be opened, and standard input is not a terminal",
                remedy: "Run it in your desktop’s session, or in a terminal.")
        }
        return TerminalInput()
    }

    /// The findings for the current settings.
    ///
    /// - Parameter discreetly: whether nothing from a faulty file is quoted.
    @EventLoopActor
    static func findings(
        _ file: ConfigurationFile, discreetly: Bool = false
    ) async -> [Finding] {
        let message: String
        do {
            return await Diagnosis(try file.load()).run()
        } catch let error as SettingsError where discreetly {
            message = error.discreetDescription(Engines.schema)
        } catch {
            message = "\(error)"
        }
        return [Finding("configuration", .failure, message, remedy: "Fix the file.")]
    }

    @EventLoopActor
    private static func fix(
        _ file: ConfigurationFile, _ talk: Conversation, json: Bool
    ) async throws {
        var findings = await findings(file, discreetly: json)
        if !json { try report(findings, file, json: false) }
        if findings.contains(where: { $0.grade != .good && $0.fix != nil }) {
            findings = try await FixRunner(talk: talk) {
                await Self.findings(file, discreetly: json)
            }.fix(findings)
        } else {
            talk.say("There is nothing that a command could fix.")
        }
        if json { try report(findings, file, json: true) }
        try conclude(findings)
    }

    private static func report(
        _ findings: [Finding], _ file: ConfigurationFile, json: Bool
    ) throws {
        if json {
            try printData(JSONLine.text(DoctorReport(findings, settings: try? file.load())))
        } else {
            for finding in findings { try printData(finding.words) }
        }
    }

    private static func conclude(_ findings: [Finding]) throws {
        if findings.contains(where: { $0.grade == .failure }) { throw ExitCode.failure }
    }
}
