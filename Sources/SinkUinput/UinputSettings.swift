import Dictation
import Glibc
public import KeyStrokes

/// What can be set about ``UinputSink``.
public struct UinputSettings: Sendable {
    /// The layout that the session gives our keyboard; nil to ask the session.
    public var layout: LayoutNames?
    /// Nil for what suits the desktop.
    public var keyHold: Duration?
    /// How long to wait for the session to open the keyboard.
    public var readiness = Duration.seconds(5)
    /// How long to wait for the person to let go of modifiers.
    public var patience = Duration.seconds(2)
    /// Where the session is: WAYLAND_DISPLAY, SWAYSOCK, DISPLAY, XDG_CURRENT_DESKTOP.
    public var environment: [String: String]

    /// - Parameter environment: this process's if nil.
    public init(environment: [String: String]? = nil) {
        self.environment = environment ?? Self.processEnvironment
    }

    var pace: Pace {
        if let keyHold {
            if keyHold <= .zero { return .fast }
            return Pace(keyHold: keyHold, interval: keyHold + .milliseconds(2))
        }
        // On X11 the server reads the keyboard, whatever the desktop.
        guard value("WAYLAND_DISPLAY") != nil else { return .fast }
        if Pace.isSteady(environment["XDG_CURRENT_DESKTOP"]) { return .steady }
        return value("SWAYSOCK") == nil ? .measured : .fast
    }

    /// For people.
    var layoutName: String { layout.map { "the layout \($0.setting)" } ?? "the active layout" }

    /// What reads our keyboard in this session.
    func receiver() throws(Problem) -> any KeyboardReceiver {
        let system = SystemLayout(environment: environment)
        if let display = value("WAYLAND_DISPLAY") {
            if let socket = value("SWAYSOCK") { return try SwayReceiver(socket: socket) }
            return try ConfiguredReceiver(
                name: "the compositor of \(display)", layout: layout ?? system.names,
                compose: ComposeTable())
        }
        if let display = value("DISPLAY") { return try XServerReceiver(display: display) }
        return try ConfiguredReceiver(
            name: "the Linux console", layout: layout ?? system.names,
            compose: ConsoleCompose.table(), isConsole: true)
    }

    private func value(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static var processEnvironment: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let parts = String(cString: entry).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            variables[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
            next += 1
        }
        return variables
    }
}
