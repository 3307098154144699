import CALSA  // whose headers define pollfd where they are read first
import Glibc

/// A wait of the capture thread, for the device or for a request to stop.
struct CaptureWaiting: ~Copyable {
    /// The device's descriptors, then the one for requests.
    private let descriptors: UnsafeMutableBufferPointer<pollfd>

    init(for pcm: borrowing CapturePCM, or stop: Int32) {
        descriptors = .allocate(capacity: pcm.descriptorCount + 1)
        descriptors.initialize(repeating: pollfd(fd: -1, events: 0, revents: 0))
        pcm.describe(UnsafeMutableBufferPointer(rebasing: descriptors.dropLast()))
        descriptors[descriptors.count - 1] = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
    }

    deinit {
        descriptors.deallocate()
    }

    /// The device's descriptors, as `wait` left them.
    var device: UnsafeMutableBufferPointer<pollfd> {
        UnsafeMutableBufferPointer(rebasing: descriptors.dropLast())
    }

    /// Waits for either, at most for a time in ms; 0 when that has passed (poll(2)).
    func wait(atMost milliseconds: Int32) -> Int32 {
        poll(descriptors.baseAddress, nfds_t(descriptors.count), milliseconds)
    }

    /// Whether the last `wait` found a request to stop.
    var isStopRequested: Bool { descriptors[descriptors.count - 1].revents != 0 }

    /// Waits only for a request to stop.
    func isStopRequested(within milliseconds: Int32) -> Bool {
        var descriptor = descriptors[descriptors.count - 1]
        return poll(&descriptor, 1, milliseconds) > 0
    }
}
