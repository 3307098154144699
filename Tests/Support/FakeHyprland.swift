internal import Glibc
public import LinuxRuntime
internal import SystemPackage
internal import Testing

/// Hyprland's request socket, as documented in its wiki: one request per connection, which it
/// closes after the answer. A request that Hyprland doesn't have fails the test.
@EventLoopActor
public final class FakeHyprland {
    /// $XDG_RUNTIME_DIR; $HYPRLAND_INSTANCE_SIGNATURE is `test`.
    public var runtime: String { directory.path }
    public var keyboards: [String] = []
    public var window = #"{"address": "0x1"}"#
    public var dispatchAnswer = "ok"
    /// The answer of older versions, which don't know the request.
    public var lockAnswer = "unknown request"
    public private(set) var requests: [String] = []
    private let directory: ScratchDirectory
    private let listening: OwnedDescriptor
    private var source: EventSource?

    public init() throws {
        directory = try ScratchDirectory("utter-hyprland")
        for name in ["hypr", "hypr/test"] { mkdir(directory.path(name), 0o700) }
        let path = directory.path("hypr/test/.socket.sock")
        listening = OwnedDescriptor(
            adopting: try check(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), "socket"))
        let address = try UnixSocketAddress(path)
        let result = address.withPointer { bind(listening.rawValue, $0, $1) }
        try check(result, "bind \(path)")
        try check(listen(listening.rawValue, 5), "listen")
        source = try EventLoop.shared.watch(listening.descriptor) { [unowned self] _ in
            accept()
        }
    }

    private func accept() {
        let connection = Glibc.accept(listening.rawValue, nil, nil)
        defer { close(connection) }
        // A client writes its request in one piece before it waits.
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = recv(connection, &buffer, buffer.count, 0)
        let request = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        requests.append(request)
        let answer: String
        switch request {
        case "j/devices":
            answer = "{\"mice\": [], \"keyboards\": [\(keyboards.joined(separator: ","))]}"
        case "j/activewindow": answer = window
        case "j/locked": answer = lockAnswer
        case _ where request.hasPrefix("dispatch focuswindow address:"): answer = dispatchAnswer
        default:
            Issue.record("Hyprland has no request “\(request)”")
            answer = "unknown request"
        }
        _ = answer.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }
}
