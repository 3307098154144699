import Glibc
import SoundFiles
import UtterSpeech

if CommandLine.arguments.dropFirst().elementsEqual([SoundFile.command]) {
    exit(SoundFileProgram.run())
}
exit(SpeechWorkerProgram.run(WorkerEngines.all))
