public import Dictation
import Glibc
import LinuxRuntime
import SystemPackage

/// One key, watched on every keyboard through the kernel's event devices, whatever the desktop.
///
/// It is passive: the key also reaches the focused window. With several keyboards the key is
/// down while it is down on any of them.
public final class EvdevHotkey: HotkeySource {
    public let name = "evdev"
    private let key: EvdevKey
    private var deliver: ((HotkeyEvent) -> Void)?
    private var monitor: DeviceMonitor?
    private var permissions: PermissionWatch?

    // By their place in sysfs. Only keyboards that have the key.
    private var keyboards: [String: WatchedKeyboard] = [:]
    private var unreadable: [String: UnreadableDevice] = [:]
    private var holding: Set<String> = []

    /// What was told last, so that it is told once.
    private var failure: Problem?

    public init(key: EvdevKey) {
        self.key = key
    }

    /// The nodes that are open.
    var watchedNodes: [String] { keyboards.values.map(\.device.node) }

    public func availability() -> Availability {
        let devices = EvdevDevices.all().filter { $0.has(key) }
        var unreadable: [UnreadableDevice] = []
        for device in devices {
            // By the effective user, as open(2) asks.
            if faccessat(AT_FDCWD, device.node, R_OK, AT_EACCESS) == 0 { return .available }
            unreadable.append(
                UnreadableDevice(device: device, errno: SystemError.last("access").errno))
        }
        return .unavailable(.cannotWatch(for: key, unreadable: unreadable))
    }

    public func start(_ deliver: @escaping (HotkeyEvent) -> Void) {
        self.deliver = deliver
        // Before the devices are listed: one that is plugged in meanwhile is seen twice, never
        // missed.
        let monitor = Result { () throws(SystemError) in
            try DeviceMonitor { [unowned self] change in changed(change) }
        }
        self.monitor = try? monitor.get()
        addAll()
        if case .failure(let error) = monitor {
            self.deliver?(.failed(Problem(
                "cannot notice keyboards that are plugged in", why: "\(error)",
                remedy: "Restart utter after plugging one in.")))
        }
    }

    public func stop() {
        deliver = nil
        monitor = nil
        permissions = nil
        keyboards = [:]
        unreadable = [:]
        holding = []
        failure = nil
    }

    // MARK: Devices

    private func changed(_ change: DeviceMonitor.Change) {
        // What is delivered may stop this source while the monitor still has more to tell.
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
        for device in EvdevDevices.all() { add(device) }
        settle()
    }

    private func add(_ device: EvdevDevice) {
        let path = device.path
        guard device.has(key), keyboards[path] == nil else { return }
        unreadable[path] = nil
        do throws(SystemError) {
            keyboards[path] = try WatchedKeyboard(device, key: key) { [unowned self] change in
                changed(change, path)
            }
        } catch {
            // ENODEV: unplugged in between. The monitor tells of that too.
            if error.errno == .operationNotSupportedByDevice { return }
            unreadable[path] = UnreadableDevice(device: device, errno: error.errno)
        }
    }

    private func remove(_ path: String) {
        keyboards[path] = nil
        // The kernel tells readers of an unplugged keyboard nothing of the keys it let go.
        letGo(path, at: Instant(nanoseconds: MonotonicClock.nanoseconds))
        settle()
    }

    /// Tells when nothing can be watched, once, and waits for permissions while some are missing.
    private func settle() {
        guard deliver != nil else { return }
        if unreadable.isEmpty {
            permissions = nil
        } else if permissions == nil {
            // Without it (no /dev/input), the monitor tells of devices all the same.
            permissions = try? PermissionWatch { [unowned self] in addAll() }
        }
        let problem = keyboards.isEmpty
            ? Problem.cannotWatch(
                for: key, unreadable: unreadable.values.sorted { $0.device.node < $1.device.node })
            : nil
        guard problem != failure else { return }
        failure = problem
        if let problem { deliver?(.failed(problem)) }
    }

    // MARK: The key

    private func changed(_ change: WatchedKeyboard.Change, _ path: String) {
        // What is delivered may stop this source: then the keyboard that still reads is none
        // of ours.
        guard keyboards[path] != nil else { return }
        switch change {
        case .down(let at):
            let isFirst = holding.isEmpty
            if holding.insert(path).inserted, isFirst { deliver?(.pressed(at: at)) }
        case .up(let at):
            letGo(path, at: at)
        case .gone:
            remove(path)
        }
    }

    private func letGo(_ path: String, at: Instant) {
        // A release without its press was held when watching began.
        guard holding.remove(path) != nil, holding.isEmpty else { return }
        deliver?(.released(at: at))
    }
}
