import CCurl
import Glibc
public import LinuxRuntime

/// A request in progress.
@EventLoopActor
public final class HTTPTransfer {
    /// CURL*.
    let easy: UnsafeMutableRawPointer
    let completion: (Result<HTTPResponse, HTTPFailure>) -> Void
    private let mostBytes: Int
    private var received: [UInt8] = []
    private var isTooLong = false
    private var headers: UnsafeMutablePointer<curl_slist>?
    /// curl_mime*, and the files that it reads while it is sent.
    private var form: OpaquePointer?
    private var files: [WaveReader] = []
    /// libcurl writes the reason of a failure here; freed with this object.
    private let reason = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    init(
        _ request: HTTPRequest, _ completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void
    ) throws(HTTPFailure) {
        guard let easy = utter_curl_easy_init() else { throw .noLibrary("curl_easy_init") }
        self.easy = easy
        self.completion = completion
        mostBytes = request.mostBytes
        reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try setUp(request)
    }

    isolated deinit {
        utter_curl_easy_cleanup(easy)
        utter_curl_form_free(form)
        utter_curl_list_free(headers)
        reason.deallocate()
    }

    private func setUp(_ request: HTTPRequest) throws(HTTPFailure) {
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        // Without it, cancelling a transfer waits for the thread that looks up the server's name.
        // Unknown before libcurl 7.87.
        _ = utter_curl_set_number(easy, CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_TIMEOUT_MS, max(1, request.limit.wholeMilliseconds))
        if let authorities = request.authorities { try set(CURLOPT_CAINFO, authorities) }
        if !request.allowsProxy { try set(CURLOPT_NOPROXY, "*") }
        utter_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, reason)
        // Unretained: the client holds this object until libcurl has released the transfer.
        let this = Unmanaged.passUnretained(self).toOpaque()
        utter_curl_set_writer(
            easy,
            { bytes, size, count, transfer in
                let transfer = Unmanaged<HTTPTransfer>.fromOpaque(transfer!).takeUnretainedValue()
                return transfer.receive(bytes!, size * count)
            }, this)
        // Without it libcurl waits a second for permission to send a long body.
        for (name, value) in request.headers + [(name: "Expect", value: "")] {
            let line = "\(name):\(value.isEmpty ? "" : " ")\(value)"
            guard !line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                throw .invalid("a control character in the header “\(name)”")
            }
            headers = utter_curl_list_append(headers, line)
        }
        utter_curl_set_pointer(easy, CURLOPT_HTTPHEADER, headers)
        switch request.body {
        case .bytes(let bytes): try check(utter_curl_set_body(easy, bytes, bytes.count))
        case .form(let form): try setUp(form)
        case nil: break
        }
    }

    private func setUp(_ form: MultipartForm) throws(HTTPFailure) {
        self.form = utter_curl_set_form(easy)
        for part in form.parts {
            switch part.content {
            case .text(let text):
                try check(utter_curl_form_field(self.form, part.name, text, text.utf8.count))
            case .wave(let file, let sound):
                let reader = WaveReader(sound)
                files.append(reader)
                // Unretained: `files` holds it until the form is freed.
                try check(utter_curl_form_file(
                    self.form, part.name, file, "audio/wav", curl_off_t(reader.count),
                    { room, size, count, reader in
                        Unmanaged<WaveReader>.fromOpaque(reader!).takeUnretainedValue()
                            .read(into: .init(start: room, count: size * count))
                    },
                    { reader, offset, origin in
                        let reader = Unmanaged<WaveReader>.fromOpaque(reader!).takeUnretainedValue()
                        return origin == SEEK_SET && reader.seek(to: Int(offset))
                            ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_CANTSEEK
                    }, Unmanaged.passUnretained(reader).toOpaque()))
            }
        }
    }

    private func set(_ option: CURLoption, _ value: Int) throws(HTTPFailure) {
        try check(utter_curl_set_number(easy, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(HTTPFailure) {
        try check(value.withCString { utter_curl_set_pointer(easy, option, $0) })
    }

    private func check(_ code: CURLcode) throws(HTTPFailure) {
        if code != CURLE_OK { throw .invalid(words(for: code)) }
    }

    /// Returns how many bytes were taken; fewer than `count` ends the transfer.
    private func receive(_ bytes: UnsafePointer<CChar>, _ count: Int) -> Int {
        guard received.count + count <= mostBytes else {
            isTooLong = true
            return 0
        }
        let raw = UnsafeRawBufferPointer(start: bytes, count: count)
        received += raw
        return count
    }

    // MARK: The end

    func result(of code: CURLcode) -> Result<HTTPResponse, HTTPFailure> {
        if isTooLong { return .failure(.tooLong) }
        guard code == CURLE_OK else { return .failure(failure(for: code)) }
        let seconds = utter_curl_retry_after(easy)
        return .success(
            HTTPResponse(
                status: utter_curl_status(easy), body: received,
                retryAfter: seconds > 0 ? .seconds(seconds) : nil))
    }

    private func failure(for code: CURLcode) -> HTTPFailure {
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
    fileprivate var wholeMilliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
