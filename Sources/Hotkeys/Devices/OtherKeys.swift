import CEvdev
import Glibc
import LinuxRuntime
import MonotonicTime
import SystemPackage

/// All keys that may be pressed together with a modifier, so that RightCtrl of RightCtrl+C is not
/// taken for a tap: the keys of a device, and a mouse's buttons and wheels.
///
/// The kernel queues them, and they aren't read while no chord of a single modifier is down: typing
/// wakes nothing. When one is down, the time stamps show which events in the queue came after it,
/// even those from before this process woke up. Older events are discarded.
final class OtherKeys {
    private let descriptor: OwnedDescriptor
    private let number: Int
    private var source: EventSource?
    private var isAwake = false

    /// Takes over a descriptor that was opened only for this; `label` names it in errors.
    init(
        _ descriptor: consuming OwnedDescriptor, label: String, number: Int,
        onReady: @escaping () -> Void
    ) throws(SystemError) {
        self.number = number
        self.descriptor = descriptor
        var mask = EventMask()
        mask.pass(EV_KEY, Self.keys)
        mask.pass(EV_REL, Self.wheels)
        mask.set(on: self.descriptor.rawValue)
        try check(
            utter_evdev_set_clock(self.descriptor.rawValue, CLOCK_MONOTONIC),
            "EVIOCSCLOCKID \(label)")
        source = try EventLoop.shared.watch(self.descriptor.descriptor) { _ in onReady() }
        source?.pause()
    }

    /// Without what fingers on touchpads, pens on tablets and game controllers send (BTN_MISC to
    /// BTN_GEAR_UP but for the mouse's, BTN_DPAD…, BTN_TRIGGER_HAPPY…).
    private static let keys =
        Array(1..<UInt16(BTN_MISC))
        + Array(UInt16(BTN_LEFT)...UInt16(BTN_TASK))
        + Array(UInt16(KEY_OK)..<UInt16(BTN_DPAD_UP))
        + Array(UInt16(BTN_DPAD_RIGHT) + 1..<UInt16(BTN_TRIGGER_HAPPY))

    private static let wheels = [UInt16(REL_WHEEL), UInt16(REL_HWHEEL)]

    /// Whether their events wake the process.
    func setAwake(_ isAwake: Bool) {
        guard isAwake != self.isAwake else { return }
        self.isAwake = isAwake
        if isAwake { source?.resume() } else { source?.pause() }
    }

    /// Reads the presses since a time, and discards older ones. Releases don't matter.
    func read(since start: Instant) -> [KeyChange] {
        var changes: [KeyChange] = []
        withUnsafeTemporaryAllocation(of: input_event.self, capacity: 64) { buffer in
            while true {
                let size = Glibc.read(
                    descriptor.rawValue, buffer.baseAddress, buffer.count * Self.eventSize)
                // Unplugged: the other descriptor reports it.
                guard size > 0 else { return }
                for event in buffer.prefix(size / Self.eventSize) where isPress(event) {
                    let at = Instant(event)
                    guard at >= start else { continue }
                    changes.append(
                        KeyChange(
                            key: event.code, isDown: true, at: at, device: number, isOther: true))
                }
            }
        }
        return changes
    }

    private static let eventSize = MemoryLayout<input_event>.size

    private func isPress(_ event: input_event) -> Bool {
        switch Int32(event.type) {
        case EV_KEY: event.value == 1
        case EV_REL: true
        // The queue overflowed, so something was pressed.
        case EV_SYN: Int32(event.code) == SYN_DROPPED
        default: false
        }
    }
}
