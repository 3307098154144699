internal import CGTK

/// The rows with the user's own words: which there are, and two fields to add or remove one.
@MainActor
final class WordRows {
    /// The words that there are.
    let list = Widget.note()
    let saidLabel = Widget.label("_What you say", mnemonic: true)
    let said = gtk_entry_new()!
    let writtenLabel = Widget.label("_How it is written", mnemonic: true)
    /// The field for how it is written, beside the button.
    let written: utter_any
    private let writtenField = gtk_entry_new()!
    private let onResult: (String) -> Void

    /// - Parameter onResult: called with what to say after a word was added or removed, or refused.
    init(_ onResult: @escaping (String) -> Void) {
        self.onResult = onResult
        written = Widget.box(writtenField)
        gtk_entry_set_placeholder_text(said, "Siobhan")
        gtk_entry_set_placeholder_text(writtenField, "the same")
        gtk_label_set_mnemonic_widget(saidLabel, said)
        gtk_label_set_mnemonic_widget(writtenLabel, writtenField)
        for field in [said, writtenField] {
            gtk_widget_set_hexpand(field, 1)
            // At least: GTK's own minimum would make a narrow window scroll.
            gtk_editable_set_width_chars(field, 6)
            Signal.connect(field, "activate") { [weak self] in self?.add() }
        }
        Widget.setHelp(said, "A name of yours, or a word that is to be written another way.")
        Widget.setHelp(writtenField, "Empty for a name that is written as you say it.")
        gtk_box_append(written, Widget.button("_Add") { [weak self] in self?.add() })
        let forget = Widget.button("_Forget") { [weak self] in self?.forget() }
        Widget.setHelp(forget, "Removes the word that stands in “What you say”.")
        gtk_box_append(written, forget)
        show()
    }

    private func show() {
        UtterCommand(["text", "list"]) { [weak self] outcome in
            guard let self, outcome.isGood else { return }
            let words = outcome.output.split(separator: "\n")
            gtk_label_set_text(
                list,
                words.isEmpty
                    ? "Names that you use, and what is to be written for what you say."
                    : words.joined(separator: ", "))
        }
    }

    private func add() {
        let texts = [said, writtenField].map { String(cString: gtk_editable_get_text($0)) }
        let added = texts.filter { $0.contains { !$0.isWhitespace } }
        guard texts[0] == added.first else { return onResult("Write what you say first.") }
        change(["add", "--"] + added)
    }

    private func forget() {
        let word = String(cString: gtk_editable_get_text(said))
        guard word.contains(where: { !$0.isWhitespace }) else {
            return onResult("Write which word first, in “What you say”.")
        }
        change(["remove", "--", word])
    }

    private func change(_ arguments: [String]) {
        UtterCommand(["text"] + arguments) { [weak self] outcome in
            guard let self else { return }
            onResult(outcome.words)
            guard outcome.isGood else { return }
            for field in [said, writtenField] { gtk_editable_set_text(field, "") }
            gtk_widget_grab_focus(said)
            show()
        }
    }
}
