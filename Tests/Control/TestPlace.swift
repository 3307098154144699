import CLinux
import Glibc
import LinuxRuntime
import SystemPackage

@testable import ControlProtocol

/// A runtime directory for one test.
final class TestPlace {
    let directory: String
    var socket: String { "\(directory)/utter/control" }

    init() throws {
        var template = Array("/tmp/utter-control-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp") }
        directory = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    deinit {
        for path in [socket, "\(socket).lock"] { unlink(path) }
        rmdir("\(directory)/utter")
        rmdir(directory)
    }

    func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    /// Number of sockets, of any process, bound or accepted at this path (proc(5)).
    var sockets: Int {
        get throws {
            try read("/proc/net/unix").split(separator: "\n").count { $0.hasSuffix(socket) }
        }
    }

    /// Number of descriptors of this process that hold the lock file open.
    var openLocks: Int {
        var link = [UInt8](repeating: 0, count: 4096)
        return (0..<1024).count { number in
            let count = link.withUnsafeMutableBytes {
                readlink(
                    "/proc/self/fd/\(number)",
                    $0.assumingMemoryBound(to: CChar.self).baseAddress!, $0.count)
            }
            return count > 0
                && String(decoding: link[..<count], as: UTF8.self) == "\(socket).lock"
        }
    }

    private func read(_ path: String) throws -> String {
        let file = OwnedDescriptor(
            adopting: try FileDescriptor.open(path, .readOnly, options: .closeOnExec).rawValue)
        var bytes: [UInt8] = []
        var space = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = try space.withUnsafeMutableBytes { try file.descriptor.read(into: $0) }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += space[..<count]
        }
    }
}

/// A server in its own directory. It records the commands and answers each with its name.
@EventLoopActor final class TestServer {
    let place: TestPlace
    let server: ControlServer
    private(set) var requests: [ControlRequest] = []
    /// Handles a command instead of the plain answer.
    var handle: ((ControlRequest, @escaping (ControlReply) -> Void) -> Void)?

    init() throws {
        place = try TestPlace()
        server = ControlServer(path: place.socket)
        try server.start { [weak self] request, answer in
            guard let self else { return }
            requests.append(request)
            if let handle { handle(request, answer) } else { answer(.ok(message: "\(request)")) }
        }
    }

    func client() async throws -> ControlClient {
        try await ControlClient.reach(place.socket)
    }

    func rawClient() async throws -> RawClient {
        try await RawClient.greeted(place.socket)
    }

    /// Whether it still serves.
    func serves() async throws -> Bool {
        try await client().send(.status) == .ok(message: "status")
    }

    /// Waits until this many clients are connected.
    func waitFor(clients: Int) async throws {
        while server.clientCount != clients {
            try await EventLoop.shared.sleep(for: .milliseconds(1))
        }
    }

    static func report(
        _ state: StatusReport.State = .idle, partial: String? = nil
    ) -> StatusReport {
        StatusReport(
            state: state, partial: partial, recognizer: .init(name: "fake", state: .ready),
            microphone: .init(name: "default"), version: "1")
    }
}

extension ControlClient {
    /// Connects, however busy the machine is.
    static func reach(_ path: String) async throws -> ControlClient {
        try await connect(path: path, within: .seconds(180))
    }
}
