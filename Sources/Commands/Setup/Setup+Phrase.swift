import Assembly
import Settings

extension Setup {
    /// Proposes a phrase to who does this by voice. Returns whether nothing is missing.
    func offerPhrase() async throws -> Bool {
        let proposal = "hey computer"
        var settings = try file.load()
        if settings.wake.phrase == nil {
            let command = "utter config set wake.phrase '\(proposal)'"
            guard talk.isSpoken else {
                talk.say("No phrase starts a dictation. To set one: \(command)")
                return true
            }
            let question = """
                The phrase \(proposal), said by you, can begin a dictation. The microphone is then \
                always open; nothing but the phrase is recognised, and nothing is kept. Go to sleep \
                ends the dictation. Do you want that?
                """
            guard try await talk.isAgreed(question) else { return true }
            settings.wake.phrase = proposal
            if let problem = Registry.wakeProblem(settings) {
                talk.say(problem)
                return false
            }
            keep(.wakePhrase, proposal)
        } else if let problem = Registry.wakeProblem(settings) {
            talk.say(problem)
            return false
        }
        talk.say("✓ “\(settings.wake.phrase ?? proposal)” begins a dictation.")
        return true
    }
}
