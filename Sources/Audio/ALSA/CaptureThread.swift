import Dictation
import Glibc
import LinuxRuntime
import MonotonicTime

/// The work of the capture thread. From its first sample to its last it allocates nothing, locks
/// nothing and logs nothing.
struct CaptureThread: ~Copyable {
    /// The longest wait for the device at once, in ms.
    private static let timeout: Int32 = 1000

    private let line: CaptureLine
    private let pcm: CapturePCM
    private let waiting: CaptureWaiting
    /// The preroll; also takes samples for which the ring has no room.
    private var last: PrerollBuffer
    /// When the device was last known to have no unread sample.
    private var caughtUp: Int64 = 0
    /// When the last sample was read.
    private var lastHeard: Int64 = 0
    private var stall: Stall?
    private var pace = CapturePace(at: 0)

    /// Opens the device, captures, and closes it or leaves it in its idle mode; the thread's
    /// body.
    static func run(_ line: CaptureLine) {
        ALSAMessages.handled {
            do throws(CaptureFailure) {
                try work(line)
            } catch {
                // Also after the device was closed; only the first seal counts.
                if line.phase < .sealed { line.seal(error.problem(line.name)) }
            }
        }
        line.enter(.closed)
    }

    private static func work(_ line: CaptureLine) throws(CaptureFailure) {
        switch line.purpose {
        case .capture:
            line.waitForRequest()
            // A listening device must not stay idle, since nobody would read from it.
            if line.isStopRequested, !line.listens || line.shelf.isEmpty { return line.seal(nil) }
            // Requests from here on stop the capture.
            line.drainRequests()
            if let kept = line.shelf.take(), let device = revived(kept) {
                return try capture(line, device)
            }
            ALSAMessages.reset()
            try capture(line, try opened(line))
        case .reopening:
            close(line.shelf.take())
            let device = try opened(line)
            line.seal(nil)
            CaptureThread(line, device).idle()
        case .closing:
            close(line.shelf.take())
        }
    }

    private static func opened(_ line: CaptureLine) throws(CaptureFailure) -> KeptDevice {
        EndingLines.wait(atMost: .seconds(1))
        let pcm = try CapturePCM.open(line.name)
        ALSAMessages.reset()
        var capacity = AudioFormat.rate / 100
        if case .listening(let time) = line.idleMode { capacity = AudioFormat.samples(in: time) }
        return KeptDevice(pcm: pcm, last: PrerollBuffer(capacity: capacity))
    }

    /// The device, capturing; or nil, with the device closed, if it has failed since it was opened.
    private static func revived(_ device: consuming KeptDevice) -> KeptDevice? {
        if device.pcm.isRunning { return device }
        guard device.pcm.start() >= 0 else { return nil }
        return device
    }

    private static func close(_ device: consuming KeptDevice?) {}

    private static func capture(
        _ line: CaptureLine, _ device: consuming KeptDevice
    ) throws(CaptureFailure) {
        var thread = CaptureThread(line, device)
        if !line.isStopRequested {
            if !thread.pcm.isRunning {
                let result = thread.pcm.start()
                if result < 0 { throw CaptureFailure(.open, result) }
            }
            let before = AudioFormat.duration(samples: thread.last.count)
            line.run(since: MonotonicClock.nanoseconds - before.nanoseconds)
            thread.last.pour(into: line.ring)
            let end = thread.capture()
            // Sealed before the device is closed, since closing may take long.
            line.seal(end < 0 ? CaptureFailure(.read, end).problem(line.name) : nil)
            if end < 0 { return }
        } else {
            line.seal(nil)
        }
        thread.idle()
    }

    private init(_ line: CaptureLine, _ device: consuming KeptDevice) {
        self.line = line
        waiting = CaptureWaiting(for: device.pcm, or: line.requestDescriptor)
        pcm = device.pcm
        last = device.last
    }

    // MARK: Rest

    /// Leaves the device in its state between captures.
    private consuming func idle() {
        switch line.idleMode {
        case .closed: return
        case .open: if pcm.halt() < 0 { return }
        case .listening: if listen() < 0 { return }
        }
        // Otherwise it is closed here, not by the last owner of the idle device.
        if !line.isAbandoned { line.shelf.put(KeptDevice(pcm: pcm, last: last)) }
    }

    /// Fills the preroll buffer until the device is needed (0) or fails (a negative errno).
    private mutating func listen() -> Int32 {
        last.forget()
        if !pcm.isRunning {
            let result = pcm.start()
            if result < 0 { return result }
        }
        while true {
            line.drainRequests()
            let isWanted = line.isHandoverRequested
            let result = hear()
            if result == -EPIPE || result == -ESTRPIPE {
                // Older sound would seem to continue in the new sound.
                last.forget()
                let start = result == -EPIPE ? pcm.start() : pcm.resume()
                if start < 0, start != -EAGAIN { return start }
            } else if result < 0, result != -EAGAIN {
                return result
            }
            if isWanted { return 0 }
            // Not once a period: these samples are not urgent, and the device has room for more.
            _ = waiting.isStopRequested(within: 100)
        }
    }

    /// Reads the available samples into the preroll buffer. `-EAGAIN`: there are no more.
    private mutating func hear() -> Int32 {
        var left = CapturePace.most
        while left > 0 {
            let result = pcm.read(into: &last)
            if result == 0 { return -EAGAIN }
            if result < 0, result != -Int(EINTR) { return Int32(result) }
            left -= max(0, result)
        }
        return -EAGAIN
    }

    // MARK: Capture

    /// Captures until a stop is requested (0) or the device fails (a negative errno).
    private mutating func capture() -> Int32 {
        caughtUp = MonotonicClock.nanoseconds
        lastHeard = caughtUp
        pace = CapturePace(at: caughtUp)
        while true {
            while !pace.allowsMore(at: MonotonicClock.nanoseconds) {
                if waiting.isStopRequested(within: 100) { return 0 }
            }
            // A stop shows in the wait that follows.
            if line.isPatient { _ = waiting.isStopRequested(within: 100) }
            let isSilent = waiting.wait(atMost: Self.timeout) == 0
            let isStopping = waiting.isStopRequested
            let events = pcm.events(waiting.device)
            let (count, result) = readAll()
            heedStall(count, isSilent)
            if count > 0 { line.sendNews() }
            if isStopping { return 0 }
            switch result {
            case -EAGAIN:
                guard count == 0 else { continue }
                // Without this, a poll that reports an error again and again, which no read
                // explains, would spin.
                if events & Int32(POLLERR | POLLHUP | POLLNVAL) != 0 { return -ENODEV }
                if caughtUp - lastHeard >= Stall.end { return -ETIMEDOUT }
            case -EPIPE:
                // The device stopped at the overrun, and the samples in its buffer are lost too.
                if let failure = restart(pcm.start()) { return failure }
            case -ESTRPIPE:
                var result = pcm.resume()
                while result == -EAGAIN {
                    if waiting.isStopRequested(within: 100) { return 0 }
                    result = pcm.resume()
                }
                if let failure = restart(result) { return failure }
            default:
                return result
            }
        }
    }

    /// Reports when the device gives no sound for a time, and when it does again. Only a wait
    /// without samples counts as a stall: if this thread itself was held up, the device reports an
    /// overrun.
    private mutating func heedStall(_ count: Int, _ isSilent: Bool) {
        let now = MonotonicClock.nanoseconds
        if stall == nil, isSilent, now - lastHeard >= Stall.threshold {
            stall = Stall(since: lastHeard)
            line.stall()
        }
        if count > 0 { lastHeard = now }
        guard let missing = stall?.hear(count, at: now) else { return }
        stall = nil
        line.resume(missed: missing)
    }

    /// Reads until there are no more samples (`-EAGAIN`), or none are allowed, or the device fails.
    private mutating func readAll() -> (count: Int, result: Int32) {
        var total = 0
        while true {
            let allowed = pace.allowance
            var result = line.ring.write { space in
                space.isEmpty || allowed == 0
                    ? 0
                    : pcm.read(into: UnsafeMutableBufferPointer(rebasing: space.prefix(allowed)))
            }
            if result == 0, allowed > 0 {
                result = pcm.read(into: &last)
                if result > 0 { line.ring.lose(result) }
            }
            if result == -Int(EINTR) { continue }
            pace.give(max(0, result))
            if result <= 0 {
                if result == 0 || result == -Int(EAGAIN) {
                    caughtUp = MonotonicClock.nanoseconds
                    return (total, -EAGAIN)
                }
                return (total, Int32(result))
            }
            total += result
            line.hasOppositeChannels = pcm.hasOppositeChannels
        }
    }

    /// Counts the time from the last sample read to the new start as lost, or returns the error if
    /// there is no new start.
    private mutating func restart(_ result: Int32) -> Int32? {
        if result < 0 { return result }
        let now = MonotonicClock.nanoseconds
        // A stall counts its lost samples itself.
        if stall == nil {
            line.ring.lose(Int((now - caughtUp) * Int64(AudioFormat.rate) / 1_000_000_000))
            line.ring.markLoss()
            lastHeard = now
        }
        caughtUp = now
        line.sendNews()
        return nil
    }
}
