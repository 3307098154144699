import Dictation
import KeyStrokes

/// Somebody who knows which keyboard layout is in use.
protocol LayoutSource {
    /// For people, after “told by”: `KWin`.
    var name: String { get }

    /// Nil where it isn't there or has nothing to tell: the next source is asked.
    ///
    /// - Throws: a problem where it knows that no layout will do.
    func layout() async throws -> NamedLayout?
}

/// Layouts by their names, and the active one among them.
struct NamedLayout: Equatable {
    var names: LayoutNames
    var group = 0
}

extension NamedLayout {
    /// Lists with commas, variants beside layouts; nil if no layout is named.
    init?(
        rules: String = "", model: String, layout: String, variant: String, options: String
    ) {
        if layout.isEmpty { return nil }
        names = LayoutNames(
            rules: rules, model: model, layout: layout, variant: variant, options: options)
    }
}

/// The layout in use, from the first of several sources that knows it.
final class LayoutSearch {
    private let sources: [any LayoutSource]
    private let console: ConsoleKeymap?
    /// The last, for compiling one takes 10 to 20 ms.
    private var compiled: (origin: Origin, keymap: Keymap)?

    private enum Origin: Equatable {
        case names(LayoutNames)
        case text(String)
    }

    /// - Parameter console: is asked before the sources.
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

/// The layout that is configured here.
struct FixedLayout: LayoutSource {
    var name: String
    var names: LayoutNames

    func layout() -> NamedLayout? { NamedLayout(names: names) }
}
