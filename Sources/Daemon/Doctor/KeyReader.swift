import CEvdev
import Glibc
import HotkeyChords
import HotkeyHelper
import KeyboardDevices
import LinuxRuntime
import Problems
import SystemPackage

/// Reports the names of all keys and buttons that are pressed, on all devices, for a user who looks
/// for a name for the configuration, and runs a command to see it. The daemon has none: its hotkeys
/// come from the helper, which can't be asked for every key.
final class KeyReader {
    /// A press of a key.
    struct Press: Sendable {
        /// The key with the held modifiers, as the configuration writes it.
        let chord: HotkeyChord
        /// The kernel's name of the key.
        let kernelName: String
        let device: EvdevDevice
    }

    private var devices: [Reading] = []
    private var held: Set<UInt16> = []

    private final class Reading {
        let device: EvdevDevice
        let descriptor: OwnedDescriptor
        var source: EventSource?

        init(_ device: EvdevDevice) throws(SystemError) {
            self.device = device
            descriptor = OwnedDescriptor(
                adopting: try check(
                    open(device.node, O_RDONLY | O_NONBLOCK | O_CLOEXEC), "open \(device.node)"))
            var mask = EventMask()
            // Without the finger events of touchpads and the pen events of tablets.
            let touches = UInt16(BTN_DIGI)..<UInt16(BTN_WHEEL)
            mask.pass(EV_KEY, (1..<UInt16(KEY_MAX)).filter { !touches.contains($0) })
            mask.set(on: descriptor.rawValue)
        }
    }

    /// Begins to read the connected devices; `handle` is called on the event loop for each key that
    /// goes down.
    ///
    /// - Throws: why no device can be read.
    init(_ handle: @escaping (Press) -> Void) throws(Problem) {
        var errors: [SystemError] = []
        for device in EvdevDevices.all() where device.canSpoil {
            do throws(SystemError) {
                let reading = try Reading(device)
                reading.source = try EventLoop.shared.watch(reading.descriptor.descriptor) {
                    [unowned self, unowned reading] _ in read(reading, handle)
                }
                devices.append(reading)
            } catch {
                errors.append(error)
            }
        }
        guard devices.isEmpty else { return }
        throw Self.problem(errors)
    }

    /// Why no device can be read.
    private static func problem(_ errors: [SystemError]) -> Problem {
        let what = "cannot see which keys you press"
        guard let first = errors.first else {
            return Problem(what, why: "no keyboard is connected", remedy: "Connect one.")
        }
        return Problem(
            what, why: "\(first)",
            remedy: first.errno == .permissionDenied
                ? "Let the administrator’s rights read them: sudo utter devices --keys"
                : "A container must be given /dev/input.")
    }

    private func read(_ reading: Reading, _ handle: (Press) -> Void) {
        var event = input_event()
        let size = MemoryLayout<input_event>.size
        while true {
            let count = Glibc.read(reading.descriptor.rawValue, &event, size)
            guard count == size else {
                // Unplugged: the descriptor would be ready forever.
                if count < 0, Errno.current != .wouldBlock { reading.source = nil }
                return
            }
            switch (Int32(event.type), event.value) {
            case (EV_KEY, 0): held.remove(event.code)
            case (EV_KEY, 1):
                handle(press(of: event.code, on: reading))
                if HotkeyModifier.allKeys.contains(event.code) { held.insert(event.code) }
            default: break
            }
        }
    }

    private func press(of key: UInt16, on reading: Reading) -> Press {
        var modifiers: [HotkeyModifier: HotkeyModifier.Side] = [:]
        for held in held {
            guard let (modifier, _) = HotkeyModifier.ofKey(held) else { continue }
            modifiers[modifier] = .either
        }
        let names = KeyNames.evdev
        return Press(
            chord: HotkeyChord(modifiers: modifiers, key: key, keyName: names.shortName(of: key)),
            kernelName: names.kernelName(of: key), device: reading.device)
    }
}
