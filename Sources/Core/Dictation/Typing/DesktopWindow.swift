/// A window of another program, as described by the desktop.
public struct DesktopWindow: Hashable, Sendable {
    /// Unique among the windows that are open at the same time.
    public let identifier: String
    /// On X11 the class and the instance of WM_CLASS (ICCCM 4.1.2.5), on Wayland the app_id
    /// (xdg-shell). Messages use the first.
    public let classes: [String]
    public let title: String
    /// The absolute path of its executable; nil if unknown.
    public let program: String?
    /// Its process; nil if the desktop doesn't tell it.
    public let pid: Int32?

    public init(
        identifier: String, classes: [String] = [], title: String = "", program: String? = nil,
        pid: Int32? = nil
    ) {
        self.identifier = identifier
        self.classes = classes
        self.title = title
        self.program = program
        self.pid = pid
    }

    /// Whether it is the same window, even with another title.
    public func isSame(as other: DesktopWindow) -> Bool { identifier == other.identifier }

    /// The words of the title that may be names, each once: those with a capital or a digit. The most:
    /// twelve.
    public var namesInTitle: [String] {
        let words = title.split { !($0.isLetter || $0.isNumber || "'’-+".contains($0)) }
        var names: [String] = []
        for word in words where word.contains(where: { $0.isUppercase || $0.isNumber }) {
            let name = String(word)
            if names.count < 12, name.count <= 30, !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The name for messages: its class, or its program's file name if the class isn't a name;
    /// never the title, which may reveal what the user writes.
    public var name: String {
        // Python's own, without a file, is “-c”.
        let isName = classes.first?.first.map { $0.isLetter || $0.isNumber } ?? false
        let file = program?.split(separator: "/").last.map(String.init)
        return (isName ? classes.first : file ?? classes.first) ?? "window \(identifier)"
    }
}
