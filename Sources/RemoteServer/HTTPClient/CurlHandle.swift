import CCurl
import LinuxRuntime

/// A transfer by libcurl: a handle that the client adds to its multi interface.
@EventLoopActor
protocol CurlTransfer: AnyObject {
    var handle: CurlHandle { get }
    /// Whether the client keeps the handle when libcurl has ended it well: its connection is used on.
    var staysConnected: Bool { get }
    /// libcurl may have received something for it.
    func tellProgress()
    /// libcurl has ended it, and has released the handle unless it stays connected.
    func end(_ code: CURLcode)
}

extension CurlTransfer {
    var staysConnected: Bool { false }
    func tellProgress() {}
}

/// A handle of libcurl's easy interface (libcurl-easy(3)), with the settings of every request.
@EventLoopActor
final class CurlHandle {
    /// CURL*.
    let easy: UnsafeMutableRawPointer
    /// libcurl writes the reason of a failure here; freed with this object.
    private let reason = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var headers: UnsafeMutablePointer<curl_slist>?

    init(
        url: String, authorities: String?, allowsProxy: Bool
    ) throws(HTTPFailure) {
        guard let easy = utter_curl_easy_init() else { throw .noLibrary("curl_easy_init") }
        self.easy = easy
        reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try set(CURLOPT_URL, url)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        // Without it, cancelling a transfer waits for the thread that looks up the server's name.
        // Unknown before libcurl 7.87.
        _ = utter_curl_set_number(easy, CURLOPT_QUICK_EXIT, 1)
        if let authorities { try set(CURLOPT_CAINFO, authorities) }
        if !allowsProxy { try set(CURLOPT_NOPROXY, "*") }
        utter_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, reason)
    }

    isolated deinit {
        utter_curl_easy_cleanup(easy)
        // libcurl reads them until then.
        utter_curl_list_free(headers)
        reason.deallocate()
    }

    func set(_ headers: [(name: String, value: String)]) throws(HTTPFailure) {
        for (name, value) in headers {
            let line = "\(name):\(value.isEmpty ? "" : " ")\(value)"
            guard !line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                throw .invalid("a control character in the header “\(name)”")
            }
            self.headers = utter_curl_list_append(self.headers, line)
        }
        utter_curl_set_pointer(easy, CURLOPT_HTTPHEADER, self.headers)
    }

    func set(_ option: CURLoption, _ value: Int) throws(HTTPFailure) {
        try check(utter_curl_set_number(easy, option, value))
    }

    func set(_ option: CURLoption, _ value: String) throws(HTTPFailure) {
        try check(value.withCString { utter_curl_set_pointer(easy, option, $0) })
    }

    func check(_ code: CURLcode) throws(HTTPFailure) {
        if code != CURLE_OK { throw .invalid(words(for: code)) }
    }

    func failure(for code: CURLcode) -> HTTPFailure {
        // Nothing that the server sent, its certificate included, is quoted: libcurl's message on
        // the transfer may contain it.
        let kind = String(cString: utter_curl_easy_strerror(code))
        switch code {
        case CURLE_OPERATION_TIMEDOUT: return .timedOut
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
            return .unreachable(words(for: code))
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER:
            return .untrusted(kind)
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: return .invalid(words(for: code))
        default: return .brokenOff(kind)
        }
    }

    private func words(for code: CURLcode) -> String {
        let words = String(cString: reason)
        return words.isEmpty ? String(cString: utter_curl_easy_strerror(code)) : words
    }
}

extension Duration {
    var wholeMilliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
