import Assembly
import Doctor
import LinuxRuntime
import Problems
import Settings

extension Setup {
    func tryMicrophone() async throws -> Bool {
        if talk.assumesYes {
            talk.say("Left out: somebody has to speak. Later: utter setup microphone")
            return true
        }
        var settings = try file.load()
        let configured = settings.audio.device
        while true {
            let outcome = try await outcome(settings)
            if outcome == .heard {
                if settings.audio.device != configured {
                    keep(.microphone, settings.audio.device)
                }
                return true
            }
            guard
                let other = try await chosenMicrophone(
                    insteadOf: settings.audio.device, after: outcome)
            else { return false }
            settings.audio.device = other
        }
    }

    private enum Outcome {
        case heard, unheard
        /// It can't be opened: what to do was said.
        case failed
    }

    /// Tries a microphone, and unmutes it if the user agrees.
    private func outcome(_ settings: Settings) async throws -> Outcome {
        while true {
            let terminal = QuietTerminal()
            defer {
                terminal.restore()
                talk.forgetTyped()
            }
            let device = settings.audio.device
            let name = Devices.title(of: device)
            let talk = talk
            do {
                let verdict = try await MicrophoneTrial.run(
                    settings,
                    onHearing: try await talk.invitation(
                        talk.isSpoken
                            ? "Say a sentence: is the microphone the right one?"
                            : "“\(name)” is open. Say a sentence; the bar follows your voice."))
                talk.say(words(verdict, name))
                if verdict == .heard || verdict == .faint { return .heard }
            } catch let problem as Problem {
                talk.say(problem)
                return problem.remedy.isEmpty ? .unheard : .failed
            }
            guard let unmuting = await Fix.unmuting(device) else { return .unheard }
            terminal.restore()
            talk.say("  The sound server has it muted.")
            guard try await FixRun(talk: talk).run(unmuting) else { return .unheard }
        }
    }

    private func words(_ verdict: SoundImpression.Verdict, _ name: String) -> String {
        switch verdict {
        case .heard: "✓ You are heard."
        case .faint:
            """
            ! You are heard, but faintly: raise the microphone’s level in your desktop’s sound \
            settings, or let utter make it louder: utter config set audio.normalize true
            """
        case .zeros:
            """
            ✗ “\(name)” gives nothing at all, not even noise: it is muted (look for a key or a \
            switch on it, too), or it isn’t a microphone.
            """
        case .noSpeech:
            """
            ✗ No speech is heard from “\(name)”: it may be another microphone than the one before \
            you, or its level is very low.
            """
        }
    }

    /// Another of the connected microphones; nil for none.
    private func chosenMicrophone(
        insteadOf tried: String, after outcome: Outcome
    ) async throws -> String? {
        let microphones = Devices.choices(insteadOf: tried)
        guard !microphones.isEmpty else {
            if outcome != .failed {
                talk.say("There is no other microphone. Plug one in and do this step again.")
            }
            return nil
        }
        talk.say("There are:")
        for (number, microphone) in microphones.enumerated() {
            talk.say("  \(number + 1)  \(microphone.description)  \(microphone.name)")
        }
        return try await talk.number(upTo: microphones.count, "Which one?", none: "change nothing")
            .map { microphones[$0 - 1].name }
    }

    /// Writes a value into the configuration, or says how to.
    func keep(_ edit: SettingsEdit, _ value: String) {
        guard let path = file.source?.path else {
            return talk.say("Write into your configuration: \(edit.line(value))")
        }
        do throws(Problem) {
            try SettingsWriting(path: path).set(edit, to: value)
            talk.say("Written to \(path): \(edit.line(value))")
        } catch {
            talk.say(error)
        }
    }
}

extension Fix {
    /// Unmutes a microphone that its sound server has muted; nil if it isn't muted, or that is
    /// unknown.
    @EventLoopActor
    fileprivate static func unmuting(_ device: String) async -> Fix? {
        let source: String
        if device == "default" || device == "pulse" {
            source = "@DEFAULT_SOURCE@"
        } else if device.hasPrefix("pulse:") {
            source = String(device.dropFirst("pulse:".count))
        } else {
            return nil
        }
        // PulseAudio's own client also works with PipeWire's server. Without LC_ALL it would print
        // in the user's language.
        guard
            let (status, output) = try? await ChildProcess.output(
                of: ["env", "LC_ALL=C", "pactl", "get-source-mute", source], isQuiet: true,
                within: .seconds(10)),
            status == .exited(0), String(decoding: output, as: UTF8.self).contains("yes")
        else { return nil }
        return Fix([.init(["pactl", "set-source-mute", source, "0"])])
    }
}
