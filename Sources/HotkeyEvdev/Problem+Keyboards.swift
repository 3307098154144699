import Dictation
import SystemPackage

/// A keyboard that has the key and can't be opened.
struct UnreadableDevice: Hashable {
    let device: EvdevDevice
    let errno: Errno

    var isForbidden: Bool { errno == .permissionDenied || errno == .notPermitted }
}

extension Problem {
    /// Why no keyboard can be watched for a key. `unreadable` are the keyboards that have it.
    static func cannotWatch(for key: EvdevKey, unreadable: [UnreadableDevice]) -> Problem {
        let what = "cannot watch for \(key.name)"
        if !unreadable.isEmpty {
            return Problem(
                what,
                why: unreadable.map { "\($0.device.node) (\($0.device.name)): \($0.errno)" }
                    .joined(separator: "; "),
                remedy: unreadable.contains(where: \.isForbidden)
                    ? permission
                    : "A container must be given /dev/input.")
        }
        let keyboards = EvdevDevices.list()
        if keyboards.isEmpty {
            return Problem(
                what, why: "no keyboard is connected",
                remedy: "Connect one: it is noticed by itself.")
        }
        return Problem(
            what,
            why: "no keyboard has this key (\(keyboards.map(\.name).joined(separator: ", ")))",
            remedy: "Choose another key for [hotkey] dictate.")
    }

    /// The two ways to a hotkey, and what the second costs.
    private static let permission = """
        Bind a key to “utter toggle” in the settings of your desktop or compositor: that needs \
        no permission. Or join the group “input” (sudo usermod -aG input $USER, then log in \
        anew): then every program that you run, over ssh too, can read every key that you type, \
        passwords included.
        """
}
