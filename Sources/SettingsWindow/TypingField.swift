internal import CGTK
import Glibc

/// A window with one field, which prints what arrives there: for `utter doctor --type`.
///
/// Each line of the output is `focus` when the window has got the focus, or, after each change,
/// `text ` and all text in the field, which has one line only.
@MainActor
final class TypingField {
    static let option = "--typing-field"

    private let window: utter_any
    private let field = gtk_entry_new()!

    init(of application: utter_any) {
        window = gtk_application_window_new(application)!
        gtk_window_set_title(window, "Utter: typing test")
        gtk_window_set_icon_name(window, "utter")
        gtk_window_set_default_size(window, 620, -1)
        let rows = gtk_box_new(1, 12)!
        Widget.setMargins(rows, 18)
        gtk_box_append(
            rows,
            Widget.label(
                "Each way of typing writes a line here. Keep this window in front, and touch no "
                    + "key; it closes by itself."))
        gtk_box_append(rows, field)
        gtk_window_set_child(window, rows)
        Signal.connect(field, "changed") { [field] in
            Self.print("text \(String(cString: gtk_editable_get_text(field)))")
        }
        Signal.observe(window, "is-active") { [window] in
            if gtk_window_is_active(window) != 0 { Self.print("focus") }
        }
    }

    func present() {
        gtk_window_present(window)
        gtk_widget_grab_focus(field)
    }

    /// Ends this program when nobody reads.
    private static func print(_ line: String) {
        var rest = Array("\(line)\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0 { exit(0) }
            rest = rest.dropFirst(count)
        }
    }
}
