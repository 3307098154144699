import HTTPClient
import LinuxRuntime
import Problems
import SystemPackage

extension DownloadFailure {
    /// The message for users.
    ///
    /// - Parameters:
    ///   - server: its name for users: `https://models.example`.
    ///   - remedyElsewhere: how else they get the model.
    func problem(
        _ model: CatalogueModel, _ server: String, _ part: PartFile, remedyElsewhere: String,
        stallLimit: Duration
    ) -> Problem {
        let what = "cannot download “\(model.name)” from \(server)"
        let again =
            part.size == 0
            ? "Try again: utter models install \(model.name)"
            : "\(ByteCount(part.size)) are kept. To continue: utter models install \(model.name)"
        switch self {
        case .transfer(.noLibrary(let why)):
            return Problem(
                what, why: why, remedy: "Install Debian's package libcurl3-gnutls or libcurl4.")
        case .transfer(.unreachable(let why)),
            // Or by a proxy that lets nothing through.
            .transfer(.brokenOff(let why)) where part.size == 0:
            return Problem(
                what, why: why,
                remedy: "Is there a network? Do https_proxy and the mirror fit (utter config get"
                    + " models.mirror)? \(again)")
        case .transfer(.untrusted(let why)):
            return Problem(what, why: "its certificate can't be trusted: \(why)")
        case .transfer(.timedOut), .stalled:
            return Problem(what, why: "nothing came for \(stallLimit.seconds) s", remedy: again)
        case .transfer(.brokenOff(let why)), .transfer(.invalid(let why)):
            return Problem(what, why: why, remedy: again)
        case .transfer(.tooLong), .wrongLength:
            return Problem(
                what, why: "its file doesn't have the model's \(model.file.bytes) bytes",
                remedy: remedyElsewhere)
        case .redirected:
            return Problem(
                what, why: "it redirects, but not to https://", remedy: remedyElsewhere)
        case .refused(let status):
            return Problem(what, why: "status \(status)", remedy: remedyElsewhere)
        case .wrongRange:
            return Problem(what, why: "it sends a different part of the file", remedy: again)
        case .unwritable(let error):
            let isFull = [.noSpace, .diskQuotaExceeded, .fileTooLarge].contains(error.errno)
            let missing = ByteCount(model.file.bytes - part.size)
            return Problem(
                "cannot write “\(part.path)”", why: "\(error.errno)",
                remedy: isFull ? "Make room for \(missing) more. \(again)" : again)
        }
    }
}
