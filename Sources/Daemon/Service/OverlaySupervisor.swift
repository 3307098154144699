import ControlProtocol
import DictationParts
import Glibc
public import LinuxRuntime
import MonotonicTime
public import Problems
import SystemPackage

/// The supervisor of the overlay's process. Dictation never waits for the overlay: it uses the
/// control socket like any other client, and is dropped if it is slow.
@EventLoopActor
public final class OverlaySupervisor {
    private let arguments: [String]
    private var restarts: OverlayRestarts
    private var process: ChildProcess?
    private var started = Instant.now
    private var pause: EventSource?
    /// When a dictation may start it again; nil while it runs, or is restarted automatically.
    private var next: Next?
    private var onTrouble: (Problem) -> Void = { _ in }

    private struct Next {
        let noSoonerThan: Instant
        let options: [String]
    }

    /// - Parameters:
    ///   - options: the program's options.
    ///   - program: its path; nil for the program beside this one.
    public init(
        _ options: [String], program: String? = nil, restarts: OverlayRestarts = OverlayRestarts()
    ) {
        arguments = [program ?? Self.neighbour] + options
        self.restarts = restarts
    }

    /// The pid of the running process, for tests.
    public var processIdentifier: Int32? { process?.pid }

    /// Whether it runs, so that it has a window or soon will.
    public var isRunning: Bool { process.map { $0.status == nil } ?? false }

    /// Starts the overlay, which needs the control socket.
    ///
    /// - Parameter onTrouble: called when it can't be kept running, once until it runs again.
    public func start(_ onTrouble: @escaping (Problem) -> Void) {
        self.onTrouble = onTrouble
        launch(arguments)
    }

    /// There is something to show: an overlay without a display looks for one again, and one that
    /// crashed is started again, if its pause is over.
    public func dictationBegan() {
        guard let next, next.noSoonerThan <= .now else { return }
        self.next = nil
        launch(arguments + next.options)
    }

    /// Ends the overlay, at once.
    public func stop() {
        next = nil
        pause = nil
        process = nil
    }

    private static var neighbour: String {
        // Without /proc it is looked up in PATH.
        let directory =
            Executable.prefix?.appending("bin")
            ?? (try? Executable.path())?.removingLastComponent() ?? FilePath()
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
                remedy: "Install utter again: the overlay belongs beside it.")
            follow(restarts.failed())
            if restarts.isFirstRest { Log.warning(problem.description) }
        }
    }

    private func ended(_ status: ExitStatus) {
        // The process object lives until this returns.
        let decision = restarts.ended(status, after: started.duration(to: .now))
        follow(decision)
        switch decision {
        case .restart(let pause):
            Log.warning("the overlay ended (\(status)); it starts again in \(pause)")
        // There is no display, which the overlay has reported itself.
        case .waitForDictation(.zero): break
        case .waitForDictation(let pause):
            let problem = Problem(
                "the overlay crashes again and again", why: "\(status)",
                remedy: "Its messages are in the log: utter log.")
            Log.error("\(problem) The first dictation after \(pause) tries it again.")
            if restarts.isFirstRest { onTrouble(problem) }
        }
    }

    private func follow(_ decision: OverlayRestarts.Decision) {
        switch decision {
        case .restart(let pause):
            self.pause = EventLoop.shared.timer(after: pause) { [unowned self] in
                launch(arguments)
            }
        case .waitForDictation(let pause):
            // A missing display was reported the first time.
            next = Next(
                noSoonerThan: .now.advanced(by: pause), options: pause == .zero ? ["--retry"] : [])
        }
    }
}
