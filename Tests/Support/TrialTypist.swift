internal import Glibc
public import LinuxRuntime
internal import SystemPackage
internal import Testing

/// A program that types, to be killed or stopped in mid-text: `trial-typist`.
@EventLoopActor
public final class TrialTypist {
    public enum Sink: String, Sendable {
        case xtest, kwin, uinput
        case virtualKeyboard = "virtual-keyboard"
        case x11Clipboard = "clipboard-x11"
        case waylandClipboard = "clipboard-wayland"
    }

    private let process: ChildProcess

    /// Starts it.
    ///
    /// - Parameters:
    ///   - isRepeated: whether it types the text again and again, until it is killed.
    ///   - environment: `NAME=VALUE`; nil for this process's.
    public init(
        _ sink: Sink, _ text: String, isRepeated: Bool = false, environment: [String]? = nil
    ) throws {
        let program = try Executable.path().removingLastComponent().appending("trial-typist")
        let file = try TemporaryFile()
        let input = try FileDescriptor.open(FilePath(file.path), .readWrite)
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { for descriptor in [input, silence] { try? descriptor.close() } }
        try input.writeAll(text.utf8)
        try input.seek(offset: 0, from: .start)
        process = try ChildProcess(
            [program.string, sink.rawValue] + (isRepeated ? ["again"] : []),
            environment: environment, descriptors: [input, silence, silence]
        ) { _ in }
    }

    /// Types a text to its end.
    public static func type(
        _ text: String, by sink: Sink, environment: [String]? = nil
    ) async throws {
        let typist = try TrialTypist(sink, text, environment: environment)
        try await waitUntil("\(sink) types") { typist.process.status != nil }
        try #require(typist.process.status == .exited(0), "\(sink)")
    }

    public var pid: Int32 { process.pid }
    public var hasEnded: Bool { process.status != nil }

    public func freeze(_ isFrozen: Bool) { process.send(signal: isFrozen ? SIGSTOP : SIGCONT) }

    /// Kills it (SIGKILL). Its connections are closed when this returns.
    public func kill() {
        process.send(signal: SIGKILL)
        // The event loop reaps it later.
        waitid(P_PID, id_t(process.pid), nil, WEXITED | WNOWAIT)
    }
}
