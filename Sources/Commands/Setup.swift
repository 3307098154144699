import ArgumentParser
import ControlProtocol
import Doctor
import EngineRegistry
import LinuxRuntime
import Problems
import Settings

/// The guided first run.
@EventLoopActor
final class Setup {
    let talk: Conversation
    let file: ConfigurationFile

    init(_ talk: Conversation, _ file: ConfigurationFile) {
        (self.talk, self.file) = (talk, file)
    }

    /// Runs all steps; throws exit status 1 if dictation won't work afterwards.
    func runAll() async throws {
        talk.say(
            """
            To dictate, utter needs to hear your microphone while you dictate, to be told of its \
            hotkey,
            and to type into other windows. Here is what there is, step by step. What needs root is
            shown before it is run. Ctrl-C ends this at any point.
            """)
        try writeTemplate()
        for (number, step) in SetupStep.allCases.enumerated() {
            talk.say("\n\(number + 1)/\(SetupStep.allCases.count) \(step.title)")
            while true {
                _ = try await perform(step)
                if talk.assumesYes { break }
                let answer = try await talk.answer(
                    to: "Enter goes on, r and Enter does this again:")
                if answer.lowercased() != "r" { break }
            }
        }
        try await conclude()
    }

    /// Runs some steps; throws exit status 1 if one of them finds that something is missing.
    func run(_ steps: [SetupStep]) async throws {
        var isGood = true
        for step in steps {
            talk.say(step.title)
            if try await !perform(step) { isGood = false }
        }
        if !isGood { throw ExitCode.failure }
    }

    /// Runs a step; returns whether nothing is missing.
    private func perform(_ step: SetupStep) async throws -> Bool {
        switch step {
        case .permissions: try await fix()
        case .microphone: try await tryMicrophone()
        case .hotkey: try await tryHotkey()
        case .model: try await offerModel()
        case .typing: try await trySentence()
        case .service: try await enable()
        }
    }

    /// If there is no file, writes one that explains every key.
    private func writeTemplate() throws {
        guard file.path == nil, let path = Settings.defaultPath(),
            try file.load().file == nil
        else { return }
        do {
            try NewFile.write(Engines.schema.template, to: path)
            talk.say("Your settings are in \(path), where each is explained.")
        } catch let problem as Problem {
            // The defaults work without a file.
            complain(problem)
        }
    }

    // MARK: Permissions

    private func fix() async throws -> Bool {
        let (file, talk) = (file, talk)
        // The service is a step of its own.
        let examine = { @EventLoopActor in
            await DoctorCommand.findings(file).filter { $0.subject != "service" }
        }
        var findings = await examine()
        for finding in findings { talk.say(finding.words) }
        findings = try await FixRunner(talk: talk, examine: examine).fix(findings)
        let failures = findings.filter { $0.grade == .failure }
        if !failures.isEmpty {
            let subjects = failures.map(\.subject).joined(separator: ", ")
            talk.say("\nWhat no command of this program can fix: \(subjects) (see above).")
        }
        return failures.isEmpty
    }

    // MARK: Service

    private func enable() async throws -> Bool {
        let diagnosis = Diagnosis(try file.load())
        var finding = await diagnosis.service
        if let fix = finding.fix {
            talk.say("Dictation runs in the background as a service of your own session.")
            if try await FixRun(talk: talk).run(fix) { finding = await diagnosis.service }
        }
        talk.say(finding.words)
        return finding.grade == .good
    }

    // MARK: The end

    private func conclude() async throws {
        let settings = try file.load()
        let findings = await DoctorCommand.findings(file)
        let daemon = try? await ControlClient.connect(path: ControlSocketPath.standard())
        talk.say()
        // Dictation by command works without the hotkey, but not without the daemon, which the user
        // must start if no command could make it a service.
        let service = findings.first { $0.subject == "service" }
        if daemon == nil, let service, service.fix == nil,
            !findings.contains(where: { $0.grade == .failure })
        {
            talk.say(service.words)
            return talk.say("Dictation works while the daemon runs: utter daemon")
        }
        let missing = findings.filter {
            $0.grade == .failure || $0.subject == "service" && daemon == nil
        }
        guard missing.isEmpty else {
            talk.say("Dictation won’t work yet. What is missing:")
            for finding in missing { talk.say(finding.words) }
            talk.say("“utter setup” can be run again at any time.")
            throw ExitCode.failure
        }
        if let hotkey = findings.first(where: { $0.subject == "hotkey" && $0.grade == .warning }) {
            talk.say(hotkey.words)
            talk.say("Dictation works, by the command “utter toggle”.")
        } else if settings.hotkey.enabled {
            talk.say(
                "Dictation works: press \(settings.hotkeyName), speak, and press it again.")
        } else {
            talk.say("Dictation works: utter toggle")
        }
    }
}

extension SetupStep {
    fileprivate var title: String {
        switch self {
        case .permissions: "What dictation needs"
        case .microphone: "The microphone"
        case .hotkey: "The hotkey"
        case .model: "The speech model"
        case .typing: "A sentence"
        case .service: "The service"
        }
    }
}

extension Settings {
    /// The name of the dictation chord by its keys.
    var hotkeyName: String { (try? HotkeyTrial.chord(hotkey.dictate)) ?? hotkey.dictate }
}
