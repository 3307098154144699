import Glibc
import LinuxRuntime
import ProcessConfinement
import SoundFiles

/// `utter-speech convert-sound FFMPEG`: gives up all but the file at descriptor 0 and the pipe at
/// descriptor 1, and becomes ffmpeg, which reads the one and writes to the other.
public enum SoundConverterProgram {
    /// Where ffmpeg and its libraries lie, beside ld.so(8)'s folders: whole distributions.
    private static let distributions = ["/usr", "/nix/store", "/gnu/store"]

    /// - Returns: the exit status, if it can't be confined or started.
    public static func run(_ path: String) -> Int32 {
        let arguments = SoundConverter.arguments(path).map { strdup($0) } + [nil]
        guard let program = arguments[0] else { return 1 }
        do throws(SystemError) {
            try SoundConfinement.begin()
            // The links in /dev and /proc lead to the file itself.
            try Confinement.restrictFiles(
                toReading: ["/dev/stdin"],
                andStarting: [path] + WorkerConfinement.loader + distributions)
            try WorkerConfinement.loadFilter(writingTo: [STDOUT_FILENO], starting: program)
        } catch {
            return 1
        }
        var environment: UnsafeMutablePointer<CChar>?
        execve(program, arguments, &environment)
        return 1
    }
}
