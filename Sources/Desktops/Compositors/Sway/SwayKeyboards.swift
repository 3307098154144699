import DesktopParts
import KeyStrokes
import LinuxRuntime
import Problems

/// The keyboards of sway, with the layouts and the active one of each (sway-ipc(7)).
final class SwayKeyboards: CompositorKeyboards {
    let name = "sway"
    let remedy = "A sway without input devices (headless, nested) opens none."
    private let socket: String
    private let connection: SwayConnection
    private let layouts: LayoutDescriptions
    private var focus: SwayFocus?

    private static let identifier =
        "\(VirtualKeyboardIdentity.vendor):\(VirtualKeyboardIdentity.product):"

    /// - Parameter socket: $SWAYSOCK.
    init(socket: String) throws(Problem) {
        self.socket = socket
        connection = try SwayConnection(socket)
        layouts = try LayoutDescriptions()
    }

    func all() async throws(Problem) -> [JSONValue] {
        let devices = try await connection.request(.inputs).array ?? []
        return devices.filter { $0["type"]?.string == "keyboard" }
    }

    func isOurs(_ keyboard: JSONValue) -> Bool {
        keyboard["identifier"]?.string?.hasPrefix(Self.identifier) == true
    }

    func layout(
        of keyboard: JSONValue, _ compile: (LayoutNames) throws(Problem) -> Keymap
    ) throws(Problem) -> (keymap: Keymap, group: Int) {
        let descriptions = keyboard["xkb_layout_names"]?.array?.compactMap(\.string) ?? []
        if descriptions.isEmpty {
            throw Problem("cannot read the active layout", why: "sway reports none")
        }
        var names: [LayoutNames.Layout] = []
        for description in descriptions { names.append(try layouts.layout(description)) }
        let group = keyboard["xkb_active_layout_index"]?.number.map { Int($0) } ?? 0
        return (try compile(LayoutNames(names)), group)
    }

    func layoutName(of keyboard: JSONValue) -> String? {
        keyboard["xkb_active_layout_name"]?.string
    }

    func locks(of keyboard: JSONValue) -> KeyboardLocks? { nil }

    func beginTyping() async throws {
        focus = try await SwayFocus.now(socket: socket)
    }

    /// sway handles its input and its socket in one loop, so its answer shows that it reads.
    func catchUp() async throws {
        _ = try await connection.request(.version)
        try await focus?.check()
    }

    var isGone: Bool { connection.isGone }
}
