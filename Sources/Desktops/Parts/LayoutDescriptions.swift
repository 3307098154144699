package import KeyStrokes
import LinuxRuntime
package import Problems

/// Finds layouts by their descriptions: `German (no dead keys)` is `de(nodeadkeys)`. Compositors
/// only report those; xkeyboard-config's list has the names.
package struct LayoutDescriptions {
    private var layouts: [String: LayoutNames.Layout] = [:]

    package static let file = "/usr/share/X11/xkb/rules/evdev.lst"

    package init(file: String = Self.file) throws(Problem) {
        guard let text = ConfigurationLines.text(file) else {
            throw Problem(
                "cannot read the names of layouts in \(file)", why: "it isn't there",
                remedy: "Install xkb-data.")
        }
        var section = Substring()
        for line in text.split(separator: "\n") {
            if line.hasPrefix("! ") {
                section = line.dropFirst(2)
                continue
            }
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2 else { continue }
            let rest = words[1].drop { $0 == " " }
            // `  de              German`, `  nodeadkeys      de: German (no dead keys)`
            if section == "layout" {
                layouts[String(rest)] = LayoutNames.Layout(String(words[0]))
            } else if section == "variant", let colon = rest.firstIndex(of: ":") {
                let description = rest[colon...].dropFirst(2)
                layouts[String(description)] = LayoutNames.Layout(
                    String(rest[..<colon]), variant: String(words[0]))
            }
        }
    }

    package func layout(_ description: String) throws(Problem) -> LayoutNames.Layout {
        if let layout = layouts[description] { return layout }
        throw Problem(
            "the active layout “\(description)” is unknown",
            why: "xkeyboard-config has none of this name",
            remedy: "Name it, for instance: utter config set output.layout de")
    }
}
