import Glibc
import UtterSpeech

exit(SpeechWorkerProgram.run(EngineRegistry.engines))
