import KWinScripting
import LinuxRuntime

/// On which output KWin's focused window is. KWin has no protocol that reports it to every client; a
/// script that runs in KWin does.
@EventLoopActor
final class KWinOutput {
    /// Nil if unknown.
    private(set) var corner: OutputCorner?
    private let environment: [String: String]
    private var bus: MessageBus?
    private var start: Task<Void, Never>?
    private var script: KWinScript?

    private static let body = """
        let followed = null
        const report = () => tell(active())
        const follow = () => {
            try { moved(followed).disconnect(report) } catch (nothing) {}
            followed = active()
            try { moved(followed).connect(report) } catch (nothing) {}
            report()
        }
        activated.connect(follow)
        follow()
        """

    /// Nil in other desktops than KDE.
    ///
    /// - Parameter environment: the variables with the address of the session's bus, and
    ///   `XDG_CURRENT_DESKTOP`.
    nonisolated init?(environment: [String: String]) {
        let desktops = environment["XDG_CURRENT_DESKTOP"]?.split(separator: ":") ?? []
        guard desktops.contains("KDE") else { return nil }
        self.environment = environment
    }

    /// Follows the focus until `end`.
    ///
    /// - Parameter told: called when the output is another one.
    func begin(_ told: @escaping () -> Void) {
        guard start == nil else { return }
        if bus?.isOpen != true { bus = try? MessageBus(.user, environment: environment) }
        guard let bus else { return }
        let folder = environment["XDG_RUNTIME_DIR"]
        start = EventLoop.task { [weak self] in
            let script = try? await KWinScript.run(
                "utter_output", Self.body, on: bus, folder: folder
            ) { window in
                // Between two windows none is active.
                guard let self, let output = window?.output, output != self.corner else { return }
                self.corner = output
                told()
            }
            guard !Task.isCancelled else {
                script?.unload()
                return
            }
            self?.script = script
        }
    }

    /// From now on nothing wakes this process.
    func end() {
        start?.cancel()
        script?.unload()
        (start, script, corner) = (nil, nil, nil)
    }
}
