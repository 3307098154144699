import DesktopParts
import KeyStrokes
import LinuxRuntime
import Problems

/// The keyboards of Hyprland, with the layouts and the active one of each (wiki.hypr.land, "IPC").
final class HyprlandKeyboards: CompositorKeyboards {
    let name = "Hyprland"
    let remedy = "A Hyprland that is nested in another session opens none."
    private let connection: HyprlandConnection
    /// The address of the window that had the focus at the beginning of typing.
    private var window: String?

    /// The name of our keyboard in Hyprland; further ones have a number appended.
    private static let keyboard =
        String(VirtualKeyboardIdentity.name.lowercased().map { $0 == " " ? "-" : $0 })

    /// - Parameters:
    ///   - instance: $HYPRLAND_INSTANCE_SIGNATURE.
    ///   - runtime: $XDG_RUNTIME_DIR.
    init(instance: String, runtime: String) {
        connection = HyprlandConnection(instance: instance, runtime: runtime)
    }

    func all() async throws(Problem) -> [JSONValue] {
        try await connection.ask("j/devices")["keyboards"]?.array ?? []
    }

    func isOurs(_ keyboard: JSONValue) -> Bool {
        keyboard["name"]?.string?.hasPrefix(Self.keyboard) == true
    }

    func layout(
        of keyboard: JSONValue, _ compile: (LayoutNames) throws(Problem) -> Keymap
    ) throws(Problem) -> (keymap: Keymap, group: Int) {
        func value(_ name: String) -> String { keyboard[name]?.string ?? "" }
        let named = LayoutInForce(
            rules: value("rules"), model: value("model"), layout: value("layout"),
            variant: value("variant"), options: value("options"))
        let keymap = try compile(named?.names ?? LayoutNames([LayoutNames.Layout("us")]))
        let active = value("active_keymap")
        let groups = 0..<keymap.groupCount
        // The index was added in version 0.48; two layouts may have the same name.
        let group =
            keyboard["active_layout_index"]?.number.map { Int($0) }
            ?? groups.first { keymap.groupName($0) == active }
        guard let group, groups.contains(group), keymap.groupName(group) == active else {
            throw Problem(
                "the active layout “\(active)” is unknown",
                why: "Hyprland uses a keymap (kb_file) that has no name",
                remedy: "Name a layout like it, for instance: utter config set output.layout de")
        }
        return (keymap, group)
    }

    func layoutName(of keyboard: JSONValue) -> String? { keyboard["active_keymap"]?.string }

    func locks(of keyboard: JSONValue) -> KeyboardLocks? {
        guard case .bool(let caps)? = keyboard["capsLock"],
            case .bool(let num)? = keyboard["numLock"]
        else { return nil }
        return (caps ? KeyboardLocks.caps : []).union(num ? .num : [])
    }

    func beginTyping() async throws {
        window = try await focusedWindow()
    }

    /// Hyprland handles its input and its socket in one loop, so its answer shows that it reads.
    func catchUp() async throws {
        if try await focusedWindow() != window { throw FocusLoss.problem }
    }

    private func focusedWindow() async throws -> String? {
        try await connection.ask("j/activewindow")["address"]?.string
    }

    let isGone = false
}
