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
    /// The last, for compiling one takes 10 to 20 ms.
    private var compiled: (names: LayoutNames, keymap: Keymap)?

    init(_ sources: [any LayoutSource]) {
        self.sources = sources
    }

    func active() async throws -> (keymap: Keymap, group: Int, source: String) {
        for source in sources {
            guard let layout = try await source.layout() else { continue }
            if compiled?.names != layout.names {
                compiled = (layout.names, try Keymap(layout.names))
            }
            return (compiled!.keymap, layout.group, source.name)
        }
        throw Problem(
            "the keyboard layout is unknown", why: "nothing on this machine tells it",
            remedy: "Name it in [output] layout, for instance layout = \"de\".")
    }
}

/// The layout that is configured here.
struct FixedLayout: LayoutSource {
    var name: String
    var names: LayoutNames

    func layout() -> NamedLayout? { NamedLayout(names: names) }
}
