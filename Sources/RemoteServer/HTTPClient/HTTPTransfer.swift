import CCurl
import Glibc
public import LinuxRuntime

/// A request in progress.
@EventLoopActor
public final class HTTPTransfer: CurlTransfer {
    let handle: CurlHandle
    private var receiving: (([UInt8]) -> Void)?
    private var completion: ((Result<HTTPResponse, HTTPFailure>) -> Void)?
    private let mostBytes: Int
    private var received: [UInt8] = []
    /// How many of these bytes `receiving` has got.
    private var told = 0
    private var isTooLong = false
    /// curl_mime*, and the files that it reads while it is sent.
    private var form: OpaquePointer?
    private var files: [WaveReader] = []

    init(
        _ request: HTTPRequest, _ receiving: (([UInt8]) -> Void)?,
        _ completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void
    ) throws(HTTPFailure) {
        handle = try CurlHandle(
            url: request.url, authorities: request.authorities, allowsProxy: request.allowsProxy)
        (self.receiving, self.completion) = (receiving, completion)
        mostBytes = request.mostBytes
        try setUp(request)
    }

    isolated deinit {
        // While the handle is there: libcurl reads it until then, and no longer.
        utter_curl_set_pointer(handle.easy, CURLOPT_MIMEPOST, nil)
        utter_curl_form_free(form)
    }

    private func setUp(_ request: HTTPRequest) throws(HTTPFailure) {
        try handle.set(CURLOPT_FOLLOWLOCATION, 0)
        // All encodings that this libcurl can decode. `mostBytes` counts what comes out.
        try handle.set(CURLOPT_ACCEPT_ENCODING, "")
        try handle.set(CURLOPT_TIMEOUT_MS, max(1, request.limit.wholeMilliseconds))
        // Unretained: the client holds this object until libcurl has released the transfer.
        let this = Unmanaged.passUnretained(self).toOpaque()
        utter_curl_set_writer(
            handle.easy,
            { bytes, size, count, transfer in
                let transfer = Unmanaged<HTTPTransfer>.fromOpaque(transfer!).takeUnretainedValue()
                return transfer.receive(bytes!, size * count)
            }, this)
        // Without it libcurl waits a second for permission to send a long body.
        try handle.set(request.headers + [(name: "Expect", value: "")])
        switch request.body {
        case .bytes(let bytes):
            try handle.check(utter_curl_set_body(handle.easy, bytes, bytes.count))
        case .form(let form): try setUp(form)
        case nil: break
        }
    }

    private func setUp(_ form: MultipartForm) throws(HTTPFailure) {
        self.form = utter_curl_set_form(handle.easy)
        for part in form.parts {
            switch part.content {
            case .text(let text):
                try handle.check(utter_curl_form_field(self.form, part.name, text, text.utf8.count))
            case .wave(let file, let sound):
                let reader = WaveReader(sound)
                files.append(reader)
                // Unretained: `files` holds it until the form is freed.
                try handle.check(
                    utter_curl_form_file(
                        self.form, part.name, file, "audio/wav", curl_off_t(reader.count),
                        { room, size, count, reader in
                            Unmanaged<WaveReader>.fromOpaque(reader!).takeUnretainedValue()
                                .read(into: .init(start: room, count: size * count))
                        },
                        { reader, offset, origin in
                            let reader = Unmanaged<WaveReader>.fromOpaque(reader!)
                                .takeUnretainedValue()
                            return origin == SEEK_SET && reader.seek(to: Int(offset))
                                ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_CANTSEEK
                        }, Unmanaged.passUnretained(reader).toOpaque()))
            }
        }
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

    /// Not from libcurl's callback: what is called may cancel the transfer.
    func tellProgress() {
        guard let receiving, told < received.count, utter_curl_status(handle.easy) == 200 else {
            return
        }
        let bytes = Array(received[told...])
        told = received.count
        receiving(bytes)
    }

    // MARK: The end

    /// Calls nothing any more.
    func forget() { (receiving, completion) = (nil, nil) }

    func end(_ code: CURLcode) { completion?(result(of: code)) }

    private func result(of code: CURLcode) -> Result<HTTPResponse, HTTPFailure> {
        if isTooLong { return .failure(.tooLong) }
        guard code == CURLE_OK else { return .failure(handle.failure(for: code)) }
        let seconds = utter_curl_retry_after(handle.easy)
        return .success(
            HTTPResponse(
                status: utter_curl_status(handle.easy), body: received,
                retryAfter: seconds > 0 ? .seconds(seconds) : nil))
    }
}
