/// A service of a server for the user, which determines the data that it gets. The raw values are
/// used in the record of consents and in the administrator's policy.
public enum ServerService: String, CaseIterable, Sendable {
    /// Turns speech into words.
    case recognition
    /// Cleans up the text before it is typed, and rewrites it when the user asks for that.
    case cleanup
    /// Rewrites text that the user has selected, whoever wrote it.
    case selection

    /// The path of its OpenAI interface below `/v1`.
    var interface: String {
        switch self {
        case .recognition: "audio/transcriptions"
        case .cleanup, .selection: "chat/completions"
        }
    }

    /// The data that the server gets, in few words: `your voice`.
    var subject: String {
        switch self {
        case .recognition: "your voice"
        case .cleanup: "your words"
        case .selection: "what you select"
        }
    }

    /// The data that is sent, for the question whether it may be.
    public var contents: String {
        switch self {
        case .recognition:
            "the sound of each dictation, from its start to its end, with the language, the name "
                + "of the model and the prompt that your configuration has"
        case .cleanup:
            "the text of each dictation, after utter’s own rules, with instructions for what to do "
                + "with it"
        case .selection:
            "what you have selected, whoever wrote it, each time that you say what is to be done "
                + "with it, with those words"
        }
    }

    /// The purpose of sending it.
    public var purpose: String {
        switch self {
        case .recognition: "to turn your speech into words"
        case .cleanup: "to clean up the words before they are typed"
        case .selection: "to rewrite it"
        }
    }
}
