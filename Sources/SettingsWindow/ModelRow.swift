internal import CGTK

/// The row with the speech models that can be downloaded.
@MainActor
final class ModelRow {
    let label: utter_any
    let place: utter_any
    /// How far a download is, or what went wrong.
    let progress = Widget.note()
    /// Called when a model was installed.
    var onInstalled: () -> Void = {}
    private var models: [OfferedModel] = []
    private var list: utter_any?
    private var button: utter_any?
    private var download: UtterCommand?

    init() {
        label = Widget.label("Speech _model", mnemonic: true)
        place = Widget.box()
        UtterCommand(["models", "available", "--json"]) { [weak self] outcome in
            self?.show(outcome.output)
        }
    }

    /// Moves the focus to the list.
    func focus() {
        if let list { gtk_widget_grab_focus(list) }
    }

    private func show(_ lines: String) {
        models = lines.split(separator: "\n").compactMap { OfferedModel(line: String($0)) }
        guard !models.isEmpty else {
            gtk_label_set_text(progress, "No models can be listed.")
            return
        }
        let first = models.firstIndex { $0.installed } ?? models.firstIndex { $0.recommended } ?? 0
        let list = Widget.dropDown(models.map(\.text), selected: first)
        let button = Widget.button("D_ownload") { [weak self] in self?.pressed() }
        (self.list, self.button) = (list, button)
        Widget.setHelp(list, "What turns your speech into words. The larger ones are slower.")
        gtk_label_set_mnemonic_widget(label, list)
        gtk_box_append(place, list)
        gtk_box_append(place, button)
        Signal.observe(list, "selected") { [weak self] in self?.describe() }
        describe()
    }

    /// Says what the chosen model is, while nothing is downloaded.
    private func describe() {
        guard download == nil, let list else { return }
        let index = Int(gtk_drop_down_get_selected(list))
        if models.indices.contains(index) { gtk_label_set_text(progress, models[index].note) }
    }

    /// Downloads the chosen model, or stops; what has come is kept.
    private func pressed() {
        guard let list, let button else { return }
        if let download {
            download.stop()
            self.download = nil
            gtk_label_set_text(progress, "Stopped; a new download continues from there.")
            gtk_button_set_label(button, "D_ownload")
            return
        }
        let index = Int(gtk_drop_down_get_selected(list))
        guard models.indices.contains(index) else { return }
        gtk_button_set_label(button, "St_op")
        // The button is the consent.
        download = UtterCommand(
            ["models", "install", "--yes", models[index].name], merged: true,
            onLine: { [weak self] line in
                guard let self, !line.isEmpty else { return }
                gtk_label_set_text(progress, line)
            },
            onEnd: { [weak self] isGood in
                guard let self else { return }
                download = nil
                gtk_button_set_label(button, "D_ownload")
                guard isGood else { return }
                gtk_label_set_text(progress, "The model is installed.")
                onInstalled()
            })
    }
}
