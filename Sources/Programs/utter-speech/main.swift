import Glibc
import UtterSpeech

exit(SpeechWorkerProgram.run(WorkerEngines.all))
