/// A window of another program, as far as the desktop tells.
public struct DesktopWindow: Hashable, Sendable {
    /// What tells it from other windows that are open at the same time.
    public let identifier: String
    /// On X11 the class and the instance of WM_CLASS (ICCCM 4.1.2.5), on Wayland the app_id
    /// (xdg-shell). The first is the best for people.
    public let classes: [String]
    public let title: String
    /// The absolute path of its executable; nil where it is unknown.
    public let program: String?

    public init(
        identifier: String, classes: [String] = [], title: String = "", program: String? = nil
    ) {
        self.identifier = identifier
        self.classes = classes
        self.title = title
        self.program = program
    }

    /// The same window, whatever its title is by now.
    public func isSame(as other: DesktopWindow) -> Bool { identifier == other.identifier }

    /// For people; never the title, which may tell what somebody writes.
    public var name: String { classes.first ?? "window \(identifier)" }
}

/// Knows which window has the focus, and can give it to another.
///
/// An object that lives on the event loop's thread; its calls suspend and don't block. One
/// call is made at a time.
public protocol WindowFocus: AnyObject {
    /// Who tells, for people: `sway`.
    var name: String { get }

    /// The window that has the focus; nil if none has.
    ///
    /// - Throws: why it can't be told.
    func focusedWindow() async throws(Problem) -> DesktopWindow?

    /// Gives a window the focus. Returns when it has it.
    ///
    /// - Throws: why it can't be brought back, such as that it was closed.
    func focus(_ window: DesktopWindow) async throws(Problem)

    /// Disconnects. Nothing may be called afterwards.
    func close()
}

/// Knows whether the screen is locked: what is typed then would go into the field for the password.
///
/// An object that lives on the event loop's thread; its calls suspend and don't block.
public protocol ScreenLock: AnyObject {
    /// Why nothing may be typed now: `the screen is locked`. Nil if it isn't, and where it can't be
    /// told.
    func lock() async -> String?
}
