import PocketSphinxDecoding
import Problems
import RecognizerPocketSphinx
import RecognizerVosk
import VoskDecoding

/// The one table of the engines that run in `utter-speech`.
public enum WorkerEngines {
    public static let all = [
        EngineMaker(PocketSphinxConfiguration.engine) { (values, shouldAbort) throws(Problem) in
            try PocketSphinxEngine(PocketSphinxConfiguration(values), shouldAbort: shouldAbort)
        },
        EngineMaker(VoskConfiguration.engine) { (values, shouldAbort) throws(Problem) in
            try VoskEngine(VoskConfiguration(values), shouldAbort: shouldAbort)
        },
    ]
}
