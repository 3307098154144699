internal import CGTK
import Glibc

/// `utter-settings`: one window, whichever number of times it is started, and one to type into.
@MainActor
public enum SettingsApplication {
    /// The name of its desktop entry.
    private static let identifier = "org.utter.Utter"
    private static var window: SettingsWindow?
    private static var field: TypingField?
    /// G_APPLICATION_NON_UNIQUE
    private static let nonUnique: Int32 = 1 << 5

    /// Runs until the window is closed, and ends the process.
    ///
    /// - Parameter arguments: without the program's name.
    public static func runAndExit(_ arguments: [String]) -> Never {
        guard gtk_init_check() != 0 else {
            let words = "utter-settings: there is no display; in a terminal: utter setup\n"
            _ = write(STDERR_FILENO, words, words.utf8.count)
            exit(1)
        }
        let isTest = arguments == [TypingField.option]
        let application = gtk_application_new(identifier, isTest ? nonUnique : 0)!
        Signal.connect(application, "activate") {
            if isTest {
                field = TypingField(of: application)
                field?.present()
            } else {
                if window == nil { window = SettingsWindow(of: application) }
                window?.present()
            }
        }
        exit(g_application_run(application, 0, nil))
    }
}
