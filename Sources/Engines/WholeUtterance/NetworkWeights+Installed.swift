import LinuxRuntime
import SystemPackage
import VoiceNetwork

extension NetworkWeights {
    /// The weights beside this program; nil if there are none.
    static let installed: FilePath? = (try? Executable.path()).flatMap { program in
        InstalledFolder.path(of: "transcribe", having: fileName, beside: program)
    }?.appending(fileName)
}
