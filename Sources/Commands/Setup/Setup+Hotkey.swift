import ControlProtocol
import Doctor
import LinuxRuntime
import Problems
import Settings

extension Setup {
    private static let timeout = Duration.seconds(20)

    func tryHotkey() async throws -> Bool {
        var settings = try file.load()
        guard settings.hotkey.enabled else {
            talk.say(
                "The hotkey is switched off in the configuration: the command “utter toggle” dictates."
            )
            adviseKey()
            return true
        }
        if talk.assumesYes {
            let finding = await Diagnosis(settings).hotkey
            talk.say(finding.words)
            talk.say("Not tried: somebody has to press it. Later: utter setup hotkey")
            return true
        }
        let configured = settings.hotkey.dictate
        while true {
            let isConfigured = settings.hotkey.dictate == configured
            let isSeen = try await isSeen(settings, isConfigured: isConfigured)
            if isSeen, !isConfigured {
                keep(.hotkey, settings.hotkey.dictate)
                return true
            }
            let answer =
                try await isSeen
                ? talk.choice(
                    "Keep \(settings.hotkeyName)?", ("Enter", "yes"), ("c", "choose another key"))
                : talk.choice(
                    "What now?", ("Enter", "continue"), ("c", "choose another key"),
                    ("t", "try again"))
            switch answer {
            case "c":
                if let key = try await chosenKey(settings) { settings.hotkey.dictate = key }
            case "t": continue
            default:
                if !isSeen, !isWhole { adviseKey() }
                return isSeen
            }
        }
    }

    /// Waits for the hotkey; if the daemon runs with the same hotkey, it must be the one to see it.
    private func isSeen(_ settings: Settings, isConfigured: Bool) async throws -> Bool {
        let terminal = QuietTerminal()
        defer {
            terminal.restore()
            talk.forgetTyped()
        }
        let talk = talk
        let request = {
            talk.say(
                "Press \(settings.hotkeyName) … (no such key? wait 20 seconds, and choose another)",
                aloud: "Press \(settings.hotkeyName). Without such a key, wait 20 seconds.")
        }
        let outcome: HotkeyTrial.Outcome
        if isConfigured, let seen = try await Self.daemonSees(within: Self.timeout, request) {
            outcome = seen
        } else {
            do {
                outcome = try await HotkeyTrial.run(settings, within: Self.timeout) { asksUser in
                    if asksUser { talk.say("If your desktop asks whether to add the key, agree.") }
                    request()
                }
            } catch let error as SettingsError {
                talk.say("✗ \(error)")
                return false
            }
        }
        switch outcome {
        case .pressed: talk.say("✓ \(settings.hotkeyName) was pressed.")
        case .missed: talk.say("✗ \(settings.hotkeyName) was not seen within 20 seconds.")
        case .failed(let problem): talk.say(problem)
        case .off: break
        }
        return outcome == .pressed
    }

    /// Follows the daemon until it begins a dictation, and cancels that. Nil if no daemon runs.
    private static func daemonSees(
        within limit: Duration, _ onReady: @escaping () -> Void
    ) async throws -> HotkeyTrial.Outcome? {
        guard let path = try? ControlSocketPath.standard(),
            let client = try? await ControlClient.connect(path: path)
        else { return nil }
        let outcome = OneShot<HotkeyTrial.Outcome>()
        let end = EventLoop.shared.timer(after: limit) { outcome.give(.missed) }
        let following = EventLoop.task {
            var isAsked = false
            do {
                for try await event in try await client.subscribe(levels: false) {
                    guard case .status(let report) = event else { continue }
                    if let problem = report.hotkey.problem {
                        outcome.give(.failed(problem))
                    } else if !isAsked {
                        isAsked = true
                        onReady()
                    }
                    if report.state == .recording { outcome.give(.pressed) }
                }
            } catch {}
            // The daemon has ended: it can't see the key.
            outcome.give(.missed)
        }
        defer {
            following.cancel()
            withExtendedLifetime(end) {}
        }
        let result = try await outcome.get()
        if result == .pressed {
            _ = try? await ControlClient.connect(path: path).send(.cancel)
        }
        return result
    }

    // MARK: Another key

    /// The key that the user presses or names; nil if none.
    private func chosenKey(_ settings: Settings) async throws -> String? {
        if let pressed = try await pressedKey(settings) {
            let question = "  \(pressed.name)\(pressed.place). Take it?"
            return try await talk.isAgreed(question) ? pressed.name : nil
        }
        guard !talk.isSpoken else {
            talk.say("No key was seen.")
            return nil
        }
        let name = try await talk.answer(
            to: "Which key?", ("Enter", "none"), ("Pause, Super+F9, …", "the key of that name"))
        if name.isEmpty { return nil }
        do throws(Problem) {
            return try HotkeyTrial.chord(name)
        } catch {
            talk.say(error)
            return nil
        }
    }

    /// A key that was pressed, and what is known of where.
    private typealias PressedKey = (name: String, place: String)

    /// Nil if no key is pressed. Where keys may not be read, as is usual, the helper watches for some.
    private func pressedKey(_ settings: Settings) async throws -> PressedKey? {
        let terminal = QuietTerminal()
        defer {
            terminal.restore()
            talk.forgetTyped()
        }
        let talk = talk
        do {
            return try await Devices.nextKey(within: Self.timeout) {
                talk.say("Press the key that you want, or the chord …")
            }.map { ($0.name, " (\($0.kernelName), \($0.device))") }
        } catch is Problem {
            let names = HotkeyTrial.candidates.joined(separator: ", ")
            return try await HotkeyTrial.firstPressed(settings, within: Self.timeout) {
                talk.say("Press the key that you want. These can be seen: \(names) …")
            }.map { ($0, "") }
        }
    }
}
