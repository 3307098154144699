import LinuxRuntime
public import Problems
import SpeechWorkerProtocol

/// Where the program `utter-speech` is.
public enum SpeechProgram {
    /// Its path; nil if it is missing or not executable.
    public static var path: String? { Executable.companion("utter-speech") }

    /// Why engines can't run; nil if the program is there.
    public static var problem: Problem? {
        guard path == nil else { return nil }
        return Problem(
            "cannot run the speech engines", why: "the program utter-speech is missing",
            remedy: "Install utter again.")
    }
}

extension Problem {
    static func configurationIsTooLong(_ engine: EngineConfiguration) -> Problem {
        Problem(
            "cannot load the model “\(engine.model)” with “\(engine.engine)”",
            why: "the engine's settings and your words are longer than 1 MiB together",
            remedy: "Have fewer words of your own in the file that utter config path prints.")
    }

    static func modelHasNoEnd(
        _ engine: EngineConfiguration, after time: Duration
    ) -> Problem {
        Problem(
            "cannot load the model “\(engine.model)” with “\(engine.engine)”",
            why: "it is probably damaged: \(time.components.seconds) s of the processor's time were"
                + " not enough",
            remedy: "Install it again, or take another: utter models says what there is.")
    }

    static func speechProgramEnded(_ engine: EngineConfiguration, _ why: String) -> Problem {
        Problem(
            "cannot recognise speech with “\(engine.engine)” and the model “\(engine.model)”",
            why: "utter-speech, the program that runs it, failed: \(why)",
            remedy: "If it happens again, take another model or engine.")
    }
}
