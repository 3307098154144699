import Assembly
import ControlProtocol
import DesktopParts
import Doctor
import EngineRegistry
import LinuxRuntime
import Problems
import Settings
import SpeechEngines

/// The output of `utter` alone: its status, and what to do next.
enum Overview {
    static func print() throws {
        let settings = try Settings.loadDefault(schema: Engines.schema)
        let lines = try EventLoop.shared.run {
            let report = await StatusReport.ofRunningDaemon()
            let isInstalled = await Diagnosis(settings).hasService
            return Self.lines(settings, report, hasService: isInstalled)
        }
        for line in lines { try printData(line) }
    }

    /// - Parameters:
    ///   - report: nil if no daemon runs.
    ///   - hasService: whether systemd has the daemon's unit.
    static func lines(
        _ settings: Settings, _ report: StatusReport?, hasService: Bool
    ) -> [String] {
        var lines = ["utter \(Version.current): press a key, speak, and your words are typed."]
        func add(_ subject: String, _ words: String) {
            lines.append("  \(subject)" + String(repeating: " ", count: 10 - subject.count) + words)
        }
        add("daemon", report.map { "running, \($0.state.rawValue)" } ?? "not running")
        let models = SpeechModels()
        let engine = settings.usableEngine(among: models)
        if let recognizer = report?.recognizer {
            let problem = recognizer.problem.map { ": \($0)" } ?? ""
            add(
                "engine",
                "\(recognizer.title ?? recognizer.name) (\(recognizer.state.rawValue))\(problem)")
        } else {
            add("engine", engine?.title(among: models) ?? "none that can be used")
        }
        let hotkey = settings.hotkey.enabled ? settings.hotkeyName : nil
        let problem = report?.hotkey.problem
        let state = report == nil ? "works once the daemon runs" : problem?.why
        add(
            "hotkey",
            hotkey.map { name in name + (state.map { ": \($0)" } ?? "") } ?? "switched off")
        lines.append("")
        let hasHotkey = hotkey != nil && problem == nil
        lines.append(next(settings, report, hasHotkey: hasHotkey, hasService))
        if let weakness = report.map(\.recognizer.weakness) ?? engine?.engine.weakness {
            lines.append("  \(weakness.sentences)")
        }
        lines.append("  All commands: utter --help. What is wrong: utter doctor.")
        return lines
    }

    private static func next(
        _ settings: Settings, _ report: StatusReport?, hasHotkey: Bool, _ hasService: Bool
    ) -> String {
        guard report == nil else {
            if report?.recognizer.problem != nil {
                return "Next: utter doctor, which says what the engine needs."
            }
            if hasHotkey { return "Next: \(settings.invitation)." }
            return """
                Next: utter toggle, speak, and utter toggle again.
                  \(SessionEnvironment.current.keyAdvice)
                """
        }
        if settings.file == nil {
            return "Next: utter setup, which leads to the first dictation."
        }
        let start = hasService ? "systemctl --user start utter" : "utter daemon"
        return "Next: \(start), or “utter setup”, which checks everything."
    }
}
