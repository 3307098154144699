import Glibc
import LinuxRuntime
package import Problems
package import SystemPackage

/// Whether a model's files exist: each is opened, none is read.
package struct ModelFiles {
    let configuration: PocketSphinxConfiguration

    package init(configuration: PocketSphinxConfiguration) {
        self.configuration = configuration
    }

    /// The first thing that is missing, unreadable or of the wrong kind.
    package var problem: Problem? {
        do throws(Problem) {
            try Self.checkAcoustics(configuration.model)
            try Self.check(configuration.dictionary, is: .regular, "the pronunciation dictionary")
            try Self.check(configuration.languageModel, is: .regular, "the language model")
            return nil
        } catch {
            return error
        }
    }

    /// Throws what is missing of the acoustic model.
    package static func checkAcoustics(_ model: FilePath) throws(Problem) {
        try check(model, is: .directory, "the speech model")
        for name in ["mdef", "means", "variances", "transition_matrices", "feat.params"] {
            try check(model.appending(name), is: .regular, "a file of the speech model")
        }
        // Either file is enough: sendump is the compact form.
        let weights = model.appending("mixture_weights")
        if kind(of: weights) != .success(.regular) {
            try check(model.appending("sendump"), is: .regular, "a file of the speech model")
        }
    }

    private enum Kind: String {
        case regular = "file"
        case directory
        case other = "special file"
    }

    private static func check(_ path: FilePath, is wanted: Kind, _ role: String) throws(Problem) {
        let what = "cannot use \(role) “\(path)”"
        switch kind(of: path) {
        case .success(wanted):
            return
        case .success(let kind):
            throw Problem(
                what, why: "it is a \(kind.rawValue), not a \(wanted.rawValue)",
                remedy: remedy(for: path), fix: fix(for: path))
        case .failure(.permissionDenied):
            throw Problem(
                what, why: "\(Errno.permissionDenied)",
                remedy: "Make it readable: chmod \(wanted == .directory ? "a+rx" : "a+r")"
                    + " “\(path)”.")
        case .failure(let errno):
            throw Problem(
                what, why: "\(errno)", remedy: remedy(for: path),
                fix: fix(for: path))
        }
    }

    /// The remedy for a missing or damaged file of a model.
    package static func remedy(for path: FilePath) -> String {
        isPackaged(path)
            ? "Install Debian's package pocketsphinx-en-us"
                + " (if it is installed: apt install --reinstall pocketsphinx-en-us)."
            : "Correct the path in the configuration,"
                + " or install Debian's package pocketsphinx-en-us and remove the setting."
    }

    /// Nil if the model isn't from Debian's package, or the system isn't Debian.
    package static func fix(for path: FilePath) -> Fix? {
        guard isPackaged(path), access("/usr/bin/apt-get", X_OK) == 0 else { return nil }
        let package = "pocketsphinx-en-us"
        return Fix([
            .init(["apt-get", "install", "--reinstall", "--yes", package], asRoot: true)
        ])
    }

    private static func isPackaged(_ path: FilePath) -> Bool {
        path.starts(with: PocketSphinxConfiguration.standard.model.removingLastComponent())
    }

    /// Opening is a better test than access(2), which uses the real user id. Never waits: a FIFO
    /// opens at once for a non-blocking reader.
    private static func kind(of path: FilePath) -> Result<Kind, Errno> {
        do throws(SystemError) {
            let file = OwnedDescriptor(
                adopting: try LinuxRuntime.check(
                    open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK), "open"))
            var status = stat()
            try LinuxRuntime.check(fstat(file.rawValue, &status), "fstat")
            return switch status.st_mode & S_IFMT {
            case S_IFREG: .success(.regular)
            case S_IFDIR: .success(.directory)
            default: .success(.other)
            }
        } catch {
            return .failure(error.errno)
        }
    }
}
