import CLinux
import Glibc
public import SystemPackage

/// A child process that is killed at the latest when its owner is destroyed. Nothing waits for its
/// end, which may take long for a process with much memory, and any time while the kernel works for
/// it (state D): the event loop reaps it.
@EventLoopActor
public final class ChildProcess {
    /// The process's number, which is not reused before ``status`` is set.
    public let pid: Int32
    /// Its exit status, once it has ended.
    public private(set) var status: ExitStatus?
    private let reaping: Reaping
    /// The target of `kill`: the process, or, negative, its group. The number isn't reused before
    /// the process is reaped, and then `status` is set.
    private let target: pid_t
    private var isReleased = false

    /// Starts a program, looked up in PATH, with an empty signal mask and default signals.
    /// `onExit` is called once, after the process was reaped.
    ///
    /// - Parameters:
    ///   - arguments: the program's name first.
    ///   - environment: `NAME=VALUE`, or nil for this process's.
    ///   - descriptors: for the child's 0, 1, 2, …; nil inherits. It gets no others.
    ///   - isInForeground: whether it stays in this process's group, which it must to read from the
    ///     terminal (tty_ioctl(4)); otherwise it gets its own group.
    public init(
        _ arguments: [String], environment: [String]? = nil,
        descriptors: [FileDescriptor?] = [], isInForeground: Bool = false,
        onExit: @escaping (ExitStatus) -> Void
    ) throws(SystemError) {
        pid = try Self.spawn(
            arguments, environment, descriptors, isInForeground ? .foreground : .group)
        target = isInForeground ? pid : -pid
        reaping = Reaping()
        do throws(SystemError) {
            try reaping.begin(pid)
        } catch {
            // No descriptor was left for watching it. It stays a zombie until this process ends.
            kill(target, SIGKILL)
            throw error
        }
        reaping.onExit = { [weak self] status in
            self?.status = status
            onExit(status)
        }
    }

    /// Sends a signal to the process and the children in its group, unless it has ended.
    public func send(signal: Int32) {
        if status == nil { kill(target, signal) }
    }

    /// Detaches the process, so that it survives its owner and this process.
    public func release() {
        isReleased = true
    }

    isolated deinit {
        reaping.onExit = { _ in }
        if status == nil, !isReleased { kill(target, SIGKILL) }
    }

    /// Starts a program that survives this process: in its own session, with those signals blocked
    /// that end all programs of a terminal or a service. May be called on any thread; the event
    /// loop reaps it.
    ///
    /// - Parameter descriptors: as for `init`.
    public nonisolated static func startApart(
        _ arguments: [String], descriptors: [FileDescriptor?]
    ) throws(SystemError) {
        let pid = try spawn(arguments, nil, descriptors, .session)
        EventLoop.task {
            var source: EventSource?
            // The closure retains the source until here.
            source = try? EventLoop.shared.child(pid) { _ in _ = source.take() }
        }
    }

    /// Whether the child gets its own process group or session.
    private enum Surroundings {
        case foreground, group, session
    }

    private nonisolated static func spawn(
        _ arguments: [String], _ environment: [String]?, _ descriptors: [FileDescriptor?],
        _ surroundings: Surroundings
    ) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Numbers above the child's, so that none is replaced before it is copied.
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        for (number, descriptor) in descriptors.enumerated() {
            guard let descriptor else { continue }
            let first = Int32(descriptors.count)
            let copy = try check(
                fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, first), "fcntl F_DUPFD")
            copies.append(copy)
            posix_spawn_file_actions_adddup2(&actions, copy, Int32(number))
        }
        // Descriptors that another thread has opened without close-on-exec must not reach the
        // child: they could keep a pipe open whose end is awaited.
        utter_spawn_close_from(&actions, Int32(max(3, descriptors.count)))

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var blocked = sigset_t()
        sigemptyset(&blocked)
        if surroundings == .session {
            for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&blocked, number) }
        }
        posix_spawnattr_setsigmask(&attributes, &blocked)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let own: Int32 =
            switch surroundings {
            case .foreground: 0
            case .group: POSIX_SPAWN_SETPGROUP
            // A session has its own group.
            case .session: utter_spawn_own_session
            }
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | own))

        var pid = pid_t()
        let result = withCStrings(arguments) { argv in
            guard let environment else {
                return posix_spawnp(&pid, arguments[0], &actions, &attributes, argv, environ)
            }
            return withCStrings(environment) { envp in
                posix_spawnp(&pid, arguments[0], &actions, &attributes, argv, envp)
            }
        }
        if result != 0 { throw SystemError("start \(arguments[0])", Errno(rawValue: result)) }
        return pid
    }
}

/// Reaps a process when it has ended, even without its owner: the object retains itself until then.
private final class Reaping {
    private var source: EventSource?
    var onExit: (ExitStatus) -> Void = { _ in }

    func begin(_ pid: pid_t) throws(SystemError) {
        source = try EventLoop.shared.child(pid) { [self] status in
            source = nil
            let onExit = self.onExit
            self.onExit = { _ in }
            onExit(status)
        }
    }
}

/// A null-terminated array of C strings, valid during the call.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
}
