import Glibc
import UtterSpeech

exit(SpeechWorkerProgram.run([TrialEngine.maker, SpyEngine.maker]))
