internal import CGTK

/// The window: each change is in force at once, as the daemon reads its file again.
@MainActor
final class SettingsWindow {
    private let window: utter_any
    private let grid = gtk_grid_new()!
    private var rows: Int32 = 0
    /// The state of utter, or the reason for which it can't work.
    private let state = Widget.note("Looking for utter …")
    private let message = Widget.note()
    private let level = gtk_level_bar_new()!
    private let trial = gtk_text_view_new()!
    private let hotkey = Widget.note()
    private var dictateButton: utter_any?
    private var startButton: utter_any?
    private var modelButton: utter_any?
    private var hotkeyButton: utter_any?
    private let capture: KeyCapture
    private var choices: [ChoiceRow] = []
    private let models = ModelRow()
    /// The models that are here.
    private var installed: ChoiceRow?
    private var words: WordRows?
    private var following: UtterCommand?

    init(of application: utter_any) {
        window = gtk_application_window_new(application)!
        capture = KeyCapture(in: window)
        gtk_window_set_title(window, "Utter: settings")
        gtk_window_set_icon_name(window, "utter")
        gtk_window_set_default_size(window, 700, 640)
        let scroller = gtk_scrolled_window_new()!
        // GTK_POLICY_AUTOMATIC: a tile may be narrower than the lists.
        gtk_scrolled_window_set_policy(scroller, 1, 1)
        gtk_scrolled_window_set_overlay_scrolling(scroller, 0)
        gtk_scrolled_window_set_child(scroller, grid)
        gtk_window_set_child(window, scroller)
        gtk_grid_set_row_spacing(grid, 8)
        gtk_grid_set_column_spacing(grid, 12)
        Widget.setMargins(grid, 18)
        fill()
        Signal.connect(window, "close-request") { [weak self] in self?.following?.stop() }
        follow()
    }

    func present() { gtk_window_present(window) }

    // MARK: Rows

    private func fill() {
        let start = Widget.button("S_tart it") { [weak self] in self?.startDaemon() }
        startButton = start
        let better = Widget.button("Choose a _better model") { [weak self] in
            self?.models.focus()
        }
        modelButton = better
        for button in [start, better] { gtk_widget_set_visible(button, 0) }
        addWide(Widget.box(state, start, better))

        addHeading("What recognises your speech")
        addChoice(
            "_Engine", "recognizer.engine",
            help: "What recognises speech. Automatic takes the best that is installed.")
        addChoice(
            "_Language", "recognizer.language", help: "The language that you speak.",
            absence: "System default")
        let installed = addChoice(
            "Reco_gnise with", "",
            help: "Which of the speech models that are on this computer.",
            absence: "The best model for the language")
        self.installed = installed
        models.onInstalled = { [weak self] in self?.listModels() }
        listModels()
        add(models.label, models.place)
        addWide(models.progress)

        addHeading("Microphone, sounds and key")
        addChoice("M_icrophone", "audio.device", help: "The microphone that utter listens to.")
        addChoice(
            "So_unds", "audio.sounds", help: "A sound when utter begins and stops listening.")
        addChoice("To_ne", "audio.tone", help: "How high those sounds are.")
        addChoice("_Volume", "audio.volume", help: "How loud those sounds are.")
        let press = Widget.button("_Press another key …") { [weak self] in self?.captureKey() }
        hotkeyButton = press
        let name = Widget.label("Key")
        // PANGO_WRAP_WORD: a key is not divided.
        gtk_label_set_wrap_mode(hotkey, 0)
        Widget.setHelp(press, "The key that begins and ends a dictation in every window.")
        add(name, Widget.box(hotkey, press))
        showHotkey()

        addHeading("Your own words")
        let words = WordRows { [weak self] in self?.say($0) }
        self.words = words
        addWide(words.list)
        add(words.saidLabel, words.said)
        add(words.writtenLabel, words.written)

        addHeading("The card on the screen")
        addChoice(
            "_Colours", "overlay.theme", help: "Of the card. Automatic follows your desktop.")
        addChoice("Whe_re", "overlay.position", help: "The card’s place on the screen.")

        addHeading("Try it")
        addWide(
            Widget.note(
                "Press the key or the button, speak, and press it again. Your words appear here:"))
        gtk_text_view_set_wrap_mode(trial, 3)
        gtk_text_view_set_accepts_tab(trial, 0)
        gtk_text_view_set_left_margin(trial, 8)
        gtk_text_view_set_top_margin(trial, 6)
        gtk_widget_set_size_request(trial, -1, 90)
        gtk_widget_set_vexpand(trial, 1)
        addWide(Widget.framed(trial))
        let dictate = Widget.button("_Dictate") { [weak self] in self?.dictate() }
        dictateButton = dictate
        gtk_widget_set_hexpand(level, 1)
        addWide(Widget.box(dictate, Widget.label("Loudness"), level))
        addWide(message)
    }

    /// Lists the models of the engine in use.
    private func listModels() {
        UtterCommand(["models", "--json"]) { [weak self] outcome in
            let models = outcome.output.split(separator: "\n")
                .compactMap { InstalledModel(line: String($0)) }
            guard let model = models.first(where: \.in_use) ?? models.first else { return }
            self?.installed?.load("recognizer.\(model.engine).model")
        }
    }

    private func addHeading(_ text: String) { addWide(Widget.heading(text)) }

    @discardableResult
    private func addChoice(
        _ title: String, _ key: String, help: String, absence: String? = nil
    ) -> ChoiceRow {
        let row = ChoiceRow(title, key: key, help: help, absence: absence) { [weak self] in
            self?.say($0)
            if key == "recognizer.engine" { self?.listModels() }
        }
        choices.append(row)
        add(row.label, row.place)
        return row
    }

    private func add(_ label: utter_any, _ widget: utter_any) {
        gtk_grid_attach(grid, label, 0, rows, 1, 1)
        gtk_grid_attach(grid, widget, 1, rows, 1, 1)
        rows += 1
    }

    private func addWide(_ widget: utter_any) {
        gtk_grid_attach(grid, widget, 0, rows, 2, 1)
        rows += 1
    }

    private func say(_ text: String) {
        gtk_label_set_text(message, Self.capitalized(text))
    }

    /// Problems begin with a small letter, for other programs put words before them.
    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    // MARK: Hotkey

    private func showHotkey() {
        UtterCommand(["config", "get", "--named", "hotkey.dictate"]) { [weak self] outcome in
            guard let self else { return }
            guard outcome.isGood else { return say(outcome.unreadable) }
            gtk_label_set_text(hotkey, String(outcome.output.prefix { $0 != "\n" }))
        }
    }

    private func captureKey() {
        guard let hotkeyButton else { return }
        gtk_button_set_label(hotkeyButton, "Press it now …")
        capture.begin { [weak self] chord in
            gtk_button_set_label(hotkeyButton, "_Press another key …")
            guard let chord else { return }
            UtterCommand(["config", "set", "hotkey.dictate", chord]) { outcome in
                self?.say(outcome.isGood ? "" : outcome.words)
                self?.showHotkey()
            }
        }
    }

    // MARK: Daemon

    private func dictate() {
        gtk_widget_grab_focus(trial)
        UtterCommand(["toggle"]) { [weak self] outcome in
            if !outcome.isGood { self?.say(outcome.words) }
        }
    }

    private func startDaemon() {
        UtterCommand(["setup", "--yes", "service"]) { [weak self] outcome in
            self?.say(outcome.isGood ? "" : outcome.words)
            self?.follow()
        }
    }

    /// Shows what the daemon does, until it ends.
    private func follow() {
        following?.stop()
        following = UtterCommand(
            ["status", "--follow", "--json", "--levels"],
            onLine: { [weak self] line in
                if let state = DaemonState(line: line) { self?.show(state) }
            },
            onEnd: { [weak self] _ in self?.lost() })
    }

    private func lost() {
        gtk_label_set_text(state, "Utter isn’t running.")
        if let startButton { gtk_widget_set_visible(startButton, 1) }
        if let modelButton { gtk_widget_set_visible(modelButton, 0) }
        if let dictateButton { gtk_widget_set_sensitive(dictateButton, 0) }
        gtk_level_bar_set_value(level, 0)
    }

    private func show(_ now: DaemonState) {
        if let loudness = now.level { return gtk_level_bar_set_value(level, loudness) }
        if let startButton { gtk_widget_set_visible(startButton, 0) }
        if let dictateButton {
            gtk_widget_set_sensitive(dictateButton, 1)
            gtk_button_set_label(dictateButton, now.state == "recording" ? "_Stop" : "_Dictate")
        }
        if now.state != "recording" { gtk_level_bar_set_value(level, 0) }
        if let modelButton {
            gtk_widget_set_visible(modelButton, now.recognizer?.weakness == nil ? 0 : 1)
        }
        gtk_label_set_text(state, Self.sentence(now))
        if let name = now.hotkey?.name { gtk_label_set_text(hotkey, name) }
        if let notice = now.notice {
            say(notice.remedy.isEmpty ? notice.message : "\(notice.message). \(notice.remedy)")
        }
    }

    private static func sentence(_ now: DaemonState) -> String {
        if let problem = now.recognizer?.problem ?? now.hotkey?.problem {
            return capitalized(problem.sentence)
        }
        switch now.state {
        case "recording": return "Listening …"
        case "processing": return "Recognising …"
        case "inserting": return "Typing …"
        default: break
        }
        if now.recognizer?.state == "loading" { return "Ready; the speech model is loading." }
        if let weakness = now.recognizer?.weakness { return "Ready, but \(weakness.what)." }
        return now.recognizer?.title.map { "Ready. \($0) recognises." } ?? "Ready."
    }
}
