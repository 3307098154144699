import CompositorConnection
import KeyStrokes
import LinuxRuntime
import Problems

/// Hyprland: reports over its socket (wiki.hypr.land, "IPC") its keyboards, the layouts and the
/// active one of each, and the focused window.
final class HyprlandReceiver: KeyboardReceiver {
    let name = "Hyprland"
    private let connection: HyprlandConnection
    private let compose: ComposeTable
    /// How many keyboards with our name existed before ours: those of other utter processes.
    private var others = 0
    private var compiled: (names: LayoutNames, keymap: Keymap)?
    /// The address of the window that had the focus at the beginning of typing.
    private var window: String?

    /// The name of our keyboard in Hyprland; further ones have a number appended.
    private static let keyboard =
        String(UinputDevice.name.lowercased().map { $0 == " " ? "-" : $0 })

    /// - Parameters:
    ///   - instance: $HYPRLAND_INSTANCE_SIGNATURE.
    ///   - runtime: $XDG_RUNTIME_DIR.
    init(instance: String, runtime: String) throws(Problem) {
        connection = HyprlandConnection(instance: instance, runtime: runtime)
        compose = try ComposeTable()
    }

    func beginWatching() async throws {
        others = try await ours().count
    }

    func waitUntilOpened(_ node: String, within limit: Duration) async throws {
        try await poll(
            node, within: limit,
            remedy: "A Hyprland that is nested in another session opens none."
        ) { try await ours().count > others }
    }

    func activeLayout(lights: KeyboardLocks) async throws -> ActiveLayout {
        guard let ours = try await ours().last else {
            throw Problem("cannot read the active layout", why: "Hyprland dropped our keyboard")
        }
        func value(_ name: String) -> String { ours[name]?.string ?? "" }
        let names = NamedLayout(
            rules: value("rules"), model: value("model"), layout: value("layout"),
            variant: value("variant"), options: value("options")
        )?.names ?? LayoutNames([LayoutNames.Layout("us")])
        if compiled?.names != names { compiled = (names, try Keymap(names)) }
        let keymap = compiled!.keymap
        let active = value("active_keymap")
        let groups = 0..<keymap.groupCount
        // The index was added in version 0.48; two layouts may have the same name.
        let group = ours["active_layout_index"]?.number.map { Int($0) }
            ?? groups.first { keymap.groupName($0) == active }
        guard let group, groups.contains(group), keymap.groupName(group) == active else {
            throw Problem(
                "the active layout “\(active)” is unknown",
                why: "Hyprland uses a keymap (kb_file) that has no name",
                remedy: "Name a layout like it in [output] layout, for instance layout = \"de\".")
        }
        return ActiveLayout(
            keymap: keymap, group: group, locks: locks(ours) ?? lights, compose: compose,
            source: name)
    }

    /// The layout of the keyboard used last, which Hyprland calls the main one, unless that is
    /// ours.
    func ownLayoutName() async throws -> String {
        let others = try await keyboards().filter {
            $0["name"]?.string?.hasPrefix(Self.keyboard) != true
        }
        let main = others.first {
            if case .bool(true)? = $0["main"] { true } else { false }
        }
        if let name = (main ?? others.first)?["active_keymap"]?.string { return name }
        throw Problem("cannot read the active layout", why: "Hyprland knows no keyboard")
    }

    /// Nil for versions that don't report them.
    private func locks(_ keyboard: JSONValue) -> KeyboardLocks? {
        guard case .bool(let caps)? = keyboard["capsLock"],
            case .bool(let num)? = keyboard["numLock"]
        else { return nil }
        return (caps ? KeyboardLocks.caps : []).union(num ? .num : [])
    }

    func beginTyping() async throws {
        window = try await focusedWindow()
    }

    /// Hyprland handles its input and its socket in one loop, so its answer shows that it reads.
    func catchUp(after releases: Int) async throws {
        if try await focusedWindow() != window { throw FocusLoss.problem }
    }

    private func focusedWindow() async throws -> String? {
        try await connection.ask("j/activewindow")["address"]?.string
    }

    private func ours() async throws -> [JSONValue] {
        try await keyboards().filter { $0["name"]?.string?.hasPrefix(Self.keyboard) == true }
    }

    private func keyboards() async throws -> [JSONValue] {
        try await connection.ask("j/devices")["keyboards"]?.array ?? []
    }
}
