import Dictation
import Glibc
import LinuxRuntime
import ProcessConfinement
import SoundFileDecoding
import SoundFiles

/// `utter-speech read-sound`: decodes the sound file at descriptor 0 for the command that reads
/// descriptor 1, a pipe.
///
/// It loads the codecs, gives up all but these two descriptors, and only then reads the first byte
/// of the file.
public enum SoundFileProgram {
    /// Bytes of address space: a file that asks for more is damaged, or hostile.
    private static let memory: rlim_t = 2 << 30

    /// Sends the whole sound, or why it can't be read.
    ///
    /// - Returns: the exit status: 0 if the reader knows all, 1 if it is gone.
    public static func run() -> Int32 {
        Signals.ignoreBrokenPipes()
        do throws(SoundFileDefect) {
            try SoundFileDecoder.loadLibraries()
            try confine()
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

    private static func confine() throws(SoundFileDefect) {
        do throws(SystemError) {
            try Confinement.closeDescriptors(from: 3)
            try Confinement.becomeUnreadable()
            try Confinement.dropCapabilities()
            try Confinement.die(with: getppid())
            try check(chdir("/"), "chdir /")
            var limit = rlimit(rlim_cur: memory, rlim_max: memory)
            try check(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit), "setrlimit")
            // It opens nothing.
            try Confinement.restrictFiles(toReading: [])
            try WorkerConfinement.loadFilter(writingTo: [STDOUT_FILENO])
        } catch {
            throw .unconfined("\(error)")
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
