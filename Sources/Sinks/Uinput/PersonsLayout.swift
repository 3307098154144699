public import LinuxRuntime
public import Problems

/// The layout of the user's own keyboard, from the session: the X server, sway, Hyprland, KWin,
/// GNOME, the console.
@EventLoopActor
public final class PersonsLayout {
    private let settings: UinputSettings
    private var receiver: (any KeyboardReceiver)?

    public init(_ settings: UinputSettings = UinputSettings()) {
        self.settings = settings
    }

    /// The name of the layout in use, as in xkeyboard-config: `German (no dead keys)`.
    public func name() async throws(Problem) -> String {
        do {
            if let receiver, await !receiver.isGone() { return try await receiver.ownLayoutName() }
            let receiver = try await settings.receiver()
            self.receiver = receiver
            return try await receiver.ownLayoutName()
        } catch let problem as Problem {
            throw problem
        } catch is CancellationError {
            throw Problem("cannot read the active keyboard layout", why: "it was told to stop")
        } catch {
            throw Problem("cannot read the active keyboard layout", why: reason(of: error))
        }
    }
}
