import CEvdev
import Dictation
import Glibc
import LinuxRuntime
import SystemPackage

/// All that could be pressed together with a modifier, so that RightCtrl of RightCtrl+C is not
/// taken for a tap: the keys of a device, a mouse's buttons and wheels.
///
/// The kernel queues them, and nobody looks while no chord of a lone modifier is down: typing
/// wakes nothing. When one is, the queue has what came after it, by the time stamps, even if
/// that was before this process woke up. Of what is older nothing is kept.
final class OtherKeys {
    private let descriptor: OwnedDescriptor
    private let number: Int
    private var source: EventSource?
    private var isAwake = false

    /// Takes a device that was opened for this alone; `label` names it in errors.
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

    /// Not what a finger on a touchpad, a pen on a tablet or a game controller sends (BTN_MISC
    /// to BTN_GEAR_UP but for the mouse's, BTN_DPAD…, BTN_TRIGGER_HAPPY…).
    private static let keys = Array(1..<UInt16(BTN_MISC))
        + Array(UInt16(BTN_LEFT)...UInt16(BTN_TASK))
        + Array(UInt16(KEY_OK)..<UInt16(BTN_DPAD_UP))
        + Array(UInt16(BTN_DPAD_RIGHT) + 1..<UInt16(BTN_TRIGGER_HAPPY))

    private static let wheels = [UInt16(REL_WHEEL), UInt16(REL_HWHEEL)]

    /// Whether to wake for them.
    func setAwake(_ isAwake: Bool) {
        guard isAwake != self.isAwake else { return }
        self.isAwake = isAwake
        if isAwake { source?.resume() } else { source?.pause() }
    }

    /// Reads what was pressed since a time, and forgets what was before. Releases don't matter.
    func read(since start: Instant) -> [KeyChange] {
        var changes: [KeyChange] = []
        withUnsafeTemporaryAllocation(of: input_event.self, capacity: 64) { buffer in
            while true {
                let size = Glibc.read(
                    descriptor.rawValue, buffer.baseAddress, buffer.count * Self.eventSize)
                // Unplugged: the other descriptor tells.
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
        // So much was pressed that the queue was full.
        case EV_SYN: Int32(event.code) == SYN_DROPPED
        default: false
        }
    }
}
