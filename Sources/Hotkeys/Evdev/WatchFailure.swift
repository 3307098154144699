import KeyboardDevices
import Problems
import SystemPackage

/// A device with relevant keys that can't be opened.
struct UnreadableDevice: Hashable {
    let device: EvdevDevice
    let errno: Errno

    var isForbidden: Bool { errno == .permissionDenied || errno == .notPermitted }
}

/// Why nothing can be watched.
enum WatchFailure: Equatable {
    /// The devices that have one of the last keys.
    case unreadable([UnreadableDevice])
    case noKeyboard
    case noKey

    /// - Parameter unreadable: the devices that have one of the last keys and can't be opened.
    init(unreadable: [UnreadableDevice]) {
        self =
            if !unreadable.isEmpty {
                .unreadable(unreadable)
            } else if EvdevDevices.list().isEmpty {
                .noKeyboard
            } else {
                .noKey
            }
    }

    /// - Parameter chords: as the configuration writes them.
    func problem(watching chords: String) -> Problem {
        let what = "cannot watch for \(chords)"
        switch self {
        case .unreadable(let devices):
            return Problem(
                what,
                why: devices.map { "\($0.device.node) (\($0.device.name)): \($0.errno)" }
                    .joined(separator: "; "),
                remedy: devices.contains(where: \.isForbidden)
                    ? Self.permission
                    : "A container must be given /dev/input.")
        case .noKeyboard:
            return Problem(
                what, why: "no keyboard is connected",
                remedy: "Connect one, and utter notices it.")
        case .noKey:
            let names = EvdevDevices.list().map(\.name).joined(separator: ", ")
            return Problem(
                what, why: "no keyboard has this key (\(names))",
                remedy: "Choose another key in Utter’s window, or by utter setup hotkey.")
        }
    }

    /// The ways to get a hotkey, and the price of the last one.
    private static let permission = """
        Install the hotkey helper (sudo make install), which reads keyboards for utter and reports \
        of the hotkeys only. Or bind a key to “utter toggle” in the settings of your desktop or \
        compositor: that needs no permission. Or join the group “input” (sudo usermod -aG input \
        $USER, then log in again): then every program that you run, over ssh too, can read every \
        key that you type, passwords included.
        """
}
