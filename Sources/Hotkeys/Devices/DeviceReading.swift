import LinuxRuntime
import MonotonicTime

/// Takes the key changes of several devices.
package protocol KeyListener: AnyObject {
    /// The keys that are relevant by themselves.
    var keys: Set<UInt16> { get }

    /// The keys whose press begins a chord that another key can spoil.
    var spoilableKeys: Set<UInt16> { get }

    /// Whether all other keys are relevant now, since they spoil a chord.
    var usesOtherKeys: Bool { get }

    /// A key changed. The listener may remove all devices.
    func take(_ change: KeyChange)

    /// The device of this name has no more events. The listener must remove it.
    func lose(_ name: String)
}

/// Reads several devices and reports key changes in the order of time.
package final class DeviceReading {
    private unowned let listener: any KeyListener
    /// By the names that the listener chose.
    private var devices: [String: WatchedDevice] = [:]
    private var pending: [KeyChange] = []
    private var isReading = false
    /// Counts how often all devices were removed.
    private var session = 0

    /// The listener owns this object.
    package init(listener: any KeyListener) {
        self.listener = listener
    }

    /// The device's `onReady` must call ``read(resynchronizing:)``.
    package func add(_ device: WatchedDevice, _ name: String) { devices[name] = device }

    package func remove(_ name: String) -> WatchedDevice? { devices.removeValue(forKey: name) }

    package func removeAll() {
        devices = [:]
        pending = []
        session += 1
    }

    /// Passes the listener's keys on to the devices, after they have changed.
    package func updateKeys() {
        for device in devices.values { device.setKeys(listener.keys) }
    }

    /// Reads all devices and reports the changes, in the order of time.
    ///
    /// - Parameter resynchronizing: also ask the kernel for the state of the keys, which may have
    ///   changed without an event.
    package func read(resynchronizing: Bool = false) {
        // The listener may switch a chord or remove all devices, and so call this again.
        guard !isReading else { return }
        isReading = true
        defer { isReading = false }
        let session = session
        for pass in 1...3 {
            // An event that is later than this may be later than one of a device that has been read
            // already: it waits for the next pass. The last pass takes everything, so that a device
            // that floods can't go on forever.
            let horizon = pass == 3 ? Int64.max : MonotonicClock.nanoseconds
            for device in devices.values {
                pending += resynchronizing && pass == 1 ? device.resynchronize() : device.read()
            }
            readOthers()
            let changes = pending.filter { $0.at.nanoseconds <= horizon }
                .sorted(by: KeyChange.isBefore)
            pending.removeAll { $0.at.nanoseconds <= horizon }
            for change in changes {
                // Relevant keys come from the device's first descriptor.
                if change.isOther, listener.keys.contains(change.key) { continue }
                listener.take(change)
                guard self.session == session else { return }
            }
            if pending.isEmpty { break }
        }
        for (name, device) in devices where device.isGone { listener.lose(name) }
        let usesOthers = listener.usesOtherKeys
        for device in devices.values { device.others.setAwake(usesOthers) }
    }

    /// Reads the keys that may spoil a chord that is down or goes down now.
    private func readOthers() {
        // Only if a chord can have begun, so not with each capital letter.
        let spoilable = listener.spoilableKeys
        let downs = pending.filter { $0.isDown && spoilable.contains($0.key) }
        let first =
            listener.usesOtherKeys
            ? Instant(nanoseconds: 0) : downs.map(\.at).min()
        guard let first else { return }
        for device in devices.values {
            pending += device.others.read(since: first)
        }
    }
}
