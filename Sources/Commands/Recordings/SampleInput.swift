import Glibc
import LinuxRuntime
import Problems
import SystemPackage

/// Standard input as samples (16 kHz mono s16le), in pieces: an hour needn't fit into memory.
@EventLoopActor
final class SampleInput {
    /// The first byte of a sample that a piece ended with.
    private var rest: UInt8?
    /// Whether input may take its time, and can be waited for (epoll_ctl(2), EPERM).
    private let isSlow: Bool

    init() {
        var status = stat()
        let kind = fstat(STDIN_FILENO, &status) == 0 ? status.st_mode & S_IFMT : 0
        isSlow = kind == S_IFIFO || kind == S_IFSOCK || isatty(STDIN_FILENO) == 1
    }

    /// The next samples; none at the end.
    func next() async throws -> [Int16] {
        while true {
            if isSlow { _ = try await EventLoop.shared.ready(.standardInput, within: nil) }
            let bytes = try StandardInput.readPiece()
            if bytes.isEmpty {
                guard rest == nil else {
                    throw Problem(
                        "cannot read the samples from standard input",
                        why: "they are not a whole number of 16-bit samples")
                }
                return []
            }
            let all = (rest.map { [$0] } ?? []) + bytes
            rest = all.count.isMultiple(of: 2) ? nil : all.last
            let samples = stride(from: 0, to: all.count & ~1, by: 2).map {
                Int16(bitPattern: UInt16(all[$0]) | UInt16(all[$0 + 1]) << 8)
            }
            if !samples.isEmpty { return samples }
        }
    }
}
