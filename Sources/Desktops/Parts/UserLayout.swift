package import KeyStrokes
package import LinuxRuntime
package import Problems

/// The layout of the user's own keyboard, from the desktop.
@EventLoopActor
package final class UserLayout {
    private let desktop: any Desktop
    private let configured: LayoutNames?
    private var receiver: (any KeyboardReceiver)?

    /// - Parameter configured: the setting, for desktops that don't report theirs.
    package init(on desktop: any Desktop, configured: LayoutNames? = nil) {
        (self.desktop, self.configured) = (desktop, configured)
    }

    /// The name of the layout in force, as in xkeyboard-config: `German (no dead keys)`.
    package func name() async throws(Problem) -> String {
        do {
            if let receiver, await !receiver.isGone() { return try await receiver.ownLayoutName() }
            let receiver = try await desktop.keyboards(layout: configured)
            self.receiver = receiver
            return try await receiver.ownLayoutName()
        } catch let problem as Problem {
            throw problem
        } catch is CancellationError {
            throw Problem("cannot read the active keyboard layout", why: "it was asked to stop")
        } catch {
            throw Problem("cannot read the active keyboard layout", why: reason(of: error))
        }
    }
}
