import CALSA
import Dictation
import Glibc
import LinuxRuntime

/// What the capture thread does. From its first sample to its last it allocates nothing, locks
/// nothing and logs nothing.
struct CaptureThread: ~Copyable {
    /// A device that gives nothing for so long is as good as unplugged.
    private static let patience: Int32 = 3000

    private let line: CaptureLine
    private let pcm: CapturePCM
    /// The PCM's descriptors, then the one that stops.
    private let descriptors: UnsafeMutableBufferPointer<pollfd>
    /// Takes what finds no room in the ring.
    private let overflow: UnsafeMutableBufferPointer<Int16>
    /// When the device was last known to have no sample unread.
    private var caughtUp: Int64 = 0

    /// Opens, captures and closes; the thread's body.
    static func run(_ line: CaptureLine) {
        ALSAMessages.heeded {
            do throws(CaptureFailure) {
                let pcm = try CapturePCM.open(line.name)
                try run(line, pcm)
            } catch {
                // Also here when the device was closed already; sealing comes but once.
                if line.phase < .sealed { line.seal(error.problem(line.name)) }
            }
        }
        line.enter(.closed)
    }

    private static func run(
        _ line: CaptureLine, _ pcm: consuming CapturePCM
    ) throws(CaptureFailure) {
        if line.isStopRequested { return line.seal(nil) }
        ALSAMessages.reset()
        var thread = CaptureThread(line, pcm)
        let result = thread.pcm.start()
        if result < 0 { throw CaptureFailure(.open, result) }
        line.enter(.running)
        let end = thread.capture()
        // Sealed before the device is closed, for closing may take long.
        line.seal(end < 0 ? CaptureFailure(.read, end).problem(line.name) : nil)
    }

    private init(_ line: CaptureLine, _ pcm: consuming CapturePCM) {
        self.line = line
        descriptors = .allocate(capacity: pcm.descriptorCount + 1)
        descriptors.initialize(repeating: pollfd(fd: -1, events: 0, revents: 0))
        pcm.describe(UnsafeMutableBufferPointer(rebasing: descriptors.dropLast()))
        descriptors[descriptors.count - 1] = pollfd(
            fd: line.stopDescriptor, events: Int16(POLLIN), revents: 0)
        overflow = .allocate(capacity: AudioFormat.rate / 100)
        overflow.initialize(repeating: 0)
        self.pcm = pcm
    }

    deinit {
        descriptors.deallocate()
        overflow.deallocate()
    }

    /// Captures until it is told to stop (0) or the device fails (a negative errno).
    private mutating func capture() -> Int32 {
        caughtUp = MonotonicClock.nanoseconds
        while true {
            let ready = poll(
                descriptors.baseAddress, nfds_t(descriptors.count), Self.patience)
            let isStopping = descriptors[descriptors.count - 1].revents != 0
            let events = pcm.events(UnsafeMutableBufferPointer(rebasing: descriptors.dropLast()))
            let (count, result) = readAll()
            if count > 0 { line.tellNews() }
            if isStopping { return 0 }
            switch result {
            case -EAGAIN:
                guard count == 0 else { continue }
                // A poll that goes on reporting an error which no read explains would spin.
                if events & Int32(POLLERR | POLLHUP | POLLNVAL) != 0 { return -ENODEV }
                if ready == 0 { return -ETIMEDOUT }
            case -EPIPE:
                // The device stopped at the overrun, and what its buffer held is gone too.
                if let failure = restart(pcm.start()) { return failure }
            case -ESTRPIPE:
                var result = pcm.resume()
                while result == -EAGAIN {
                    if isStopRequested(within: 100) { return 0 }
                    result = pcm.resume()
                }
                if let failure = restart(result) { return failure }
            default:
                return result
            }
        }
    }

    /// Reads until there is no more (`-EAGAIN`) or the device fails.
    private mutating func readAll() -> (count: Int, result: Int32) {
        var total = 0
        while true {
            var result = line.ring.write { space in
                space.isEmpty ? 0 : pcm.read(into: space)
            }
            if result == 0 {
                result = pcm.read(into: overflow)
                if result > 0 { line.ring.lose(result) }
            }
            if result == -Int(EINTR) { continue }
            if result <= 0 {
                if result == 0 || result == -Int(EAGAIN) {
                    caughtUp = MonotonicClock.nanoseconds
                    return (total, -EAGAIN)
                }
                return (total, Int32(result))
            }
            total += result
        }
    }

    /// Counts the gap from the last sample read to the new beginning as lost, or passes on why
    /// there is none.
    private mutating func restart(_ result: Int32) -> Int32? {
        if result < 0 { return result }
        let now = MonotonicClock.nanoseconds
        line.ring.lose(Int((now - caughtUp) * Int64(AudioFormat.rate) / 1_000_000_000))
        line.ring.markLoss()
        caughtUp = now
        line.tellNews()
        return nil
    }

    private func isStopRequested(within milliseconds: Int32) -> Bool {
        var descriptor = descriptors[descriptors.count - 1]
        return poll(&descriptor, 1, milliseconds) > 0
    }
}
