import PocketSphinxDecoding
import PocketSphinxModel
import Problems
import TranscribeCppDecoding
import TranscribeCppFiles
import VoskDecoding
import VoskFiles

/// The one table of the engines that run in `utter-speech`.
public enum WorkerEngines {
    public static let all = [
        EngineMaker(PocketSphinxConfiguration.engine) { (values, _) throws(Problem) in
            try PocketSphinxEngine(PocketSphinxConfiguration(values))
        },
        EngineMaker(PhraseConfiguration.engine) { (values, _) throws(Problem) in
            try PhraseEngine(PhraseConfiguration(values))
        },
        EngineMaker(AnswerConfiguration.engine) { (values, _) throws(Problem) in
            try AnswerEngine(AnswerConfiguration(values))
        },
        EngineMaker(TranscribeCppConfiguration.engine) { (values, demand) throws(Problem) in
            try TranscribeCppEngine(TranscribeCppConfiguration(values), demand)
        },
        EngineMaker(TranscribeCppConfiguration.libraryCheck) { (values, _) throws(Problem) in
            try TranscribeLibraryCheck(TranscribeCppConfiguration(values))
        },
        EngineMaker(VoskConfiguration.engine) { (values, _) throws(Problem) in
            try VoskEngine(VoskConfiguration(values))
        },
    ]
}
