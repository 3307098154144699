import Dictation
import LinuxRuntime

/// Who is told what happens on several devices.
package protocol KeyListener: AnyObject {
    /// The keys that matter by themselves.
    var keys: Set<UInt16> { get }

    /// Those of which a press begins what another key may spoil.
    var spoilableKeys: Set<UInt16> { get }

    /// Whether all others matter now, for they spoil a chord.
    var heedsOtherKeys: Bool { get }

    /// Something happened. It may remove all devices.
    func take(_ change: KeyChange)

    /// A device of this name never tells anything again. It is to be removed.
    func lose(_ name: String)
}

/// Reads several devices and tells what happened on them in the order of time.
package final class DeviceReading {
    private unowned let listener: any KeyListener
    /// By names that the listener chose.
    private var devices: [String: WatchedDevice] = [:]
    private var pending: [KeyChange] = []
    private var isReading = false
    /// Counts how often all were removed.
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

    /// Makes the devices tell the listener's keys, which have changed.
    package func updateKeys() {
        for device in devices.values { device.setKeys(listener.keys) }
    }

    /// Reads all devices and tells what it means, in the order of time.
    ///
    /// - Parameter resynchronizing: also ask the kernel for the state of the keys, which may have
    ///   changed unseen.
    package func read(resynchronizing: Bool = false) {
        // What is told may switch a chord or end it all.
        guard !isReading else { return }
        isReading = true
        defer { isReading = false }
        let session = session
        for pass in 1...3 {
            // What came after this moment may have come before something on a device that has
            // been read already: it waits for the next pass. The last one ends it, whatever a
            // device that floods still sends.
            let horizon = pass == 3 ? Int64.max : MonotonicClock.nanoseconds
            for device in devices.values {
                pending += resynchronizing && pass == 1 ? device.resynchronize() : device.read()
            }
            readOthers()
            let changes = pending.filter { $0.at.nanoseconds <= horizon }
                .sorted(by: KeyChange.isBefore)
            pending.removeAll { $0.at.nanoseconds <= horizon }
            for change in changes {
                // The first descriptor of a device tells of the keys that matter.
                if change.isOther, listener.keys.contains(change.key) { continue }
                listener.take(change)
                guard self.session == session else { return }
            }
            if pending.isEmpty { break }
        }
        for (name, device) in devices where device.isGone { listener.lose(name) }
        let heedsOthers = listener.heedsOtherKeys
        for device in devices.values { device.others?.setAwake(heedsOthers) }
    }

    /// Reads the keys that may spoil a chord which is down or goes down now.
    private func readOthers() {
        // Not at each capital letter: only where a chord can begin.
        let spoilable = listener.spoilableKeys
        let downs = pending.filter { $0.isDown && spoilable.contains($0.key) }
        let first = listener.heedsOtherKeys
            ? Instant(nanoseconds: 0) : downs.map(\.at).min()
        guard let first else { return }
        for device in devices.values {
            pending += device.others?.read(since: first) ?? []
        }
    }
}
