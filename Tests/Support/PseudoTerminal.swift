internal import Dictation
internal import Glibc
public import LinuxRuntime
import Problems
internal import SystemPackage

/// A terminal with a program in it; the test reads from it and types into it (pty(7)).
@EventLoopActor
public final class PseudoTerminal {
    /// All that the program has written.
    public var output: String { String(decoding: written, as: UTF8.self) }
    public let process: ChildProcess
    private let master: OwnedDescriptor
    /// Keeps the terminal open after the program's end, so that its modes can be checked.
    private let terminal: OwnedDescriptor
    private var reading: EventSource?
    private var written: [UInt8] = []
    private var seen = 0

    /// Starts a program, for which this is the controlling terminal.
    ///
    /// - Parameter environment: `NAME=VALUE`, all of it.
    public init(_ arguments: [String], environment: [String]) throws {
        master = OwnedDescriptor(
            adopting: try check(open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC), "open ptmx"))
        // Swift's Glibc has neither unlockpt(3) nor ptsname(3), nor these macros.
        var (isLocked, number) = (Int32(0), UInt32(0))
        try check(ioctl(master.rawValue, 0x4004_5431, &isLocked), "TIOCSPTLCK")
        try check(ioctl(master.rawValue, 0x8004_5430, &number), "TIOCGPTN")
        terminal = OwnedDescriptor(
            adopting: try check(
                open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC), "open the terminal"))
        let descriptor = terminal.descriptor
        process = try ChildProcess(
            ["setpriv", "--pdeathsig", "KILL", "setsid", "--ctty", "--wait"] + arguments,
            environment: environment, descriptors: [descriptor, descriptor, descriptor]
        ) { _ in }
        // Otherwise a read could block when the previous one has read everything.
        _ = fcntl(master.rawValue, F_SETFL, O_NONBLOCK)
        reading = try EventLoop.shared.watch(master.descriptor) { [unowned self] _ in read() }
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(master.rawValue, &bytes, bytes.count)
            guard count > 0 else { return }
            written += bytes[..<count]
        }
    }

    /// Waits until the program has written something since the last call of this.
    public func wait(for text: String) async throws { _ = try await wait(forAnyOf: [text]) }

    /// Waits for the first of some texts; returns that text.
    public func wait(forAnyOf texts: [String]) async throws -> String {
        let limit = MonotonicClock.nanoseconds + 180_000_000_000
        while true {
            let hasEnded = process.status != nil
            // The last output may not have been read yet.
            if hasEnded { read() }
            let output = output
            let new = output.dropFirst(seen)
            let found = texts.compactMap { text in new.firstRange(of: text).map { (text, $0) } }
            if let (text, range) = found.min(by: { $0.1.lowerBound < $1.1.lowerBound }) {
                seen = output.distance(from: output.startIndex, to: range.upperBound)
                return text
            }
            guard !hasEnded, MonotonicClock.nanoseconds < limit else {
                throw Problem("“\(texts[0])” was not written", why: String(new))
            }
            try await EventLoop.shared.sleep(for: .milliseconds(2))
        }
    }

    public func type(_ text: String) throws {
        try master.descriptor.writeAll(text.utf8)
    }

    /// Waits for the program's end.
    public func wait() async throws -> LinuxRuntime.ExitStatus {
        try await waitUntil("the program ends") { process.status != nil }
        read()
        return process.status!
    }

    /// Whether it echoes input and passes it on line by line, as a terminal normally does.
    public var isAsUsual: Bool {
        var modes = termios()
        return tcgetattr(terminal.rawValue, &modes) == 0
            && modes.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
    }
}
