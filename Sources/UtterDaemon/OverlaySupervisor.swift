import ControlProtocol
public import Dictation
import Glibc
public import LinuxRuntime
import SystemPackage

/// Keeps the overlay's process alive. Dictation never waits for it: it is fed by the control
/// socket as any other client, and dropped when it is slow.
@EventLoopActor
public final class OverlaySupervisor {
    private let arguments: [String]
    private var restarts: OverlayRestarts
    private var process: ChildProcess?
    private var started = Instant.now
    private var pause: EventSource?
    private var isWaiting = false
    private var onGivingUp: (Problem) -> Void = { _ in }

    /// - Parameters:
    ///   - options: of the program.
    ///   - program: its path; nil for the one beside this program.
    public init(
        _ options: [String], program: String? = nil, restarts: OverlayRestarts = OverlayRestarts()
    ) {
        arguments = [program ?? Self.neighbour] + options
        self.restarts = restarts
    }

    /// Whether the process runs, for tests.
    public var processIdentifier: Int32? { process?.pid }

    /// Whether it runs, so that it has or soon will have a window.
    public var isRunning: Bool { process.map { $0.status == nil } ?? false }

    /// Starts the overlay. It needs the control socket.
    ///
    /// - Parameter onGivingUp: called once, if it can't be kept alive.
    public func start(_ onGivingUp: @escaping (Problem) -> Void) {
        self.onGivingUp = onGivingUp
        launch(arguments)
    }

    /// There is something to show: an overlay that had no display looks for one again.
    public func dictationBegan() {
        guard isWaiting else { return }
        isWaiting = false
        // That there is none was said the first time.
        launch(arguments + ["--retry"])
    }

    /// Ends the overlay, at once.
    public func stop() {
        isWaiting = false
        pause = nil
        process = nil
    }

    private static var neighbour: String {
        // Without /proc it is looked up in PATH.
        let directory = (try? Executable.path())?.removingLastComponent() ?? FilePath()
        return directory.appending(OverlayProgram.name).string
    }

    private func launch(_ arguments: [String]) {
        started = .now
        do throws(SystemError) {
            let nothing = OwnedDescriptor(
                adopting: try check(open("/dev/null", O_RDWR | O_CLOEXEC), "open /dev/null"))
            process = try ChildProcess(
                arguments, descriptors: [nothing.descriptor, nothing.descriptor, nil]
            ) { [unowned self] in ended($0) }
        } catch {
            let problem = Problem(
                "cannot start the overlay \(arguments[0])", why: "\(error.errno)",
                remedy: "Install it beside utter, or set [overlay] enabled = false.")
            Log.warning(problem.description)
        }
    }

    private func ended(_ status: ExitStatus) {
        // The process object lives until this returns.
        let life = started.duration(to: .now)
        switch restarts.ended(status, after: life) {
        case .waitForDictation:
            isWaiting = true
        case .restart(let delay):
            Log.warning("the overlay ended (\(status)); it starts again in \(delay)")
            relaunch(after: delay)
        case .giveUp:
            let problem = Problem(
                "the overlay crashes again and again", why: "\(status)",
                remedy: "See journalctl --user -u utter, or set [overlay] enabled = false.")
            Log.error(problem.description)
            onGivingUp(problem)
        }
    }

    private func relaunch(after delay: Duration) {
        pause = try? EventLoop.shared.timer(after: delay) { [unowned self] in
            launch(arguments)
        }
    }
}
