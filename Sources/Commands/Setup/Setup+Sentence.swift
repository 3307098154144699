import Assembly
import Dictation
import EngineRegistry
import LinuxRuntime
import Models
import Problems
import Settings
import SinkChains
import SpeechEngines

extension Setup {
    func trySentence() async throws -> Bool {
        if talk.assumesYes {
            talk.say("Left out: somebody has to speak. Later: utter setup typing")
            return true
        }
        guard let text = try await dictated() else { return false }
        return try await isTypedBack(text)
    }

    /// The dictated text; nil if nothing was understood.
    private func dictated() async throws -> String? {
        var settings = try file.load()
        settings.audio.silenceLimit = .seconds(2)
        settings.audio.maxLength = .seconds(45)
        let terminal = QuietTerminal()
        defer {
            terminal.restore()
            talk.forgetTyped()
        }
        let (talk, bar) = (talk, LevelBar())
        var text: String?
        do {
            // The sentence has to be read before it can be said.
            let listening = try Listening(
                settings, into: PrintSink("the terminal") { text = $0 }, beginning: .seconds(15))
            listening.waitsForRecognizer = true
            let sentence = TrialSentence.find(settings, locales: listening.locales)
            if let sentence {
                talk.say(
                    "This is the sentence. Wait until utter listens.\n\n    \(sentence.text)\n")
            }
            listening.onHearing = try await talk.invitation(
                sentence == nil
                    ? "Say a sentence, then be silent for two seconds."
                    : talk.isSpoken
                        ? "Say it, then be silent for two seconds."
                        : "Read it aloud, then be silent for two seconds.")
            listening.onLevel = { bar.draw($0) }
            let notice = try await withTaskCancellationHandler {
                try await listening.run()
            } onCancel: {
                Task(executorPreference: EventLoop.shared) { @EventLoopActor in listening.giveUp() }
            }
            try Task.checkCancellation()
            bar.end()
            if let text {
                talk.say("Heard: \(text)")
                judge(text, sentence, settings)
                return text
            }
            talk.say("✗ \(notice?.message ?? "Nothing was understood")")
            if let remedy = notice?.remedy, !remedy.isEmpty { talk.say("    \(remedy)") }
        } catch let problem as Problem {
            bar.end()
            talk.say(problem)
        }
        return nil
    }

    /// Says how good the words are, and how they get better.
    private func judge(
        _ text: String, _ sentence: (text: String, language: LanguageTag)?, _ settings: Settings
    ) {
        let models = SpeechModels()
        let choice = settings.usableEngine(among: models)
        guard let sentence else {
            talk.say("Only you know whether that is what you said.")
            if let weakness = choice?.engine.weakness { talk.say(weakness.sentences) }
            return
        }
        let verdict = SentenceVerdict(said: sentence.text, heard: text)
        // Its mark is already a separate word.
        talk.say(verdict.words, aloud: String(verdict.words.dropFirst(2)))
        guard verdict.grade != .good else { return }
        guard let store = try? ModelStore(environment: Settings.environment) else { return }
        let computer = ComputerSpeed()
        let present = choice?.modelPath(among: models).flatMap { InstalledModel($0)?.model }
        let better =
            present.map {
                ModelCatalogue.better(than: $0, for: sentence.language, computer, notIn: store)
            } ?? ModelCatalogue.recommended(for: sentence.language, computer)
        guard let better, !store.isInstalled(better) else {
            if let weakness = choice?.engine.weakness { talk.say("  \(weakness.sentences)") }
            return talk.say(
                "  A microphone nearer to you may help; a better model that keeps up here is not "
                    + "known.")
        }
        if let weakness = choice?.engine.weakness {
            // Its remedy is the same.
            talk.say("  \(Problem(weakness.what, why: weakness.why).sentences)")
        }
        talk.say("  The next better model: utter models install \(better.name)")
    }

    /// Types a text into this terminal as a dictation would, if the user agrees, and reads what
    /// arrives.
    private func isTypedBack(_ text: String) async throws -> Bool {
        // Without a terminal nothing can be read back.
        if talk.isSpoken, !Conversation.hasTerminal { return true }
        let question = "Type it here, as into any window? Keep this window in front."
        guard try await talk.isAgreed(question) else { return true }
        do {
            let arrived = try await TypedBack.type(
                text, try file.load(), into: TerminalInput())
            talk.say("  \(arrived)")
            if arrived == text {
                talk.say("✓ It was typed, and arrived as it should.")
                return true
            }
            talk.say(
                arrived.isEmpty
                    ? "✗ Nothing arrived here: another window has the focus, or this is not the "
                        + "machine’s own screen."
                    : "✗ That is not what was typed: utter type --explain TEXT shows the keys.")
        } catch let problem as Problem {
            try Task.checkCancellation()
            talk.say(problem)
        }
        return false
    }
}
