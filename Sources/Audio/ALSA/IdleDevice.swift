import Glibc
import Synchronization

/// An open device between two captures.
struct KeptDevice: ~Copyable, Sendable {
    let pcm: CapturePCM
    /// The preroll, if the device listens all the time.
    var last: PrerollBuffer
}

/// Holds a device that stays open until the next capture.
final class IdleDevice: Sendable {
    private let kept = Mutex<KeptDevice?>(nil)

    var isEmpty: Bool { kept.withLock { $0 == nil } }

    /// The descriptors to watch for errors of the device; empty if no device is here.
    var descriptors: [Int32] {
        kept.withLock { $0?.pcm.descriptors ?? [] }
    }

    func put(_ device: consuming KeptDevice) {
        var new: KeptDevice? = device
        kept.withLock { swap(&$0, &new) }
    }

    func take() -> KeptDevice? {
        var taken: KeptDevice?
        kept.withLock { swap(&$0, &taken) }
        return taken
    }
}
