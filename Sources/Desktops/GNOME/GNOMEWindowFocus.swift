package import Dictation
import DictationParts
import LinuxRuntime
package import Problems

/// The focused window, from GNOME Shell's extension `utter-focus@utter.org`
/// (packaging/gnome-shell): the shell itself tells no other program.
package final class GNOMEWindowFocus: WindowFocus {
    package let name = "GNOME Shell’s extension utter-focus"
    private static let extensionName = "utter-focus@utter.org"
    private let environment: [String: String]
    private var bus: MessageBus?

    /// - Parameter environment: the variables with the address of the session's bus.
    package init(environment: [String: String]) {
        self.environment = environment
    }

    package func focusedWindow() async throws(Problem) -> DesktopWindow? {
        let what = "cannot ask GNOME for the focused window"
        do {
            let answer = try await connection().call(
                "org.gnome.Shell", "/org/utter/WindowFocus", "org.utter.WindowFocus",
                "GetFocused")
            return answer.first.flatMap(Self.window)
        } catch let error as BusError where error.isUnsupported {
            throw Problem(
                what, why: "the shell’s extension \(Self.extensionName) isn’t enabled",
                remedy: "Without it text follows the focus, and profiles are chosen by hotkey or"
                    + " command. It shows every program of your session which window has the focus,"
                    + " with its title.",
                fix: Fix(
                    [.init(["gnome-extensions", "enable", Self.extensionName])],
                    afterwards: "If it was just installed: log out and in, then again."))
        } catch {
            throw Problem(what, why: reason(of: error))
        }
    }

    /// GNOME lets no program move it.
    package let movesFocus = false

    package func focus(_ window: DesktopWindow) async throws(Problem) {
        throw Problem(
            "cannot give \(window.name) the focus", why: "GNOME lets no program do that",
            remedy: "Click into it; utter retype types the text.")
    }

    package func close() { bus = nil }

    private func connection() throws(SystemError) -> MessageBus {
        if let bus, bus.isOpen { return bus }
        let bus = try MessageBus(.user, environment: environment)
        self.bus = bus
        return bus
    }

    /// Nil if no window has the focus.
    private static func window(_ answer: BusValue) -> DesktopWindow? {
        guard let identifier = answer["id"]?.integer else { return nil }
        let classes = ["app", "class", "instance"].compactMap { answer[$0]?.string }
        return DesktopWindow(
            identifier: String(identifier),
            classes: classes.filter { !$0.isEmpty }.reduce(into: []) { unique, name in
                if !unique.contains(name) { unique.append(name) }
            },
            title: answer["title"]?.string ?? "",
            program: answer["pid"]?.integer.flatMap { Executable.path(of: Int32($0)) })
    }
}
