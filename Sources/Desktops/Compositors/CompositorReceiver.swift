package import DesktopParts
package import KeyStrokes
package import LinuxRuntime
package import Problems

/// The keyboards of a compositor with its own socket, each as the compositor describes it in JSON.
@EventLoopActor
package protocol CompositorKeyboards: AnyObject {
    /// Its name for messages: `sway`.
    var name: String { get }

    /// Why it may have opened none.
    var remedy: String { get }

    /// All keyboards that it has opened.
    func all() async throws(Problem) -> [JSONValue]

    /// Whether a keyboard is one of utter's.
    func isOurs(_ keyboard: JSONValue) -> Bool

    /// The keymap of a keyboard and its active group.
    ///
    /// - Parameter compile: makes a keymap of names.
    /// - Throws: a problem if it is one that has no name.
    func layout(
        of keyboard: JSONValue, _ compile: (LayoutNames) throws(Problem) -> Keymap
    ) throws(Problem) -> (keymap: Keymap, group: Int)

    /// The name of the active layout of a keyboard.
    func layoutName(of keyboard: JSONValue) -> String?

    /// Nil for versions that don't report them.
    func locks(of keyboard: JSONValue) -> KeyboardLocks?

    /// Notes the focused window.
    func beginTyping() async throws

    /// Suspends until it has read what was typed; throws if the focus has moved.
    func catchUp() async throws

    /// Whether the connection to it has ended, for good.
    var isGone: Bool { get }
}

/// A compositor with its own socket as the reader of keyboards.
package final class CompositorReceiver: KeyboardReceiver {
    package var name: String { keyboards.name }
    private let keyboards: any CompositorKeyboards
    private let compose: ComposeTable
    /// How many of utter's keyboards existed before ours: they belong to other utter processes.
    private var others = 0
    private var compiled: (names: LayoutNames, keymap: Keymap)?

    package init(_ keyboards: any CompositorKeyboards) throws(Problem) {
        self.keyboards = keyboards
        compose = try ComposeTable()
    }

    package func beginWatching() async throws {
        others = try await ours().count
    }

    package func waitUntilOpened(_ node: String, within limit: Duration) async throws {
        try await poll(node, within: limit, remedy: keyboards.remedy) {
            try await ours().count > others
        }
    }

    package func activeLayout(lights: KeyboardLocks) async throws -> ActiveLayout {
        guard let ours = try await ours().last else {
            throw Problem("cannot read the active layout", why: "\(name) dropped our keyboard")
        }
        let layout = try keyboards.layout(of: ours) { (names) throws(Problem) in
            if let compiled, compiled.names == names { return compiled.keymap }
            let keymap = try Keymap(names)
            compiled = (names, keymap)
            return keymap
        }
        return ActiveLayout(
            keymap: layout.keymap, group: layout.group,
            locks: keyboards.locks(of: ours) ?? lights, compose: compose, source: name)
    }

    /// The layout of the keyboard used last, if the compositor reports it, else of the first:
    /// compositors only keep all keyboards in step if the user has configured that.
    package func ownLayoutName() async throws -> String {
        let others = try await keyboards.all().filter { !keyboards.isOurs($0) }
        let main = others.filter { $0["main"] == .bool(true) }
        let names = (main + others).compactMap { keyboards.layoutName(of: $0) }
        if let name = names.first { return name }
        throw Problem("cannot read the active layout", why: "\(name) knows no keyboard")
    }

    package func beginTyping() async throws { try await keyboards.beginTyping() }

    package func catchUp(after releases: Int) async throws { try await keyboards.catchUp() }

    package func isGone() -> Bool { keyboards.isGone }

    private func ours() async throws -> [JSONValue] {
        try await keyboards.all().filter { keyboards.isOurs($0) }
    }
}
