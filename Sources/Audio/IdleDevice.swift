import Glibc
import Synchronization

/// An open device on its way from one capture to the next.
struct KeptDevice: ~Copyable, Sendable {
    let pcm: CapturePCM
    /// What it heard last, where it listens all the time.
    var last: PrerollBuffer
}

/// Where a device that stays open waits for the next capture.
final class IdleDevice: Sendable {
    private let kept = Mutex<KeptDevice?>(nil)

    var isEmpty: Bool { kept.withLock { $0 == nil } }

    /// The descriptors that tell of the device's errors; none where it isn't here.
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
