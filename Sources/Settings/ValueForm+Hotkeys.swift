import Dictation
import Problems

extension ValueForm<String> {
    /// A string that may be empty.
    static func stringOrNothing(such example: String) -> ValueForm {
        let form = string(such: example)
        return ValueForm(
            read: { node, reading in
                if case .string("") = node.value { return "" }
                return form.read(node, &reading)
            },
            write: form.write, schema: .text)
    }
}

extension ValueForm<[Settings.Hotkey.Binding]> {
    /// Tables of `keys` and `mode`: an array of them, or `[[hotkey.binding]]`.
    static let hotkeyBindings = ValueForm(
        read: { node, reading in
            guard case .array(let nodes) = node.value else {
                reading.refuse(
                    node,
                    expected: "an array of tables such as [{ keys = \"F9\", mode = \"hold\" }]")
                return nil
            }
            let bindings = nodes.enumerated().compactMap { index, node in
                binding(node, index, &reading)
            }
            return reading.mismatches.isEmpty ? bindings : nil
        },
        write: { bindings in
            let tables = bindings.map { binding in
                let action = binding.action == .dictate ? nil : binding.action.rawValue
                let values = [
                    ("keys", binding.keys), ("mode", binding.mode.rawValue), ("action", action),
                    ("profile", binding.choice.profile), ("language", binding.choice.language),
                ]
                var entries = values.compactMap { key, text in
                    text.map { "\(key) = \(TOMLText.string($0))" }
                }
                if !binding.languages.isEmpty {
                    let tags = binding.languages.map(TOMLText.string)
                    entries.append("languages = [\(tags.joined(separator: ", "))]")
                }
                return "{ \(entries.joined(separator: ", ")) }"
            }
            return .line("[\(tables.joined(separator: ", "))]")
        },
        schema: .array(
            of: .table(
                .object([
                    "keys": SchemaValue.someText,
                    "mode": ValueForm<HotkeyBinding.Mode>.anyCase.schema,
                    "action": ValueForm<HotkeyAction>.anyCase.schema,
                    "languages": ValueForm<[String]>.strings(such: "de").schema,
                    "profile": SchemaValue.someText, "language": SchemaValue.someText,
                ]), required: ["keys"])))

    private static func binding(
        _ node: TOMLNode, _ index: Int, _ reading: inout ValueReading
    ) -> Settings.Hotkey.Binding? {
        guard case .table(let entries) = node.value else {
            reading.refuse(
                node, expected: "a table such as { keys = \"F9\", mode = \"hold\" }")
            return nil
        }
        reading.note(part: "[\(index)]", at: node.place)
        var keys: String?
        var mode: HotkeyBinding.Mode? = .toggle
        var action: HotkeyAction? = .dictate
        var languages: [String]? = []
        var choice = DictationOverrides.automatic
        for entry in entries {
            switch entry.key {
            case "keys":
                reading.note(part: "[\(index)].keys", at: entry.node.place)
                keys = ValueForm<String>.string(such: "F9").read(entry.node, &reading)
                if keys == nil { return nil }
            case "mode":
                mode = ValueForm<HotkeyBinding.Mode>.anyCase.read(entry.node, &reading)
            case "action":
                action = ValueForm<HotkeyAction>.anyCase.read(entry.node, &reading)
            case "languages":
                reading.note(part: "[\(index)].languages", at: entry.node.place)
                languages = ValueForm<[String]>.strings(such: "de").read(entry.node, &reading)
            case "profile":
                reading.note(part: "[\(index)].profile", at: entry.node.place)
                choice.profile = ValueForm<String>.string(such: "mail").read(entry.node, &reading)
            case "language":
                reading.note(part: "[\(index)].language", at: entry.node.place)
                choice.language = ValueForm<String>.string(such: "de").read(entry.node, &reading)
            default:
                let name = TOMLText.shown(entry.key)
                let known = ["keys", "mode", "action", "profile", "language", "languages"]
                reading.refuse(
                    entry.node, part: name, "unknown key",
                    suggestion: Spelling.nearest(to: entry.key, among: known))
            }
        }
        guard let keys else {
            reading.refuse(node, "a binding needs keys, such as keys = \"F9\"")
            return nil
        }
        guard let mode, let action, let languages else { return nil }
        if action == .language, languages.isEmpty {
            reading.refuse(
                node,
                "the action \"language\" needs languages, such as languages = [\"en\", \"de\"]")
            return nil
        }
        return Settings.Hotkey.Binding(
            keys: keys, mode: mode, action: action, choice: choice, languages: languages)
    }
}
