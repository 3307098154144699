internal import CGTK
import Glibc

/// `utter-settings`: one window, whichever number of times it is started.
@MainActor
public enum SettingsApplication {
    /// The name of its desktop entry.
    private static let identifier = "org.utter.Utter"
    private static var window: SettingsWindow?

    /// Runs until the window is closed, and ends the process.
    public static func runAndExit() -> Never {
        guard gtk_init_check() != 0 else {
            let words = "utter-settings: there is no display; in a terminal: utter setup\n"
            _ = write(STDERR_FILENO, words, words.utf8.count)
            exit(1)
        }
        let application = gtk_application_new(identifier, 0)!
        Signal.connect(application, "activate") {
            if window == nil { window = SettingsWindow(of: application) }
            window?.present()
        }
        exit(g_application_run(application, 0, nil))
    }
}
