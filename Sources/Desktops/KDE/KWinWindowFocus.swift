import DesktopParts
import Dictation
import DictationParts
import KWinScripting
import LinuxRuntime
import MonotonicTime
import Problems

/// The focus of KWin, asked by scripts.
final class KWinWindowFocus: WindowFocus {
    let name = "KWin"
    private let environment: [String: String]
    private var bus: MessageBus?
    /// How long KWin may take to run a script.
    private static let timeout = Duration.seconds(2)

    /// - Parameter environment: the variables with the address of the session's bus.
    init(environment: [String: String]) {
        self.environment = environment
    }

    func focusedWindow() async throws(Problem) -> DesktopWindow? {
        try await ask(
            "utter_window", "tell(active())", "cannot ask KWin for the focused window"
        ) { _ in true }.map(DesktopWindow.init)
    }

    func focus(_ window: DesktopWindow) async throws(Problem) {
        let what = "cannot give \(window.name) the focus"
        // KWin's own identifiers: hexadecimal digits and dashes, in braces.
        let isSafe = window.identifier.unicodeScalars.allSatisfy {
            $0.properties.numericType == .decimal || "abcdefABCDEF-{}".unicodeScalars.contains($0)
        }
        guard isSafe, !window.identifier.isEmpty else {
            throw Problem(what, why: "it isn't a window of KWin")
        }
        let script = """
            for (const window of all())
                if (String(window.internalId) == "\(window.identifier)") {
                    activated.connect(tell)
                    activate(window)
                }
            tell(active())
            """
        let now = try await ask("utter_activate", script, what) {
            $0?.identifier == window.identifier
        }
        guard now?.identifier == window.identifier else {
            throw Problem(what, why: "KWin did not activate it, or it was closed")
        }
    }

    func close() { bus = nil }

    /// Runs a script until a report that fulfils a condition; answers the last report.
    private func ask(
        _ name: String, _ body: String, _ what: String,
        until isAnswer: @escaping (KWinWindow?) -> Bool
    ) async throws(Problem) -> KWinWindow? {
        try await Problem.of(what) {
            if bus?.isOpen != true { bus = try MessageBus(.user, environment: environment) }
            var report: KWinWindow??
            let waiters = Waiters()
            let script = try await KWinScript.run(
                name, body, on: bus!, folder: environment["XDG_RUNTIME_DIR"]
            ) {
                report = .some($0)
                waiters.wake()
            }
            defer { script.unload() }
            await waiters.until(
                { report.map(isAnswer) == true }, within: Deadline.limit(Self.timeout))
            try Task.checkCancellation()
            guard let report else {
                throw Problem(what, why: "its script has not answered within \(Self.timeout)")
            }
            return report
        }
    }
}

extension DesktopWindow {
    fileprivate init(_ window: KWinWindow) {
        self.init(
            identifier: window.identifier, classes: window.classes, title: window.title,
            program: window.process.flatMap { Executable.path(of: $0) })
    }
}
