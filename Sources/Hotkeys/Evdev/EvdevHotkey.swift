public import Dictation
public import DictationParts
import Glibc
public import HotkeyChords
package import KeyboardDevices
import LinuxRuntime
import MonotonicTime
public import Problems
import SystemPackage

/// Chords, watched through the kernel's event devices on every device that has their keys, on any
/// desktop.
///
/// Passive: the keys also reach the focused window. All devices together are one keyboard, see
/// `ChordMatcher`.
public final class EvdevHotkey: HotkeySource {
    /// The chords of the bindings: `RightCtrl, Super+F9`.
    public let name: String

    private let cancelIndex: Int?
    private var matcher: ChordMatcher
    private var deliver: ((HotkeyEvent) -> Void)?
    private var monitor: DeviceMonitor?
    private var permissions: PermissionWatch?
    private var resume: ResumeWatch?

    // By their paths in sysfs.
    private var devices: [String: EvdevDevice] = [:]
    private var unreadable: [String: UnreadableDevice] = [:]
    private var lastNumber = 0
    private lazy var reading = DeviceReading(listener: self)

    /// The last reported failure, so that each is reported once.
    private var obstacle: WatchFailure?

    /// - Parameters:
    ///   - chords: one for each binding, in the bindings' order.
    ///   - cancel: the chord that cancels a dictation, if any.
    public init(chords: [HotkeyChord], cancel: HotkeyChord? = nil) {
        name = chords.map(\.description).joined(separator: ", ")
        matcher = ChordMatcher(chords: chords + (cancel.map { [$0] } ?? []))
        cancelIndex = cancel == nil ? nil : chords.count
        if let cancelIndex { matcher.setLive(false, chord: cancelIndex) }
    }

    /// The nodes of the open devices.
    var watchedNodes: [String] { devices.values.map(\.node) }

    public func availability() -> Availability {
        let devices = EvdevDevices.all().filter { $0.canSend(anyOf: bindingKeys) }
        var unreadable: [UnreadableDevice] = []
        for device in devices {
            // For the effective user, as in open(2).
            if faccessat(AT_FDCWD, device.node, R_OK, AT_EACCESS) == 0 { return .available }
            unreadable.append(
                UnreadableDevice(device: device, errno: SystemError.last("access").errno))
        }
        return .unavailable(WatchFailure(unreadable: unreadable).problem(watching: name))
    }

    public func start(_ deliver: @escaping (HotkeyEvent) -> Void) {
        self.deliver = deliver
        // Before the devices are listed: a device that is plugged in meanwhile is seen twice, never
        // missed.
        let monitor = Result { () throws(SystemError) in
            try DeviceMonitor { [unowned self] change in changed(change) }
        }
        self.monitor = try? monitor.get()
        // Without it, a key that was released during suspend would be up only after its next press.
        resume = try? ResumeWatch { [unowned self] in
            reading.read(resynchronizing: true)
        }
        addAll()
        if case .failure(let error) = monitor {
            self.deliver?(
                .failed(
                    Problem(
                        "cannot notice keyboards that are plugged in", why: "\(error)",
                        remedy: "Restart utter after plugging one in.")))
        }
    }

    public func watch(cancel: Bool) {
        guard let cancelIndex else { return }
        matcher.setLive(cancel, chord: cancelIndex)
        reading.updateKeys()
    }

    public func stop() {
        deliver = nil
        monitor = nil
        permissions = nil
        resume = nil
        devices = [:]
        reading.removeAll()
        unreadable = [:]
        obstacle = nil
        let chords = matcher.chords
        matcher = ChordMatcher(chords: chords)
        if let cancelIndex { matcher.setLive(false, chord: cancelIndex) }
    }

    /// The last keys of the bindings.
    private var bindingKeys: Set<UInt16> {
        Set(matcher.chords.indices.filter { $0 != cancelIndex }.map { matcher.chords[$0].key })
    }

    // MARK: Devices

    private func changed(_ change: DeviceMonitor.Change) {
        // `deliver` may stop this source while the monitor has more changes.
        guard deliver != nil else { return }
        switch change {
        case .present(let device):
            add(device)
            settle()
        case .absent(let path):
            unreadable[path] = nil
            remove(path)
        case .unknown:
            addAll()
        }
    }

    private func addAll() {
        unreadable = [:]
        addPresent()
        settle()
    }

    private func addPresent() {
        for device in EvdevDevices.all() { add(device) }
    }

    private func add(_ device: EvdevDevice) {
        let path = device.path
        guard devices[path] == nil, isWanted(device) else { return }
        unreadable[path] = nil
        do throws(SystemError) {
            lastNumber += 1
            let watched = try WatchedDevice(
                device, number: lastNumber, keys: matcher.keys,
                usesOthers: matcher.hasSpoilableChords
            ) { [unowned self] in reading.read() }
            reading.add(watched, path)
            devices[path] = device
        } catch {
            // ENODEV: just unplugged. The monitor reports that too.
            if error.errno == .operationNotSupportedByDevice { return }
            unreadable[path] = UnreadableDevice(device: device, errno: error.errno)
        }
    }

    /// Whether a key of the device can press a chord, be held for it or spoil it.
    private func isWanted(_ device: EvdevDevice) -> Bool {
        device.canSend(anyOf: bindingKeys.union(HotkeyModifier.allKeys))
            || matcher.hasSpoilableChords && device.canSpoil
    }

    private func remove(_ path: String) {
        devices[path] = nil
        guard let device = reading.remove(path) else { return settle() }
        // The kernel doesn't report to readers the releases on an unplugged keyboard.
        send(
            matcher.lost(
                device: device.number, at: Instant(nanoseconds: MonotonicClock.nanoseconds)))
        settle()
    }

    /// Reports once if nothing can be watched, and waits for permissions while some are missing.
    private func settle() {
        guard deliver != nil else { return }
        let keys = bindingKeys
        // A device may be there although the monitor hasn't reported it yet.
        if !watches(anyOf: keys) { addPresent() }
        if unreadable.isEmpty {
            permissions = nil
        } else if permissions == nil {
            // Without the watch (no /dev/input), the monitor still reports devices.
            permissions = try? PermissionWatch { [unowned self] in addAll() }
        }
        let denied = unreadable.values.filter { $0.device.canSend(anyOf: keys) }
        let obstacle =
            watches(anyOf: keys)
            ? nil : WatchFailure(unreadable: denied.sorted { $0.device.node < $1.device.node })
        guard obstacle != self.obstacle else { return }
        self.obstacle = obstacle
        if let obstacle { deliver?(.failed(obstacle.problem(watching: name))) }
    }

    private func watches(anyOf keys: Set<UInt16>) -> Bool {
        devices.values.contains { $0.canSend(anyOf: keys) }
    }

    // MARK: Keys

    private func send(_ events: [ChordEvent]) {
        for event in events {
            switch event {
            case .pressed(cancelIndex, let at): deliver?(.cancel(at: at))
            case .released(cancelIndex, _), .spoiled(cancelIndex, _): break
            case .pressed(let index, let at): deliver?(.pressed(index, at: at))
            case .released(let index, let at): deliver?(.released(index, at: at))
            case .spoiled(let index, let at): deliver?(.spoiled(index, at: at))
            }
        }
    }
}

extension EvdevHotkey: @EventLoopActor KeyListener {
    package var keys: Set<UInt16> { matcher.keys }
    package var spoilableKeys: Set<UInt16> { matcher.spoilableKeys }
    package var usesOtherKeys: Bool { matcher.usesOtherKeys }

    package func take(_ change: KeyChange) {
        send(
            matcher.handle(
                key: change.key, isDown: change.isDown, device: change.device, at: change.at))
    }

    package func lose(_ name: String) { remove(name) }
}
