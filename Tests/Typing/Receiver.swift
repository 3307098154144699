import TestSupport
import Testing

/// A program whose window takes text.
enum Receiver: String, Sendable {
    case xterm
    case gtk3Entry = "entry3"
    case gtk3View = "view3"
    case gtk4Entry = "entry4"
    case gtk4View = "view4"
    case qt5Entry = "qt"
    case chromium
    /// A Qt 5 entry with a list of completions, which grabs the keyboard.
    case qt5Completing = "completing"
    /// Its window answers no ping and doesn't name its process (_NET_WM_PID).
    case tk
    /// Java's: a process of many threads.
    case swing
    /// LibreOffice with its generic back-end, and with GTK 3.
    case writer, writer3

    /// The windows of the matrix, and the kinds of field that take turns in each.
    static let windows: [[Receiver]] = [
        [.xterm], [.gtk3View, .gtk3Entry], [.gtk4View, .gtk4Entry], [.qt5Entry], [.chromium], [.tk],
    ]
    static let all = windows.flatMap { $0 }

    /// The file in the directory `receivers` that opens it.
    var program: String {
        switch self {
        case .xterm: "terminal.sh"
        case .gtk3Entry, .gtk3View, .gtk4Entry, .gtk4View: "gtk.py"
        case .qt5Entry, .qt5Completing: "qt.py"
        case .chromium: "browser.py"
        case .tk: "tk.py"
        case .swing: "Swing.java"
        case .writer, .writer3: "writer.py"
        }
    }
}

extension Trait where Self == ConditionTrait {
    private static var girepository: String { "/usr/lib/x86_64-linux-gnu/girepository-1.0" }

    static var needsGTK4: Self {
        needs("\(girepository)/Gtk-4.0.typelib", package: "gir1.2-gtk-4.0")
    }
    static var needsGTK3: Self { needs(XWindow.gtk3, package: "gir1.2-gtk-3.0") }
    static var needsPythonGI: Self { needs(XWindow.pythonGI, package: "python3-gi") }
    static var needsQt5: Self {
        needs("/usr/lib/python3/dist-packages/PyQt5", package: "python3-pyqt5")
    }
    static var needsTk: Self {
        needs("/usr/lib/x86_64-linux-gnu/libtk8.6.so", package: "python3-tk")
    }
    static var needsChromium: Self { needs("chromium", package: "chromium") }
}
