import Glibc
import SoundFiles
import UtterSpeech

let arguments = CommandLine.arguments.dropFirst()
if arguments.elementsEqual([SoundFile.command]) {
    exit(SoundFileProgram.run())
}
if arguments.count == 2, arguments.first == SoundConverter.command, let ffmpeg = arguments.last {
    exit(SoundConverterProgram.run(ffmpeg))
}
exit(SpeechWorkerProgram.run(WorkerEngines.all))
