import Glibc
public import LinuxRuntime
import Problems
public import SystemPackage
import Testing

/// A private X server (Xvfb by default) on a free display, stopped when the object is destroyed.
@EventLoopActor
public final class XServer {
    /// The display's name: `:7`.
    public nonisolated let display: String
    private let process: ChildProcess

    /// Starts a server and waits until it takes connections.
    ///
    /// - Parameters:
    ///   - display: a display whose server has ended; nil for a free one.
    ///   - program: the server and its arguments.
    public init(
        display wanted: String? = nil,
        program: [String] = ["Xvfb", "-screen", "0", "800x600x24"]
    ) async throws {
        if let wanted {
            let process = try #require(
                try await Self.start(program, on: wanted), "\(program[0]) \(wanted) ended")
            (display, self.process) = (wanted, process)
            return
        }
        // A number that no server gets which takes the first free one: after the end of this server
        // another test's would, and this test's next one would find the display taken.
        for _ in 1...20 {
            let display = ":\(Int.random(in: 1000..<50_000))"
            guard let process = try await Self.start(program, on: display) else { continue }
            (self.display, self.process) = (display, process)
            return
        }
        throw Problem("\(program[0]) did not start", why: "it ended 20 times")
    }

    /// Returns nil if the server ends before it is ready: the display is taken.
    private static func start(
        _ program: [String], on display: String
    ) async throws -> ChildProcess? {
        let pipe = try FileDescriptor.pipe()
        let reading = OwnedDescriptor(adopting: pipe.readEnd.rawValue)
        _ = fcntl(reading.rawValue, F_SETFD, FD_CLOEXEC)
        let process: ChildProcess
        do {
            let writing = OwnedDescriptor(adopting: pipe.writeEnd.rawValue)
            _ = fcntl(writing.rawValue, F_SETFD, FD_CLOEXEC)
            let silence = try FileDescriptor.open("/dev/null", .readWrite)
            defer { try? silence.close() }
            process = try ChildProcess(
                // The server ends with this process even if this process crashes.
                ["setpriv", "--pdeathsig", "KILL"] + program + [
                    display, "-displayfd", "3", "-nolisten", "tcp", "-noreset",
                ],
                descriptors: [silence, silence, silence, writing.descriptor]
            ) { _ in }
        }
        // The server writes its number, and a line feed, when it is ready.
        var last: UInt8 = 0
        while last != UInt8(ascii: "\n") {
            let isReady = try await EventLoop.shared.ready(
                reading.descriptor, within: .seconds(180))
            try #require(isReady, "\(program[0]) did not start")
            var buffer = [UInt8](repeating: 0, count: 16)
            let count = try buffer.withUnsafeMutableBytes { try reading.descriptor.read(into: $0) }
            if count == 0 { return nil }
            last = buffer[count - 1]
        }
        return process
    }

    /// An environment for programs on this display: UTF-8, no input method.
    public var environment: [String] {
        let home = getenv("HOME").map { String(cString: $0) } ?? "/"
        return ProgramPlaces.environment + [
            "DISPLAY=\(display)", "LC_ALL=C.UTF-8", "HOME=\(home)",
            "NO_AT_BRIDGE=1", "GTK_IM_MODULE=gtk-im-context-simple", "GDK_BACKEND=x11",
        ]
    }

    /// Kills the server (SIGKILL) and waits for its end.
    public func kill() async throws {
        process.send(signal: SIGKILL)
        try await waitUntil("the X server ends") { process.status != nil }
    }

    /// Sends the server a signal.
    public func signal(_ number: Int32) {
        process.send(signal: number)
    }

    /// Starts openbox, and waits until it manages the display: it hides existing windows for a
    /// moment, and they lose the focus.
    public func startWindowManager() async throws -> ChildProcess {
        let manager = try start(["openbox"])
        var isManaged = false
        while !isManaged {
            try #require(manager.status == nil, "openbox ended")
            isManaged = try await run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")
                .contains("window id")
        }
        return manager
    }

    /// Starts a program on this display; it is killed when the object is destroyed.
    public func start(
        _ arguments: [String], output: FileDescriptor? = nil
    ) throws -> ChildProcess {
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        return try ChildProcess(
            arguments, environment: environment,
            descriptors: [silence, output ?? silence, silence]
        ) { _ in }
    }

    /// Runs a program on this display to its end, and returns its output.
    @discardableResult
    public func run(_ arguments: String...) async throws -> String {
        try await run(arguments)
    }

    /// Runs a program on this display to its end, and returns its output.
    @discardableResult
    public func run(_ arguments: [String]) async throws -> String {
        let file = try TemporaryFile()
        let descriptor = try FileDescriptor.open(FilePath(file.path), .writeOnly)
        defer { try? descriptor.close() }
        let program = try start(arguments, output: descriptor)
        try await waitUntil("\(arguments) ends") { program.status != nil }
        try #require(program.status == .exited(0), "\(arguments)")
        return file.text
    }
}

/// Waits until a condition is true, testing it every 2 ms; fails the test after `limit`.
@EventLoopActor public func waitUntil(
    _ what: @autoclosure () -> String, within limit: Duration = .seconds(180),
    _ condition: () -> Bool
) async throws {
    let deadline = MonotonicClock.nanoseconds + limit.components.seconds * 1_000_000_000
    while !condition() {
        try #require(MonotonicClock.nanoseconds < deadline, "waited in vain until \(what())")
        try await EventLoop.shared.sleep(for: .milliseconds(2))
    }
}

/// Lets other tasks of the event loop run until a condition is true, or the test is cancelled.
@EventLoopActor public func yieldUntil(_ condition: () -> Bool) async {
    while !condition() && !Task.isCancelled { await Task.yield() }
}

/// An empty file that is deleted when the object is destroyed.
public final class TemporaryFile {
    public let path: String

    public init() throws {
        var template = Array("/tmp/utter-test-XXXXXX".utf8CString)
        let raw = try check(mkstemp(&template), "mkstemp")
        close(raw)
        path = String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self)
    }

    deinit { unlink(path) }

    /// What it contains; empty if it doesn't exist.
    public var text: String { textOfFile(path) }
}

/// A file's contents; empty if it can't be read.
public func textOfFile(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
        bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
}
