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
