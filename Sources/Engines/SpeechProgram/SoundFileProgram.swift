import Dictation
import Glibc
import LinuxRuntime
import ProcessConfinement
import SoundFiles

/// `utter-speech read-sound`: decodes the sound file at descriptor 0 for the command that reads
/// descriptor 1, a pipe.
///
/// It loads the codecs, gives up all but these two descriptors, and only then reads the first byte
/// of the file.
public enum SoundFileProgram {
    /// Sends the whole sound, or why it can't be read.
    ///
    /// - Returns: the exit status: 0 if the reader knows all, 1 if it is gone.
    public static func run() -> Int32 {
        Signals.ignoreBrokenPipes()
        do throws(SoundFileDefect) {
            try SoundFileDecoder.loadLibraries()
            do throws(SystemError) {
                // It opens nothing.
                try SoundConfinement.begin()
                try Confinement.restrictFiles(toReading: [])
                try WorkerConfinement.loadFilter(writingTo: [STDOUT_FILENO])
            } catch {
                throw .unconfined("\(error)")
            }
            let decoder = try SoundFileDecoder(STDIN_FILENO)
            guard send(.begins(length: decoder.length)) else { return 1 }
            var samples: [Int16] = []
            while true {
                let more: [Int16]
                do throws(SoundFileDefect) {
                    more = try decoder.next()
                } catch {
                    guard samples.isEmpty || send(.samples(samples)) else { return 1 }
                    throw error
                }
                samples += more
                // A second each time.
                while samples.count >= AudioFormat.rate {
                    let second = samples.prefix(AudioFormat.rate)
                    guard send(.samples(Array(second))) else { return 1 }
                    samples.removeFirst(second.count)
                }
                if more.isEmpty {
                    guard samples.isEmpty || send(.samples(samples)) else { return 1 }
                    return send(.ends) ? 0 : 1
                }
            }
        } catch {
            return send(.fails(error)) ? 0 : 1
        }
    }

    private static func send(_ message: SoundFileMessage) -> Bool {
        let bytes = message.bytes
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(STDOUT_FILENO, $0.baseAddress! + done, bytes.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
