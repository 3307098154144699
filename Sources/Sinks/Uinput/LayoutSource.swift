import KeyStrokes
import Problems

/// A source that knows which keyboard layout is in use.
protocol LayoutSource {
    /// Its name for messages, after “told by”: `KWin`.
    var name: String { get }

    /// Nil if the source isn't available or doesn't know: the next source is asked.
    ///
    /// - Throws: a problem if it knows that no layout can be used.
    func layout() async throws -> NamedLayout?
}

/// Layouts by name, and which of them is active.
struct NamedLayout: Equatable {
    var names: LayoutNames
    var group = 0
}

extension NamedLayout {
    /// From comma-separated lists, with variants separate from layouts; nil if there is no layout.
    init?(
        rules: String = "", model: String, layout: String, variant: String, options: String
    ) {
        if layout.isEmpty { return nil }
        names = LayoutNames(
            rules: rules, model: model, layout: layout, variant: variant, options: options)
    }
}

/// The layout in use, from the first source that knows it.
final class LayoutSearch {
    private let sources: [any LayoutSource]
    private let console: ConsoleKeymap?
    /// The keymap compiled last, since compiling takes 10 to 20 ms.
    private var compiled: (origin: Origin, keymap: Keymap)?

    private enum Origin: Equatable {
        case names(LayoutNames)
        case text(String)
    }

    /// - Parameter console: asked before the sources.
    init(_ sources: [any LayoutSource], console: ConsoleKeymap? = nil) {
        self.sources = sources
        self.console = console
    }

    func active() async throws -> (keymap: Keymap, group: Int, source: String) {
        if let text = console?.text {
            return (try keymap(.text(text)), 0, ConsoleKeymap.name)
        }
        for source in sources {
            guard let layout = try await source.layout() else { continue }
            return (try keymap(.names(layout.names)), layout.group, source.name)
        }
        throw Problem(
            "the keyboard layout is unknown", why: "nothing on this machine tells it",
            remedy: "Name it in [output] layout, for instance layout = \"de\".")
    }

    private func keymap(_ origin: Origin) throws(Problem) -> Keymap {
        if let compiled, compiled.origin == origin { return compiled.keymap }
        let keymap =
            switch origin {
            case .names(let names): try Keymap(names)
            case .text(let text): try Keymap(text: text)
            }
        compiled = (origin, keymap)
        return keymap
    }
}

/// A fixed layout, for example from the configuration.
struct FixedLayout: LayoutSource {
    var name: String
    var names: LayoutNames

    func layout() -> NamedLayout? { NamedLayout(names: names) }
}
