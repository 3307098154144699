import CCurl
public import LinuxRuntime
import SystemPackage

/// Requests to HTTP servers, on the event loop: libcurl's multi interface (libcurl-multi(3)), which
/// says what sockets and times to wait for.
///
/// libcurl looks up a server's name on a separate thread, which ends with the look-up; an address
/// or “localhost” needs none.
@EventLoopActor
public final class HTTPClient {
    /// CURLM*.
    private let multi: UnsafeMutableRawPointer
    private var timer: EventSource?
    private var sockets: [Int32: EventSource] = [:]
    /// By their handles of libcurl's.
    private var transfers: [UnsafeMutableRawPointer: any CurlTransfer] = [:]

    /// - Throws: `noLibrary`.
    public init() throws(HTTPFailure) {
        if let problem = utter_curl_load() { throw .noLibrary(String(cString: problem)) }
        guard let multi = utter_curl_multi_init() else { throw .noLibrary("curl_multi_init") }
        self.multi = multi
        // Unretained: the deinit ends the callbacks.
        utter_curl_multi_watch(
            multi,
            { _, socket, events, client, _ in
                Unmanaged<HTTPClient>.fromOpaque(client!).takeUnretainedValue()
                    .watch(socket, for: events)
                return 0
            },
            { _, milliseconds, client in
                Unmanaged<HTTPClient>.fromOpaque(client!).takeUnretainedValue()
                    .wait(milliseconds)
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit {
        utter_curl_multi_watch(multi, nil, nil, nil)
        for easy in transfers.keys { utter_curl_multi_remove(multi, easy) }
        utter_curl_multi_cleanup(multi)
    }

    /// Sends a request. `completion` is called once, later, unless the transfer is cancelled.
    ///
    /// - Parameter receiving: called with the next bytes of a good answer (status 200) as they
    ///   come; the completion gets all of them.
    /// - Throws: `invalid` for what can't be sent at all.
    @discardableResult
    public func send(
        _ request: HTTPRequest, receiving: (([UInt8]) -> Void)? = nil,
        _ completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void
    ) throws(HTTPFailure) -> HTTPTransfer {
        let transfer = try HTTPTransfer(request, receiving, completion)
        try begin(transfer)
        return transfer
    }

    /// Cancels a transfer: nothing more is sent, and its completion isn't called.
    public func cancel(_ transfer: HTTPTransfer) {
        transfer.forget()
        withdraw(transfer)
    }

    func begin(_ transfer: any CurlTransfer) throws(HTTPFailure) {
        guard utter_curl_multi_add(multi, transfer.handle.easy) == CURLM_OK else {
            throw .invalid("libcurl takes no more requests")
        }
        transfers[transfer.handle.easy] = transfer
    }

    /// Ends a transfer without a word to it; does nothing if it has ended.
    func withdraw(_ transfer: any CurlTransfer) {
        guard transfers.removeValue(forKey: transfer.handle.easy) != nil else { return }
        utter_curl_multi_remove(multi, transfer.handle.easy)
    }

    // MARK: What libcurl waits for

    /// CURLMOPT_SOCKETFUNCTION(3).
    private func watch(_ socket: Int32, for what: Int32) {
        sockets[socket] = nil
        var events = IOEvents()
        if what == CURL_POLL_IN || what == CURL_POLL_INOUT { events.insert(.readable) }
        if what == CURL_POLL_OUT || what == CURL_POLL_INOUT { events.insert(.writable) }
        guard !events.isEmpty else { return }
        // If the socket can't be watched, the transfer ends at its time limit.
        sockets[socket] = try? EventLoop.shared.watch(
            FileDescriptor(rawValue: socket), for: events
        ) { [unowned self] in happened($0, at: socket) }
    }

    /// CURLMOPT_TIMERFUNCTION(3): libcurl must not be called from this callback.
    private func wait(_ milliseconds: Int) {
        guard milliseconds >= 0 else {
            timer?.pause()
            return
        }
        let delay = Duration.milliseconds(milliseconds)
        if let timer {
            timer.rearm(after: delay)
        } else {
            timer = EventLoop.shared.timer(after: delay) { [unowned self] in
                act(CURL_SOCKET_TIMEOUT, 0)
            }
        }
    }

    private func happened(_ events: IOEvents, at socket: Int32) {
        var mask: Int32 = 0
        if events.contains(.readable) || events.contains(.hangup) { mask |= CURL_CSELECT_IN }
        if events.contains(.writable) { mask |= CURL_CSELECT_OUT }
        if events.contains(.error) { mask |= CURL_CSELECT_ERR }
        act(socket, mask)
    }

    private func act(_ socket: Int32, _ events: Int32) {
        utter_curl_multi_action(multi, socket, events)
        var ended: [(any CurlTransfer, CURLcode)] = []
        var code = CURLE_OK
        while let easy = utter_curl_multi_ended(multi, &code) {
            if let transfer = transfers[easy] { ended.append((transfer, code)) }
            if code == CURLE_OK, transfers[easy]?.staysConnected == true { continue }
            utter_curl_multi_remove(multi, easy)
            transfers[easy] = nil
        }
        // Last: what is called here may send, cancel or release this object.
        for (easy, transfer) in transfers where transfers[easy] != nil { transfer.tellProgress() }
        for (transfer, code) in ended {
            transfer.tellProgress()
            transfer.end(code)
        }
    }
}
