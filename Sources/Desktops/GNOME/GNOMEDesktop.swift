package import DesktopParts
package import DictationParts
package import KeyStrokes
import LinuxRuntime
package import Problems

/// GNOME on Wayland, and the desktops that have its settings. On X11 the server reads the
/// keyboards, as for every desktop.
package final class GNOMEDesktop: Desktop {
    package let isWayland = true
    package let pace = TypingPace.steady
    private let environment: SessionEnvironment
    private var bus: MessageBus?

    /// GNOME Shell is IBus's client for all Wayland windows (js/misc/inputMethod.js); IBus serves
    /// Xwayland's by X's input method protocol. For its relatives that is unknown.
    package var hasIBus: Bool { environment.desktops.contains("gnome") }

    /// A shell that gives its text to IBus lets no program press keys or read the clipboard but in
    /// Xwayland: the clipboard is for X11 windows there.
    package var sinks: [String] {
        hasIBus ? ["ibus", "clipboard", "uinput"] : usualSinks
    }

    private static let names = ["gnome", "budgie", "pantheon", "unity"]

    /// Nil in another session.
    package init?(_ environment: SessionEnvironment) {
        guard environment["WAYLAND_DISPLAY"] != nil,
            environment.desktops.contains(where: Self.names.contains)
        else { return nil }
        self.environment = environment
    }

    /// GNOME Shell's own, if the user has enabled the extension.
    package var focus: (any WindowFocus)? {
        environment.desktops.contains("gnome")
            ? GNOMEWindowFocus(environment: environment.variables) : nil
    }

    /// For a key to come from the kernel to the shell, which reads it within a frame.
    private static let keyTime = Duration.milliseconds(20)

    private static let shell = "org.gnome.Shell"

    /// Asks the shell twice for its version, which its main loop answers: what it puts off until it
    /// has nothing else to do is done before the second answer.
    package func catchUp() async throws(Problem) {
        guard hasIBus else { return }
        do {
            let bus = try connectedBus()
            for _ in 1...2 {
                _ = try await bus.call(
                    Self.shell, "/org/gnome/Shell", "org.freedesktop.DBus.Properties", "Get",
                    [.string(Self.shell), .string("ShellVersion")],
                    within: Deadline.limit(.seconds(5)))
            }
        } catch let error as BusError where error.isTimeout {
            throw Problem("typing stopped", why: "GNOME Shell does not answer: \(error)")
        } catch {
            // Without the bus or such an object there is nothing to ask.
            return
        }
    }

    private func connectedBus() throws -> MessageBus {
        if let bus, bus.isOpen { return bus }
        let new = try MessageBus(.user, environment: environment.variables)
        bus = new
        return new
    }

    /// Between two keys of one who types fast, and longer than IBus's engines need for a key.
    private static let keyPause = Duration.milliseconds(30)
    /// Two of them are a part of what a program has for its end (`LastWork.limit`).
    private static let keyPauseTimeout = Duration.milliseconds(150)

    /// Asks Mutter when the last key was handled.
    package func waitForPause() async {
        guard hasIBus else { return }
        let deadline = Deadline(Self.keyPauseTimeout)
        while deadline.remaining > .zero {
            guard
                let idle = try? await connectedBus().call(
                    "org.gnome.Mutter.IdleMonitor", "/org/gnome/Mutter/IdleMonitor/Core",
                    "org.gnome.Mutter.IdleMonitor", "GetIdletime", within: deadline.remaining
                ).first?.integer
            else { return }
            let rest = Self.keyPause - .milliseconds(idle)
            if rest <= .zero { return }
            try? await EventLoop.shared.sleep(for: min(rest, deadline.remaining))
        }
    }

    package func keyboards(layout: LayoutNames?) throws -> any KeyboardReceiver {
        try SessionReceiver(
            compositorOf: environment, layout: layout,
            source: GNOMELayouts(environment: environment.variables)
        ) { [self] () async throws(Problem) in
            try await catchUp()
            // Keys reach the shell through the kernel, and are no sooner there than its answer.
            try? await EventLoop.shared.sleep(for: Self.keyTime)
            try await catchUp()
        }
    }
}
