import CompositorConnection
import Glibc
import KeyStrokes
import LinuxRuntime
import Problems
import SystemPackage

/// sway: reports over its socket (sway-ipc(7)) the input devices that it has opened, and the
/// layouts and the active one of each.
final class SwayReceiver: KeyboardReceiver {
    let name = "sway"
    private let socket: String
    private let connection: SwayConnection
    private var focus: SwayFocus?
    private let compose: ComposeTable
    private let layouts: LayoutDescriptions
    /// How many keyboards with our numbers existed before ours: those of other utter processes.
    private var others = 0
    private var keymap: (names: [String], keymap: Keymap)?

    private static let identifier =
        "\(VirtualKeyboardIdentity.vendor):\(VirtualKeyboardIdentity.product):"

    init(socket: String) throws(Problem) {
        self.socket = socket
        connection = try SwayConnection(socket)
        compose = try ComposeTable()
        layouts = try LayoutDescriptions()
    }

    func beginWatching() async throws {
        others = try await ours().count
    }

    func waitUntilOpened(_ node: String, within limit: Duration) async throws {
        try await poll(
            node, within: limit,
            remedy: "A sway without input devices (headless, nested) opens none."
        ) { try await ours().count > others }
    }

    func activeLayout(lights: KeyboardLocks) async throws -> ActiveLayout {
        guard let ours = try await ours().last,
            let names = ours["xkb_layout_names"]?.array?.compactMap(\.string), !names.isEmpty
        else { throw Problem("cannot read the active layout", why: "sway dropped our keyboard") }
        let group = ours["xkb_active_layout_index"]?.number.map { Int($0) } ?? 0
        if keymap?.names != names {
            let layouts = try names.map { try self.layouts.layout($0) }
            keymap = (names, try Keymap(LayoutNames(layouts)))
        }
        return ActiveLayout(
            keymap: keymap!.keymap, group: group, locks: lights, compose: compose, source: name)
    }

    /// The layout of the first keyboard that isn't ours: sway only keeps all keyboards in step if
    /// the user has configured that.
    func ownLayoutName() async throws -> String {
        let name = try await connection.request(.inputs).array?.lazy
            .filter { $0["type"]?.string == "keyboard" }
            .filter { $0["identifier"]?.string?.hasPrefix(Self.identifier) != true }
            .compactMap { $0["xkb_active_layout_name"]?.string }.first
        if let name { return name }
        throw Problem("cannot read the active layout", why: "sway knows no keyboard")
    }

    func beginTyping() async throws {
        focus = try await SwayFocus.now(socket: socket)
    }

    /// sway handles its input and its socket in one loop, so its answer shows that it reads.
    func catchUp(after releases: Int) async throws {
        _ = try await connection.request(.version)
        try await focus?.check()
    }

    func isGone() -> Bool { connection.isGone }

    /// The keyboards with utter's numbers.
    private func ours() async throws -> [JSONValue] {
        try await connection.request(.inputs).array?.filter {
            $0["type"]?.string == "keyboard"
                && $0["identifier"]?.string?.hasPrefix(Self.identifier) == true
        } ?? []
    }
}
