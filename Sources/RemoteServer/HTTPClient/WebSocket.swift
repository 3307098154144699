import CCurl
import Glibc
public import LinuxRuntime
import SystemPackage

/// A connection for messages in both directions (RFC 6455). libcurl makes it, and from then on sends
/// and receives when asked (libcurl-ws(3)); it answers pings by itself.
///
/// Whoever opens one closes it: until then, it and its client hold each other.
@EventLoopActor
public final class WebSocket: CurlTransfer {
    /// Why there is no connection any more.
    public enum End: Sendable {
        /// Something went wrong here or on the way.
        case failed(HTTPFailure)
        /// The server gives no WebSocket, with this status.
        case refused(status: Int)
        /// The server closed it, with its reason in its words.
        case closed(code: Int?, reason: String)
    }

    /// Why there are no WebSockets here; nil if there are.
    public static var absence: String? {
        if let problem = utter_curl_load() { return String(cString: problem) }
        if utter_curl_has_websockets() != 0 { return nil }
        return "libcurl \(String(cString: utter_curl_version())) has no WebSockets"
    }

    private static let mostBytes = 1 << 20

    let handle: CurlHandle
    let staysConnected = true
    private let client: HTTPClient
    private var receiving: ([UInt8]) -> Void
    private var completion: (End) -> Void
    /// nil until it is connected, and after its end.
    private var socket: FileDescriptor?
    private var source: EventSource?
    private var outgoing: [[UInt8]] = []
    /// How many bytes of the first one are sent.
    private var sent = 0
    /// The parts that have come of a message, and of the server's last words.
    private var (message, farewell): ([UInt8], [UInt8]) = ([], [])

    init(
        _ client: HTTPClient, _ request: HTTPRequest, _ receiving: @escaping ([UInt8]) -> Void,
        _ completion: @escaping (End) -> Void
    ) throws(HTTPFailure) {
        if let absence = Self.absence { throw .noLibrary(absence) }
        (self.client, self.receiving, self.completion) = (client, receiving, completion)
        handle = try CurlHandle(
            url: request.url, authorities: request.authorities, allowsProxy: request.allowsProxy)
        try handle.set(CURLOPT_PROTOCOLS_STR, "ws,wss")
        try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        try handle.set(CURLOPT_CONNECT_ONLY, 2)
        // Only until it is connected.
        try handle.set(CURLOPT_TIMEOUT_MS, max(1, request.limit.wholeMilliseconds))
        try handle.set(request.headers)
        // By default, libcurl prints the page with which a server refuses.
        utter_curl_set_writer(handle.easy, { _, size, count, _ in size * count }, nil)
    }

    /// Sends a message, once it is connected. Does nothing after the end.
    public func send(_ text: String) {
        outgoing.append(Array(text.utf8))
        if outgoing.count == 1 { watch() }
    }

    /// Ends it; nothing is called any more.
    public func close() {
        (receiving, completion) = ({ _ in }, { _ in })
        if socket != nil, sent == 0 {
            // 1000: all is done. Without an answer to wait for, it may get lost.
            var count = 0
            utter_curl_ws_send(handle.easy, [0x03, 0xE8], 2, &count, UInt32(CURLWS_CLOSE))
        }
        release()
    }

    private func release() {
        (socket, source, outgoing) = (nil, nil, [])
        client.withdraw(self)
    }

    private func end(_ end: End) {
        let completion = completion
        close()
        completion(end)
    }

    // MARK: What libcurl tells

    func end(_ code: CURLcode) {
        let status = utter_curl_status(handle.easy)
        guard code == CURLE_OK, status == 101 else {
            let isRefused = status != 0 && (code == CURLE_OK || code == CURLE_HTTP_RETURNED_ERROR)
            return end(isRefused ? .refused(status: status) : .failed(handle.failure(for: code)))
        }
        socket = FileDescriptor(rawValue: utter_curl_socket(handle.easy))
        watch()
        // What came with the answer is with libcurl.
        receive()
    }

    private func watch() {
        guard let socket else { return }
        do throws(SystemError) {
            source = try EventLoop.shared.watch(
                socket, for: outgoing.isEmpty ? .readable : [.readable, .writable]
            ) { [weak self] events in
                guard let self else { return }
                if events.contains(.writable) { flush() }
                // Also what isn't readable has its end.
                receive()
            }
        } catch {
            end(.failed(.brokenOff("\(error)")))
        }
    }

    private func flush() {
        while let next = outgoing.first, socket != nil {
            var count = 0
            let code = next[sent...].withUnsafeBytes {
                utter_curl_ws_send(
                    handle.easy, $0.baseAddress, $0.count, &count, UInt32(CURLWS_TEXT))
            }
            sent += count
            if code == CURLE_AGAIN { return }
            guard code == CURLE_OK else {
                // The server may have said why.
                receive()
                return socket == nil ? () : end(.failed(handle.failure(for: code)))
            }
            // The socket has no room for the rest.
            guard sent == next.count else { return }
            outgoing.removeFirst()
            sent = 0
        }
        watch()
    }

    private func receive() {
        var room = [UInt8](repeating: 0, count: 1 << 14)
        while socket != nil {
            var (count, kind, isEnd) = (0, Int32(0), Int32(0))
            let code = utter_curl_ws_receive(
                handle.easy, &room, room.count, &count, &kind, &isEnd)
            if code == CURLE_AGAIN { return }
            if code == CURLE_GOT_NOTHING { return end(.closed(code: nil, reason: "")) }
            guard code == CURLE_OK else { return end(.failed(handle.failure(for: code))) }
            take(room[..<count], kind, isEnd: isEnd != 0)
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>, _ kind: Int32, isEnd: Bool) {
        if kind & CURLWS_CLOSE != 0 {
            farewell += bytes
            guard isEnd else { return }
            let code = farewell.count < 2 ? nil : Int(farewell[0]) << 8 | Int(farewell[1])
            let reason = String(decoding: farewell.dropFirst(2), as: UTF8.self)
            end(.closed(code: code, reason: reason))
        } else if kind & (CURLWS_TEXT | CURLWS_BINARY) != 0 {
            message += bytes
            guard message.count <= Self.mostBytes else { return end(.failed(.tooLong)) }
            guard isEnd else { return }
            let whole = message
            message = []
            receiving(whole)
        }
    }
}

extension HTTPClient {
    /// Opens a WebSocket: `ws` or `wss`. `completion` is called once, later, unless it is closed.
    ///
    /// - Parameter receiving: called with each message.
    /// - Throws: `noLibrary`, or `invalid` for what can't be asked at all.
    public func connect(
        _ request: HTTPRequest, receiving: @escaping ([UInt8]) -> Void,
        _ completion: @escaping (WebSocket.End) -> Void
    ) throws(HTTPFailure) -> WebSocket {
        let socket = try WebSocket(self, request, receiving, completion)
        try begin(socket)
        return socket
    }
}
