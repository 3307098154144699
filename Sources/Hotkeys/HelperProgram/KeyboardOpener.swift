import CEvdev
import Glibc
import HotkeyChords
import KeyboardDevices
import LinuxRuntime
import SystemPackage

/// The half of the helper that may open devices. It passes them to the other half with all events
/// masked, and revokes them when another user becomes active at their seat. It reads no device and
/// gets nothing from the caller.
final class KeyboardOpener {
    private let socket: MessageSocket
    /// Nil if the caller may use the devices of every seat.
    private let seats: SeatWatch?
    private let monitor: DeviceMonitor
    private var permissions: PermissionWatch?
    private var source: EventSource?

    /// The keys for which devices are opened; nil until the reader has sent them.
    private var wanted: Set<UInt16>?
    // By their paths in sysfs.
    private var open: [String: OpenDevice] = [:]
    private var obstacles: [String: HelperObstacle] = [:]
    /// The last reported obstacle, so that each is reported once.
    private var reported: HelperObstacle?

    /// Serves until the reader is gone. Returns the program's exit status.
    ///
    /// - Parameter onlyAtSeat: whether only the active user of a seat may use its devices.
    static func run(
        socket: Int32, reader: Int32, onlyAtSeat: Bool
    ) throws(SystemError) -> Int32 {
        let news = News()
        let opener = KeyboardOpener(
            MessageSocket(adopting: socket),
            seats: onlyAtSeat ? try SeatWatch { news.opener?.lookAtAll() } : nil,
            monitor: try DeviceMonitor { news.opener?.changed($0) })
        news.opener = opener
        opener.source = try EventLoop.shared.watch(opener.socket.descriptor.descriptor) {
            [unowned opener] _ in opener.receive()
        }
        try HelperConfinement.confineOpener(to: reader)
        return try EventLoop.shared.run()
    }

    /// Takes events of watches that are made before the opener exists.
    private final class News {
        unowned(unsafe) var opener: KeyboardOpener?
        // unsafe: called only while the loop runs, and the opener outlives that.
    }

    private init(_ socket: consuming MessageSocket, seats: SeatWatch?, monitor: DeviceMonitor) {
        self.socket = socket
        self.seats = seats
        self.monitor = monitor
    }

    // MARK: The reader

    private func receive() {
        switch (try? socket.receive()).flatMap(ReaderMessage.init) {
        case .wanted(let keys) where wanted == nil:
            wanted = keys
            lookAtAll()
        case .again:
            // This process may have been stopped, which its user may do, and have missed that
            // another user was active. What was typed then is still in the queues of the open
            // devices.
            for device in open.values { device.revoke() }
            open = [:]
            reported = nil
            send(.again)
            lookAtAll()
        // The reader is gone, or broke the protocol.
        default: EventLoop.shared.stop()
        }
    }

    private func send(_ message: OpenerMessage) {
        do {
            try socket.send(message.message)
        } catch {
            // The reader is gone, or hasn't read hundreds of messages.
            EventLoop.shared.stop(1)
        }
    }

    // MARK: Devices

    private func changed(_ change: DeviceMonitor.Change) {
        switch change {
        case .present(let device):
            look(at: device)
            settle()
        case .absent(let path):
            open[path] = nil
            obstacles[path] = nil
            settle()
        case .unknown:
            lookAtAll()
        }
    }

    private func lookAtAll() {
        obstacles = [:]
        do throws(SystemError) {
            let devices = try EvdevDevices.scan()
            let paths = Set(devices.map(\.path))
            open = open.filter { paths.contains($0.key) }
            for device in devices { look(at: device) }
        } catch {
            obstacles["/sys"] = .failed
        }
        settle()
    }

    private func look(at device: EvdevDevice) {
        guard let wanted else { return }
        let isUsable = device.canSend(anyOf: wanted)
        // Modifiers count on every device, and any key spoils a modifier that is a binding.
        guard isUsable || device.canSend(anyOf: HotkeyModifier.allKeys) || device.canSpoil else {
            return
        }
        let path = device.path
        obstacles[path] = nil
        guard seats?.allows(device.seat) ?? true else {
            open[path]?.revoke()
            open[path] = nil
            if isUsable { obstacles[path] = .inactive }
            return
        }
        guard open[path] == nil else { return }
        do throws(SystemError) {
            let opened = try OpenDevice(device.node, isUsable: isUsable)
            open[path] = opened
            send(opened.message)
        } catch {
            guard isUsable else { return }
            switch error.errno {
            // Just unplugged.
            case .operationNotSupportedByDevice, .noSuchFileOrDirectory: break
            case .permissionDenied, .notPermitted: obstacles[path] = .forbidden
            default: obstacles[path] = .failed
            }
        }
    }

    /// Reports once if no device is open, and waits for permissions while some are missing.
    private func settle() {
        guard wanted != nil else { return }
        if !obstacles.values.contains(.forbidden) {
            permissions = nil
        } else if permissions == nil {
            permissions = try? PermissionWatch { [unowned self] in lookAtAll() }
        }
        // The obstacle that is the easiest to fix first: the one with the lowest number.
        let obstacle =
            open.values.contains(where: \.isUsable)
            ? nil : obstacles.values.min { $0.rawValue < $1.rawValue } ?? .noDevice
        guard obstacle != reported else { return }
        reported = obstacle
        if let obstacle { send(.nothing(obstacle)) }
    }
}

/// A device that was passed on. It stays open so that it can be revoked.
private final class OpenDevice {
    let isUsable: Bool
    private let device: OwnedDescriptor
    private let others: OwnedDescriptor

    /// Opens a device so that it delivers nothing until the reader chooses keys.
    init(_ node: String, isUsable: Bool) throws(SystemError) {
        self.isUsable = isUsable
        device = try Self.open(node)
        others = try Self.open(node)
    }

    var message: OpenerMessage {
        .device(device.rawValue, others: others.rawValue, isUsable: isUsable)
    }

    /// Takes the device away from the reader too.
    func revoke() {
        // Fails only if the device is gone.
        _ = utter_evdev_revoke(device.rawValue)
        _ = utter_evdev_revoke(others.rawValue)
    }

    private static func open(_ node: String) throws(SystemError) -> OwnedDescriptor {
        let descriptor = OwnedDescriptor(
            adopting: try check(
                Glibc.open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC), "open \(node)"))
        // Masks all types of events. Before Linux 4.4 there are no masks: the reader discards what
        // arrived.
        let none: [UInt64] = [0]
        _ = utter_evdev_set_mask(descriptor.rawValue, 0, none, UInt32(MemoryLayout<UInt64>.size))
        return descriptor
    }
}
