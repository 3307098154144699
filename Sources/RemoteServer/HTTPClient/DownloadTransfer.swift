import CCurl
import Glibc
import LinuxRuntime
public import SystemPackage

extension HTTPClient {
    /// Fetches a file, or the rest of it, and writes it where it belongs.
    ///
    /// - Parameters:
    ///   - file: open for writing until this returns; of its present content, the first `offset`
    ///     bytes count. It is emptied first if the server sends all of it although a part was
    ///     asked for.
    ///   - progress: called with how many bytes of the file have come, `offset` included.
    /// - Throws: `DownloadFailure`; `CancellationError` when the task is cancelled. What has come
    ///   is in the file then.
    public func download(
        _ download: HTTPDownload, to file: FileDescriptor,
        _ progress: @escaping (Int) -> Void = { _ in }
    ) async throws {
        let transfer = try DownloadTransfer(download, file, progress)
        do throws(HTTPFailure) {
            try begin(transfer)
        } catch {
            throw DownloadFailure.transfer(error)
        }
        do {
            try await transfer.outcome.get().get()
        } catch is CancellationError {
            withdraw(transfer)
            await transfer.close()
            throw CancellationError()
        }
    }
}

/// A download in progress.
@EventLoopActor
private final class DownloadTransfer: CurlTransfer {
    let handle: CurlHandle
    let outcome = OneShot<Result<Void, DownloadFailure>>()
    private let download: HTTPDownload
    private let progress: (Int) -> Void
    private var writer: FileWriter!
    /// Nil before the answer's head has come whole.
    private var start: DownloadStart?
    /// How many bytes of the file have come, those that were there before included.
    private var count: Int
    private var isPaused = false
    private var failure: DownloadFailure?

    init(
        _ download: HTTPDownload, _ file: FileDescriptor, _ progress: @escaping (Int) -> Void
    ) throws(DownloadFailure) {
        (self.download, self.progress, count) = (download, progress, download.offset)
        let address = download.address
        guard address.isSecure || address.isLoopback else {
            throw .transfer(.invalid("only https:// protects it on the way"))
        }
        do throws(HTTPFailure) {
            handle = try CurlHandle(
                url: address.url, authorities: download.authorities,
                allowsProxy: !address.isLoopback)
            try setUp()
        } catch {
            throw .transfer(error)
        }
        do throws(SystemError) {
            writer = try FileWriter(file, at: download.offset) { [unowned self] in goOn() }
        } catch {
            throw .unwritable(error)
        }
    }

    private func setUp() throws(HTTPFailure) {
        try handle.set(CURLOPT_FOLLOWLOCATION, 1)
        try handle.set(CURLOPT_MAXREDIRS, 5)
        try handle.set(CURLOPT_REDIR_PROTOCOLS_STR, "https")
        // Without one byte a second on average it stalls.
        let seconds = max(1, (download.stallLimit.wholeMilliseconds + 999) / 1000)
        try handle.set(CURLOPT_LOW_SPEED_LIMIT, 1)
        try handle.set(CURLOPT_LOW_SPEED_TIME, seconds)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, seconds * 1000)
        // Not CURLOPT_RESUME_FROM: libcurl would refuse a server that sends the whole file.
        if download.offset > 0 { try handle.set(CURLOPT_RANGE, "\(download.offset)-") }
        // Unretained: the client holds this object until libcurl has released the transfer.
        utter_curl_set_writer(
            handle.easy,
            { bytes, size, count, transfer in
                Unmanaged<DownloadTransfer>.fromOpaque(transfer!).takeUnretainedValue()
                    .receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Returns how many bytes were taken; fewer end the transfer, unless it is paused.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        begin()
        if failure != nil { return 0 }
        guard count + bytes.count <= download.length else {
            failure = .wrongLength
            return 0
        }
        guard writer.write(bytes) else {
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        }
        count += bytes.count
        progress(count)
        return bytes.count
    }

    /// Judges the answer by its head.
    private func begin() {
        guard start == nil else { return }
        let announced = Int(utter_curl_announced_length(handle.easy))
        let start = DownloadStart(
            download, status: utter_curl_status(handle.easy),
            range: utter_curl_header(handle.easy, "Content-Range").map { String(cString: $0) },
            announced: announced < 0 ? nil : announced)
        self.start = start
        switch start {
        case .goesOn: break
        case .beginsAnew:
            if count > 0 { writer.restart() }
            count = 0
        case .fails(let failure): self.failure = failure
        }
    }

    /// The writer has room, or has failed: then the next bytes end the transfer.
    private func goOn() {
        if let error = writer.failure, failure == nil { failure = .unwritable(error) }
        guard isPaused else { return }
        isPaused = false
        _ = utter_curl_pause(handle.easy, 0)
    }

    func end(_ code: CURLcode) {
        let failure = failure ?? self.failure(for: code)
        // Retained until then.
        writer.finish { [self] error in
            let result = failure ?? error.map { .unwritable($0) }
            outcome.give(result.map { .failure($0) } ?? .success(()))
        }
    }

    private func failure(for code: CURLcode) -> DownloadFailure? {
        switch code {
        case CURLE_OK:
            begin()
            if let failure { return failure }
            return count == download.length ? nil : .transfer(.brokenOff("the end is missing"))
        case CURLE_OPERATION_TIMEDOUT: return .stalled
        case CURLE_TOO_MANY_REDIRECTS: return .redirected
        case CURLE_UNSUPPORTED_PROTOCOL where 300..<400 ~= utter_curl_status(handle.easy):
            return .redirected
        default: return .transfer(handle.failure(for: code))
        }
    }

    /// Waits until what has come is in the file.
    func close() async {
        await withCheckedContinuation { continuation in
            writer.finish { _ in continuation.resume() }
        }
    }
}
