import Assembly
import ControlProtocol
import DesktopBus
import DesktopParts
import Dictation
import DictationParts
import EngineRegistry
public import LinuxRuntime
public import Problems
import Session
public import Settings
import SinkChains
import SpeechEngines

/// Checks each part that dictation needs.
@EventLoopActor
public struct Diagnosis {
    private let settings: Settings

    public init(_ settings: Settings) {
        self.settings = settings
    }

    public func run() async -> [Finding] {
        let daemon = await StatusReport.ofRunningDaemon()
        return [
            .version(.own, daemon: daemon?.version), configuration(daemon),
            await microphone(daemon),
        ] + recognizers + [language] + words + profiles + cleaners + hook
            + (await sinks) + [await focus] + returning + (await accessibility) + [
                await hotkey(daemon), await .announcements(settings), await service(daemon),
            ] + .wake(settings, daemon)
    }

    private func configuration(_ daemon: StatusReport?) -> Finding {
        if let problem = daemon?.settingsProblem {
            return Finding("configuration", .warning, problem)
        }
        guard let file = settings.file else {
            return Finding(
                "configuration", .unchecked, "there is no file: the defaults apply",
                remedy: "utter setup writes one that explains each key.")
        }
        return Finding("configuration", .good, file)
    }

    /// As much sound shows whether the microphone's channels cancel each other.
    private static let soundToHear = Duration.milliseconds(200)

    /// Opens the microphone as a dictation would, for a moment.
    private func microphone(_ daemon: StatusReport?) async -> Finding {
        if let open = daemon?.microphone, open.staysOpen == true,
            open.name == settings.audio.device
        {
            // Some devices can be opened only once.
            return Finding("microphone", .good, "“\(open.name)” \(open.restInWords)")
        }
        if let wake = daemon?.wake, wake.listening {
            return Finding(
                "microphone", .good, "“\(settings.audio.device)” is open for “\(wake.phrase)”")
        }
        let source = Registry.audio(settings)
        defer { source.stop() }
        return await withCheckedContinuation { (answer: CheckedContinuation<Finding, Never>) in
            var pending: CheckedContinuation<Finding, Never>? = answer
            var heard = 0
            source.start { event in
                let finding: Finding
                switch event {
                case .samples(let samples):
                    heard += samples.count
                    guard AudioFormat.duration(samples: heard) >= Self.soundToHear else {
                        return
                    }
                    finding = .recording(
                        source.name, hasOppositeChannels: source.hasOppositeChannels)
                case .failed(let problem):
                    finding = Finding("microphone", .failure, problem)
                default: return
                }
                pending?.resume(returning: finding)
                pending = nil
            }
        }
    }

    /// The engine and its fallback. The failure of an engine with a fallback is only a warning.
    private var recognizers: [Finding] {
        do {
            let models = SpeechModels()
            let choices = try settings.engines(among: models)
            let engines = try Registry.recognizers(settings, among: models)
            defer { for engine in engines { engine.close() } }
            let problems = engines.map { $0.availability().problem }
            let isAnyUsable = problems.contains(nil)
            return engines.indices.map { number in
                let engine = engines[number]
                if let problem = problems[number] {
                    return Finding("engine", isAnyUsable ? .warning : .failure, problem)
                }
                let locales = engine.supportedLocales.joined(separator: ", ")
                let words = locales.isEmpty ? "can run" : "understands \(locales)"
                let choice = choices[number]
                let facts = [
                    choice.reason.map { "chosen: \($0)" },
                    choice.engine.speed(with: choice.settings, among: models),
                ].compactMap(\.self)
                return Finding(
                    "engine", .good,
                    "\(engine.name) \(words)"
                        + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))"))
            }
        } catch {
            return [Finding("engine", .failure, of: error)]
        }
    }

    /// The language of dictations, and what says so. A warning if no engine has the one of the
    /// locale.
    private var language: Finding {
        let models = SpeechModels()
        let name =
            settings.recognizer.language == Settings.layoutLanguage
            ? "the keyboard layout’s, or " : ""
        let first = settings.likelyLanguages(among: models)[0]
        let rules =
            settings.lacksRules
            ? "; there are no rules for its text, so the engine's words are typed as they are" : ""
        let words = "\(name)\(first.tag), by \(first.source.rawValue)\(rules)"
        guard first.source == .locale,
            let chosen = settings.chosenEngine?.settings.recognizer.language,
            LanguageTag(chosen) != first.tag
        else { return Finding("language", .good, words) }
        return Finding(
            "language", .warning,
            "\(words); but there is no model of it, so \(chosen) is recognised",
            remedy: "utter models available --language \(first.tag.language) lists models of it;"
                + " utter config set recognizer.language \(chosen) says that you dictate in it.")
    }

    /// A warning if the engine's words are of little worth.
    private var words: [Finding] {
        settings.weakness(among: SpeechModels()).map { [Finding("words", .warning, $0)] } ?? []
    }

    /// The clean-up, if there is one. It isn't tried: that would need a text.
    private var cleaners: [Finding] {
        do {
            guard let cleaner = try Registry.cleaner(settings) else { return [] }
            defer { cleaner.close() }
            if let problem = cleaner.availability().problem {
                return [Finding("clean-up", .warning, problem)]
            }
            return [Finding("clean-up", .good, "“\(cleaner.name)” can be asked")]
        } catch {
            return [Finding("clean-up", .failure, of: error)]
        }
    }

    /// The program that gets each text, if there is one. It isn't tried, either.
    private var hook: [Finding] {
        guard let hook = settings.hook else { return [] }
        if let problem = hook.availability.problem { return [Finding("hook", .warning, problem)] }
        return [Finding("hook", .good, "“\(settings.output.hook[0])” can be run")]
    }

    /// Profiles whose recogniser can't run.
    private var profiles: [Finding] {
        settings.profiles.compactMap { profile in
            let subject = "profile \(profile.name)"
            let settings = settings.with(profile)
            guard !settings.agrees(with: self.settings, on: "recognizer") else { return nil }
            do {
                let recognizer = try Registry.recognizer(settings)
                defer { recognizer.close() }
                return recognizer.availability().problem.map { Finding(subject, .warning, $0) }
            } catch {
                return Finding(subject, .warning, of: error)
            }
        }
    }

    /// Connects each sink as a dictation would. One is enough: the failure of others is only a
    /// warning.
    private var sinks: [Finding] {
        get async {
            do {
                let chain = try Registry.sinks(settings)
                defer { chain.close() }
                var trials: [SinkTrial] = []
                for sink in chain.sinks {
                    sink.beginDictation()
                    defer { sink.endDictation() }
                    let ability = await ability(of: sink)
                    // It works, but not in the window that has the focus: a terminal, mostly.
                    let isBlind =
                        sink.capabilities.contains(.marksText)
                        && !sink.capabilities.contains(.anyText)
                        && sink.availability() == .available
                    trials.append(
                        SinkTrial(
                            name: sink.name, capabilities: sink.capabilities, ability: ability,
                            isBlind: isBlind))
                }
                return SinkTrial.findings(trials, areChosen: !settings.output.sinks.isEmpty)
            } catch {
                return [Finding("sinks", .failure, of: error)]
            }
        }
    }

    /// The abilities of a sink, in words.
    private func ability(of sink: any TextSink) async -> Result<String, Problem> {
        do throws(Problem) {
            try await sink.prepare()
            let words = try await sink.ability()
            let isPartial =
                sink.name == "clipboard" && Registry.desktop.isWayland && !Registry.pastesByWayland
            return .success(isPartial ? "\(words), into windows of Xwayland only" : words)
        } catch {
            return .failure(error)
        }
    }

    /// The source of the focused window, and the window's profile. Titles are private.
    private var focus: Finding {
        get async {
            let subject = "focused window"
            let hasPatterns = settings.profiles.contains { $0.hasPatterns }
            guard let windows = Registry.desktop.focus else {
                return .unknownFocus(
                    in: .current, isWayland: Registry.desktop.isWayland, isMissed: hasPatterns)
            }
            defer { windows.close() }
            do throws(Problem) {
                guard let window = try await windows.focusedWindow() else {
                    return Finding(
                        subject, .good, "\(windows.name) reports it; no window is focused now")
                }
                let file = window.program.map { ", program \($0)" } ?? ""
                let classes = window.classes.joined(separator: "”, “")
                let profile = settings.profile(for: window).map { "the profile “\($0.name)”" }
                return Finding(
                    subject, .good,
                    "\(windows.name) reports it; now it is class “\(classes)”\(file), which gets "
                        + (profile ?? "no profile"))
            } catch {
                // What the user may switch on is missed only where profiles need it.
                let isMissed = hasPatterns || error.fix == nil
                return Finding(subject, isMissed ? .warning : .unchecked, error)
            }
        }
    }

    /// That the focus can't be brought back, if the user wants that.
    private var returning: [Finding] {
        guard settings.output.focus == .return else { return [] }
        let windows = Registry.desktop.focus
        defer { windows?.close() }
        if windows?.movesFocus == true { return [] }
        return [
            Finding(
                "focus return", .warning,
                windows == nil
                    ? "[output] focus is \"return\", but nothing says here which window had it: "
                        + "text follows the focus"
                    : "[output] focus is \"return\", but this desktop lets no program give a "
                        + "window the focus",
                remedy: windows == nil
                    ? "" : "“utter config set output.focus hold” keeps the text for utter retype.")
        ]
    }

    /// Where it matters, whether accessibility is on.
    private var accessibility: [Finding] {
        get async {
            guard Registry.needsAccessibility else { return [] }
            let bus = SessionBus(environment: BusEnvironment.current)
            return [.accessibility(isOn: await ScreenReader.isAccessibilityOn(on: bus))]
        }
    }

    /// The listener for the hotkey.
    public var hotkey: Finding {
        get async { await hotkey(await StatusReport.ofRunningDaemon()) }
    }

    private func hotkey(_ daemon: StatusReport?) async -> Finding {
        do {
            return try await .hotkey(settings, daemon)
        } catch {
            return Finding("hotkey", .warning, of: error)
        }
    }

    /// Whether the daemon runs, and will run in the next session.
    public var service: Finding {
        get async { await service(await StatusReport.ofRunningDaemon()) }
    }

    private func service(_ daemon: StatusReport?) async -> Finding {
        .service(
            await ServiceUnit.find(), isRunning: daemon != nil,
            start: Registry.desktop.sessionStart)
    }

    /// Has systemd start the daemon, with the variables of a session that doesn't give them to it.
    /// Returns when the daemon is ready.
    ///
    /// - Returns: false if systemd has no unit of it.
    /// - Throws: a problem if it can't be started.
    @EventLoopActor public static func startService() async throws(Problem) -> Bool {
        guard await ServiceUnit.find()?.isInstalled == true else { return false }
        let commands =
            Registry.desktop.sessionStart?.unitCommands
            ?? [["systemctl", "--user", "start", ServiceUnit.name]]
        for command in commands {
            let run = try? await ChildProcess.output(
                of: command, isQuiet: true, within: ServiceUnit.startLimit)
            guard run?.status == .exited(0) else {
                throw Problem(
                    "cannot start the utter daemon",
                    why: "“\(command.joined(separator: " "))” failed",
                    remedy: "“utter log” shows why.")
            }
        }
        return true
    }

    /// Whether systemd has the daemon's unit.
    public var hasService: Bool {
        get async { await ServiceUnit.find()?.isInstalled == true }
    }
}
