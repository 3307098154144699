import ControlProtocol
import Doctor
import LinuxRuntime
import Problems
import Settings

extension Setup {
    private static let patience = Duration.seconds(20)

    func tryHotkey() async throws -> Bool {
        var settings = try file.load()
        guard settings.hotkey.enabled else {
            talk.say("The hotkey is switched off in the configuration: utter toggle dictates.")
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
            let answer = try await talk.answer(
                to: isSeen
                    ? "Enter keeps \(settings.hotkeyName), c and Enter chooses another key:"
                    : "c and Enter chooses another key, t tries again, Enter goes on:")
            switch answer.lowercased() {
            case "c": if let key = try await chosenKey() { settings.hotkey.dictate = key }
            case "t": continue
            default: return isSeen
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
        let request = { talk.say("Press \(settings.hotkeyName) …") }
        let outcome: HotkeyTrial.Outcome
        if isConfigured, let seen = try await Self.daemonSees(within: Self.patience, request) {
            outcome = seen
        } else {
            do {
                outcome = try await HotkeyTrial.run(
                    settings, within: Self.patience, onReady: request)
            } catch let error as SettingsError {
                talk.say("✗ \(error)")
                return false
            }
        }
        switch outcome {
        case .pressed: talk.say("✓ \(settings.hotkeyName) was pressed.")
        case .missed: talk.say("✗ \(settings.hotkeyName) was not seen within 20 seconds.")
        case .failed(let problem): complain(problem)
        case .off: break
        }
        return outcome == .pressed
    }

    /// Follows the daemon until it begins a dictation, and cancels that. Nil if no daemon runs.
    private static func daemonSees(
        within limit: Duration, _ onReady: () -> Void
    ) async throws -> HotkeyTrial.Outcome? {
        guard let path = try? ControlSocketPath.standard(),
            let client = try? await ControlClient.connect(path: path)
        else { return nil }
        let outcome = OneShot<HotkeyTrial.Outcome>()
        let end = try EventLoop.shared.timer(after: limit) { outcome.give(.missed) }
        let following = EventLoop.task {
            do {
                for try await event in try await client.subscribe(levels: false) {
                    guard case .status(let report) = event else { continue }
                    if let problem = report.hotkey.problem { outcome.give(.failed(problem)) }
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
        onReady()
        let result = try await outcome.get()
        if result == .pressed {
            _ = try? await ControlClient.connect(path: path).send(.cancel)
        }
        return result
    }

    // MARK: Another key

    /// The key that the user presses or names; nil if none.
    private func chosenKey() async throws -> String? {
        if let pressed = try await pressedKey() {
            let question = "  \(pressed.name) (\(pressed.kernelName), \(pressed.device)). Take it?"
            return try await talk.isAgreed(question) ? pressed.name : nil
        }
        let name = try await talk.answer(
            to: "Type the key’s name, such as Pause, Scroll_Lock or Super+F9:")
        if name.isEmpty { return nil }
        do throws(Problem) {
            return try HotkeyTrial.chord(name)
        } catch {
            complain(error)
            return nil
        }
    }

    /// Nil if no key is pressed or, as usual, keys may not be read.
    private func pressedKey() async throws -> Devices.Key? {
        let terminal = QuietTerminal()
        defer {
            terminal.restore()
            talk.forgetTyped()
        }
        let talk = talk
        do {
            return try await Devices.nextKey(within: Self.patience) {
                talk.say("Press the key that you want, or the chord …")
            }
        } catch is Problem {
            talk.say("Which key you press can’t be told to utter here, as is usual.")
            return nil
        }
    }
}
