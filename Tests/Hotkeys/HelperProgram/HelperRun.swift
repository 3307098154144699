import Glibc
import HotkeyChords
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// The real program, with the test as its caller.
@EventLoopActor final class HelperRun {
    let process: ChildProcess
    private let socket: OwnedDescriptor
    private var source: EventSource?
    private var bytes: [UInt8] = []
    /// Its reports so far. Anything else fails the test.
    private(set) var reports: [HelperReport] = []

    /// The program as built, without any privileges.
    static let built: String = {
        let tests = getenv("UTTER").map { String(cString: $0) } ?? CommandLine.arguments[0]
        return FilePath(tests).removingLastComponent().appending("utter-hotkeys").string
    }()

    /// The program as installed: setgid `input`. For the guest, where all changes are lost at its
    /// end.
    static func installed() async throws -> String {
        let path = "/usr/local/libexec/utter/utter-hotkeys"
        let run = try await ProgramRun(
            ["install", "-D", "-m", "2755", "-o", "root", "-g", "input", built, path])
        try #require(run.status == .exited(0), "\(run.errors)")
        return path
    }

    /// Runs a command as a user who may read no keyboard: Debian's nobody.
    static let asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    init(_ command: [String], environment: [String]? = nil) throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try check(socketpair(AF_UNIX, kind, 0, &ends), "socketpair")
        socket = OwnedDescriptor(adopting: ends[0])
        let other = OwnedDescriptor(adopting: ends[1])
        process = try ChildProcess(
            command, environment: environment,
            descriptors: [other.descriptor, other.descriptor]
        ) { _ in }
        source = try EventLoop.shared.watch(socket.descriptor) { [unowned self] _ in read() }
    }

    /// Closes the connection; for the helper, its caller is gone.
    func hangUp() {
        source = nil
        shutdown(socket.rawValue, Int32(SHUT_RDWR))
    }

    func send(_ request: [UInt8]) {
        #expect(write(socket.rawValue, request, request.count) == request.count)
    }

    /// Stops reading.
    func pause() { source?.pause() }

    private func read() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(socket.rawValue, &chunk, chunk.count)
        guard count > 0 else {
            source = nil
            return
        }
        bytes += chunk.prefix(count)
        while bytes.count >= HelperReport.size {
            if let report = HelperReport(bytes: bytes.prefix(HelperReport.size)) {
                reports.append(report)
            } else {
                Issue.record("no report: \(bytes.prefix(HelperReport.size))")
            }
            bytes.removeFirst(HelperReport.size)
        }
    }

    // MARK: Facts

    /// Its reports, as words.
    var told: [String] {
        reports.map { report in
            switch report {
            case .accepted: "accepted"
            case .refused(let reason, let binding): "refused \(binding): \(reason)"
            case .watching: "watching"
            case .cannotWatch(let obstacle): "cannot watch: \(obstacle)"
            case .pressed(let binding, _): "pressed \(binding)"
            case .released(let binding, _): "released \(binding)"
            case .spoiled(let binding, _): "spoiled \(binding)"
            }
        }
    }

    func tells(_ words: String...) async throws {
        try await waitUntil("told \(words), not \(told)") { told.count >= words.count }
        #expect(told == words)
    }

    func ends() async throws {
        try await waitUntil("the helper ends") { process.status != nil }
    }

    /// The process that talks to the test: the one that was started, unless that is a starter.
    lazy var reader = process.pid

    /// The process that opens devices; nil before it exists.
    var opener: Int32? { child(of: reader) }

    /// Waits until the reader is ready for a keyboard's events.
    func watches(_ node: String) async throws {
        try await waitUntil("it watches \(node)") { isReady(reader, for: node) }
    }

    func noLongerWatches(_ node: String) async throws {
        try await waitUntil("it gave \(node) up") { descriptors(of: node, in: reader) == 0 }
    }
}

/// Whether a helper's reader is ready for a keyboard's events: it holds two open files, and the
/// event loop a duplicate of each.
func isReady(_ reader: Int32, for node: String) -> Bool { descriptors(of: node, in: reader) == 4 }

/// How many descriptors a process has of a device.
func descriptors(of node: String, in process: Int32) -> Int {
    (0..<64).count { number in
        var target = [CChar](repeating: 0, count: 256)
        let length = readlink("/proc/\(process)/fd/\(number)", &target, target.count)
        guard length > 0 else { return false }
        return String(decoding: target.prefix(length).map { UInt8($0) }, as: UTF8.self) == node
    }
}

/// Stops a process, and waits until it is.
@EventLoopActor func stop(_ process: Int32) async throws {
    kill(process, SIGSTOP)
    try await waitUntil("it is stopped") { state(of: process) == "T" }
}

@EventLoopActor func sleeps(_ process: Int32) async throws {
    try await waitUntil("it sleeps") { state(of: process) == "S" }
}

private func state(of process: Int32) -> Character? {
    textOfFile("/proc/\(process)/stat").split(separator: ")").last?.dropFirst().first
}

/// How often a process went to sleep (proc_pid_status(5)).
func wakeUps(_ process: Int32) -> Int {
    let lines = textOfFile("/proc/\(process)/status").split(separator: "\n")
    let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return line?.split(separator: "\t").last.flatMap { Int($0) } ?? -1
}

/// The first child of a process, if it has one.
func child(of parent: Int32) -> Int32? {
    // Process numbers increase, and few are between a parent and its child.
    (parent...parent + 1000).first { process in
        // After the program's name in parentheses: state, parent (proc_pid_stat(5)).
        let fields = textOfFile("/proc/\(process)/stat").split(separator: ")").last?
            .split(separator: " ")
        return fields?.dropFirst().first.flatMap { Int32($0) } == parent
    }
}

func chord(
    _ key: UInt16, _ modifiers: [HotkeyModifier: HotkeyModifier.Side] = [:]
) -> HotkeyChord {
    HotkeyChord(modifiers: modifiers, key: key, keyName: "key \(key)")
}

extension HotkeyChord {
    static let f9 = chord(67)
    static let rightCtrl = chord(97)
    static let superD = chord(32, [.super: .either])
    static let escape = chord(1)
}

extension UinputKeyboard {
    /// A keyboard with the permissions that udev sets: for root and the group `input`. Without
    /// udevd the kernel makes it for root only, and the helper waits for permissions.
    static func forGroup(
        _ name: String, vendor: UInt16 = 0x7E57, product: UInt16 = 1
    ) throws -> UinputKeyboard {
        let keyboard = try UinputKeyboard(name, vendor: vendor, product: product)
        let group = try #require(getgrnam("input")?.pointee.gr_gid)
        try check(chown(keyboard.node, 0, group), "chown \(keyboard.node)")
        try check(chmod(keyboard.node, 0o660), "chmod \(keyboard.node)")
        return keyboard
    }
}
