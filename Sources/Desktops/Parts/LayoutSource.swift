package import KeyStrokes
import Problems

/// A source that knows the keyboard layout in force.
package protocol LayoutSource {
    /// Its name for messages, after “reported by”: `KWin`.
    var name: String { get }

    /// Nil if the source isn't available or doesn't know: the next source is asked.
    ///
    /// - Throws: a problem if it knows that no layout can be used.
    func layout() async throws -> LayoutInForce?
}

/// A keyboard layout, and the group of it that is active.
package struct LayoutInForce: Equatable {
    package enum Description: Equatable {
        /// As xkeyboard-config names it.
        case names(LayoutNames)
        /// A keymap in XKB's text format.
        case text(String)
    }

    package var description: Description
    package var group: Int
    /// The input method that makes other text of the layout's keys: `anthy`; nil if there is none.
    package var inputMethod: String?

    package init(_ description: Description, group: Int = 0, inputMethod: String? = nil) {
        (self.description, self.group, self.inputMethod) = (description, group, inputMethod)
    }

    /// Nil if it has none.
    package var names: LayoutNames? {
        if case .names(let names) = description { names } else { nil }
    }

    /// From comma-separated lists, with variants separate from layouts; nil if there is no layout.
    package init?(
        rules: String = "", model: String, layout: String, variant: String, options: String
    ) {
        if layout.isEmpty { return nil }
        self.init(
            .names(
                LayoutNames(
                    rules: rules, model: model, layout: layout, variant: variant,
                    options: options)))
    }
}

/// The layout in force, from the first source that knows it.
package final class LayoutSearch {
    private let sources: [any LayoutSource]
    /// The keymap compiled last, since compiling takes 10 to 20 ms.
    private var compiled: (description: LayoutInForce.Description, keymap: Keymap)?

    /// - Parameters:
    ///   - configured: the setting; if there is one, no source is asked.
    ///   - source: knows the layout of the desktop. After it come the sources of the machine, and
    ///     finally the usual default `us`.
    package init(
        _ environment: SessionEnvironment, configured: LayoutNames?,
        _ source: (any LayoutSource)? = nil
    ) {
        if let configured {
            sources = [FixedLayout(name: "[output] layout", names: configured)]
            return
        }
        let variables = environment.variables
        let others: [any LayoutSource] = [
            EnvironmentLayout(environment: variables), LocaleLayout(environment: variables),
            XorgConfigurationLayout(root: environment.root),
            DebianConfigurationLayout(root: environment.root),
            FixedLayout(name: "nobody", names: LayoutNames([LayoutNames.Layout("us")])),
        ]
        sources = [source].compactMap(\.self) + others
    }

    package func active() async throws -> (
        keymap: Keymap, group: Int, inputMethod: String?, source: String
    ) {
        for source in sources {
            guard let layout = try await source.layout() else { continue }
            return (
                try keymap(layout.description), layout.group, layout.inputMethod, source.name
            )
        }
        throw Problem(
            "the keyboard layout is unknown", why: "nothing on this machine reports it",
            remedy: "Name it, for instance: utter config set output.layout de")
    }

    private func keymap(_ description: LayoutInForce.Description) throws(Problem) -> Keymap {
        if let compiled, compiled.description == description { return compiled.keymap }
        let keymap =
            switch description {
            case .names(let names): try Keymap(names)
            case .text(let text): try Keymap(text: text)
            }
        compiled = (description, keymap)
        return keymap
    }
}

/// A fixed layout.
private struct FixedLayout: LayoutSource {
    var name: String
    var names: LayoutNames

    func layout() -> LayoutInForce? { LayoutInForce(.names(names)) }
}
