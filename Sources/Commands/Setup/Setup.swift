import ArgumentParser
import ControlProtocol
import DesktopParts
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
    /// Whether all steps are run, so that the end says how to dictate.
    private(set) var isWhole = false

    init(_ talk: Conversation, _ file: ConfigurationFile) {
        (self.talk, self.file) = (talk, file)
    }

    /// Runs all steps; throws exit status 1 if dictation won't work afterwards.
    func runAll() async throws {
        isWhole = true
        talk.say(
            talk.isSpoken
                ? """
                This sets utter up, step by step. Say your answers, or give them with one \
                switch: press it, and again when you hear the answer that you mean.
                """
                : """
                To dictate, utter needs to hear your microphone while you dictate, to see its \
                hotkey, and to type into other windows. This goes through all of it step by step. \
                Every command is shown before it is run, and it asks for root only where nothing \
                works without it. Ctrl-C ends this at any point.
                """)
        try writeTemplate()
        let steps = talk.isSpoken ? SetupStep.byVoice : SetupStep.byKeys
        for (number, step) in steps.enumerated() {
            talk.say(
                "\n\(number + 1)/\(steps.count) \(step.title)",
                aloud: "Step \(number + 1) of \(steps.count). \(step.title).")
            guard try await isWanted(step) else { continue }
            while true {
                let requests = talk.requests
                let isGood = try await perform(step)
                if talk.assumesYes || talk.isSpoken && isGood { break }
                // Whoever was asked nothing has nothing to repeat.
                if isGood, talk.requests == requests { break }
                // It has asked that itself.
                if step == .hotkey, !talk.isSpoken, try file.load().hotkey.enabled { break }
                let answer = try await talk.choice(
                    number + 1 < steps.count ? "Next step?" : "Done?", ("Enter", "yes"),
                    ("r", "repeat this one"))
                if answer != "r" { break }
            }
        }
        try await conclude()
    }

    /// Whether a step is not skipped. By voice that is asked, but not before it is known that the
    /// voice is heard.
    private func isWanted(_ step: SetupStep) async throws -> Bool {
        guard talk.isSpoken, step != .microphone else { return true }
        return try await talk.isAgreed("Do this step?")
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
        case .phrase: try await offerPhrase()
        case .model: try await offerModel()
        case .announcements: try await offerAnnouncements()
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
            talk.say(problem)
        }
    }

    // MARK: Permissions

    private func fix() async throws -> Bool {
        let (file, talk) = (file, talk)
        // The service is a separate step, as is the model that makes the words right.
        let examine = { @EventLoopActor in
            Self.sparing(
                await DoctorCommand.findings(file)
                    .filter { !["service", "words"].contains($0.subject) })
        }
        var findings = await examine()
        if talk.isSpoken {
            let count = findings.count { $0.grade == .good }
            talk.say("\(count) of \(findings.count) things are as they should be.")
        }
        if !talk.isSpoken {
            let subjects = Self.subjects(of: findings.filter { $0.grade == .good })
            talk.say("✓ Good: \(subjects.joined(separator: ", ")). Details: utter doctor")
        }
        // Those with a fix are said before it, and the hotkey has a step.
        for finding in findings
        where finding.fix == nil && [.warning, .failure].contains(finding.grade)
            && !(isWhole && finding.subject == "hotkey")
        {
            talk.say(finding.words)
        }
        findings = try await FixRunner(talk: talk, examine: examine).fix(findings)
        let failures = findings.filter { $0.grade == .failure }
        if !failures.isEmpty {
            let subjects = failures.map(\.subject).joined(separator: ", ")
            talk.say("\nStill to be fixed, as said above: \(subjects).")
        }
        return failures.isEmpty
    }

    /// The subjects of findings that concern a newcomer, each once: a sink is a way of typing.
    private static func subjects(of findings: [Finding]) -> [String] {
        findings.filter { !["version", "configuration"].contains($0.subject) }
            .map { $0.subject.hasPrefix("sink ") ? "typing" : $0.subject }
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The findings without fixes that need root for a sink that nobody misses, since another one
    /// types.
    private static func sparing(_ findings: [Finding]) -> [Finding] {
        func isSink(_ finding: Finding) -> Bool { finding.subject.hasPrefix("sink ") }
        guard findings.contains(where: { isSink($0) && $0.grade == .good }) else { return findings }
        return findings.map { finding in
            guard isSink(finding), finding.grade == .warning,
                finding.fix?.commands.contains(where: \.needsRoot) == true
            else { return finding }
            return Finding(
                finding.subject, .unchecked, finding.message,
                remedy: "Not needed here, as another sink types. “utter doctor --fix” would fix it."
            )
        }
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
            return invite(settings, findings, "Dictation works while “utter daemon” runs")
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
        invite(settings, findings, "Dictation works")
    }

    /// Says how to dictate: without a hotkey by command, and how a key gives that.
    private func invite(_ settings: Settings, _ findings: [Finding], _ words: String) {
        let isHotkeyMissing = findings.contains { $0.subject == "hotkey" && $0.grade == .warning }
        guard isHotkeyMissing || !settings.hotkey.enabled else {
            return talk.say("\(words): \(settings.invitation).")
        }
        talk.say("\(words): utter toggle")
        adviseKey()
    }

    /// Says how a key of the desktop dictates: not aloud, since it has to be written.
    func adviseKey() {
        if !talk.isSpoken { talk.say(SessionEnvironment.current.keyAdvice) }
    }
}

extension SetupStep {
    /// All, in the order for answers by voice: what hears them first.
    fileprivate static let byVoice = [.microphone] + allCases.filter { $0 != .microphone }
    /// For users who answer by keys: dictation starts with one, so no phrase is needed.
    fileprivate static let byKeys = allCases.filter { $0 != .phrase }

    fileprivate var title: String {
        switch self {
        case .permissions: "What dictation needs"
        case .microphone: "The microphone"
        case .hotkey: "The hotkey"
        case .phrase: "Starting by voice"
        case .model: "The speech model"
        case .announcements: "Spoken announcements"
        case .typing: "A sentence"
        case .service: "The service"
        }
    }
}
