internal import CGTK

/// A row of the window: a label, and a list of what a key of the configuration may be set to.
@MainActor
final class ChoiceRow {
    let label: utter_any
    /// Holds the list, which is made anew with its values.
    let place: utter_any
    private var key: String
    private let title: String
    private let help: String
    private let onResult: (String) -> Void
    /// The default in words; nil if a value is always set.
    private let absence: String?
    private var values: [String] = []
    private var current = ""
    private var list: utter_any?

    /// - Parameters:
    ///   - key: such as `audio.device`; empty if it is known later.
    ///   - help: what it is for.
    ///   - absence: what applies where nothing is set; nil if something always is.
    ///   - onResult: called with what to say after a change; empty if it is in force.
    init(
        _ title: String, key: String, help: String, absence: String? = nil,
        _ onResult: @escaping (String) -> Void
    ) {
        (self.title, self.key, self.help, self.onResult) = (title, key, help, onResult)
        self.absence = absence
        label = Widget.label(title, mnemonic: true)
        Widget.setHelp(label, help)
        place = Widget.box()
        if !key.isEmpty { load(key) }
    }

    /// Asks what a key may be set to, and lists that.
    func load(_ key: String) {
        self.key = key
        UtterCommand(["config", "values", key]) { [weak self] values in
            UtterCommand(["config", "get", key]) { [weak self] current in
                guard let self else { return }
                guard current.isGood else { return onResult(current.unreadable) }
                show(values.output, current.output)
            }
        }
    }

    /// Values by the names that people use.
    private static let names = [
        "true": "On", "false": "Off", "auto": "Automatic", "contrast": "High contrast",
        "dark": "Dark", "light": "Light", "cursor": "At the cursor", "center": "Middle",
        "top-left": "Top left", "top": "Top", "top-right": "Top right", "left": "Left",
        "right": "Right", "bottom-left": "Bottom left", "bottom": "Bottom",
        "bottom-right": "Bottom right", "en": "English", "de": "German",
        "notes": "Notes", "bell": "Bell", "wood": "Wood",
        "quiet": "Quiet", "medium": "Medium", "loud": "Loud",
    ]

    private func show(_ lines: String, _ current: String) {
        let rows = lines.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        self.current = String(current.prefix { $0 != "\n" })
        values = rows.compactMap(\.first)
        var texts = rows.map { row in
            let isAlone = rows.count { $0.last == row.last } == 1
            let text = isAlone ? row.last ?? "" : row.joined(separator: " – ")
            return Self.names[text] ?? Self.shortened(text)
        }
        if let absence {
            values.insert("", at: 0)
            texts.insert(absence, at: 0)
        }
        // What isn't there at present.
        if !values.contains(self.current) {
            values.append(self.current)
            texts.append(Self.names[self.current] ?? self.current)
        }
        let list = Widget.dropDown(texts, selected: values.firstIndex(of: self.current) ?? 0)
        if let old = self.list { gtk_box_remove(place, old) }
        self.list = list
        Widget.setHelp(list, help)
        gtk_label_set_mnemonic_widget(label, list)
        gtk_box_append(place, list)
        Signal.observe(list, "selected") { [weak self] in self?.chosen() }
    }

    /// A list is as wide as its text, and a window may be half a screen's tile.
    private static func shortened(_ text: String) -> String {
        text.count > 45 ? text.prefix(44) + "…" : text
    }

    private func chosen() {
        guard let list else { return }
        let index = Int(gtk_drop_down_get_selected(list))
        guard values.indices.contains(index), values[index] != current else { return }
        let (before, value) = (current, values[index])
        current = value
        let change = value.isEmpty ? ["reset", key] : ["set", key, value]
        UtterCommand(["config"] + change) { [weak self] outcome in
            guard let self else { return }
            onResult(outcome.isGood ? "" : outcome.words)
            if !outcome.isGood {
                current = before
                gtk_drop_down_set_selected(list, UInt32(values.firstIndex(of: before) ?? 0))
            }
        }
    }
}
