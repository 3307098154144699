public import LinuxRuntime

/// A file to be fetched from a server, of which the length is known before.
///
/// A redirection is followed if it leads to https. Proxies are taken from the environment
/// (`https_proxy`, `no_proxy` …), but for this machine.
public struct HTTPDownload: Sendable {
    /// With TLS, or on this machine.
    public let address: WebAddress
    /// The length of the whole file in bytes.
    public let length: Int
    /// How many bytes of it are there already: the server is asked for the rest only.
    public var offset = 0
    /// A transfer that brings nothing for so long is given up; in whole seconds, at least 1. There
    /// is no limit for the whole.
    public var stallLimit = Duration.seconds(60)
    /// A file of certificates (PEM) to trust instead of the system's; nil for the system's.
    public var authorities: String?

    public init(_ address: WebAddress, length: Int) {
        (self.address, self.length) = (address, length)
    }
}

/// Why a download has not come to its end. What was written stays in the file.
public enum DownloadFailure: Error, Equatable, Sendable {
    /// No server, no TLS, or a connection that broke: the rest may be asked for later.
    case transfer(HTTPFailure)
    /// Nothing came for the time of the stall limit.
    case stalled
    /// A redirection to anything but https, or too many of them.
    case redirected
    /// The server answers with this status.
    case refused(status: Int)
    /// The server doesn't give the rest of such a file (416), or gives another part of it.
    case wrongRange
    /// The server's file has another length than expected.
    case wrongLength
    /// The file can't be written (ENOSPC: the disk is full).
    case unwritable(SystemError)
}

/// The meaning of a server's answer for the file, judged by its head.
enum DownloadStart: Equatable {
    /// The answer continues the file.
    case goesOn
    /// The whole file comes.
    case beginsAnew
    case fails(DownloadFailure)

    /// - Parameters:
    ///   - range: the header `Content-Range`.
    ///   - announced: how many bytes come; nil if unknown.
    init(
        _ download: HTTPDownload, status: Int, range: String?, announced: Int?
    ) {
        switch status {
        case 200:
            let fits = announced == nil || announced == download.length
            self = fits ? .beginsAnew : .fails(.wrongLength)
        case 206:
            guard let (first, last, length) = Self.parts(of: range ?? ""), first == download.offset
            else {
                self = .fails(.wrongRange)
                return
            }
            let fits = last == download.length - 1 && (length ?? download.length) == download.length
            self = fits ? .goesOn : .fails(.wrongLength)
        case 416: self = .fails(.wrongRange)
        default: self = .fails(.refused(status: status))
        }
    }

    /// Parses `bytes FIRST-LAST/LENGTH`, with * for an unknown length (RFC 9110, 14.4).
    private static func parts(of range: String) -> (first: Int, last: Int, length: Int?)? {
        let words = range.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard halves.count == 2, ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1])
        else { return nil }
        if halves[1] == "*" { return (first, last, nil) }
        return Int(halves[1]).map { (first, last, $0) }
    }
}
