import Glibc
import LinuxRuntime
public import SystemPackage

/// A process that outlives this one: it undoes what this process has changed for a moment, when this
/// process ends or hangs meanwhile.
///
/// It learns from a pipe what this process is doing, and from the pipe's end that it is gone.
public final class Guardian: Sendable {
    /// The messages to it, one byte each, after the two limits; `Programs/utter-front/guard.c`
    /// reads them.
    public enum Word: UInt8, Sendable {
        /// Something is held that others need: the guardian acts unless another word comes within
        /// the limit.
        case holds = 0x67
        /// It was released.
        case released = 0x72
        /// All is restored: the guardian ends.
        case done = 0x64
    }

    /// One of those in which the limits are given.
    public static let glance = Duration.milliseconds(100)

    /// In glances, 1…255. A process that isn't stopped may only be waiting for a busy processor, so
    /// it gets longer.
    public struct Limits: Sendable {
        /// For how many something may be held.
        let held: UInt8
        /// For how many of them this process may be stopped, by a signal or a debugger.
        let stopped: UInt8

        public init(held: UInt8, stopped: UInt8) { (self.held, self.stopped) = (held, stopped) }

        /// How long something is held at least when the guardian acts.
        public var shortest: Duration { Guardian.glance * Int(min(held, stopped)) }
        /// How long something is held when the guardian acts in any case.
        public var longest: Duration { Guardian.glance * Int(max(held, stopped)) }
    }

    /// The writing end.
    private let pipe: OwnedDescriptor

    /// Starts a guardian without waiting for it: words stay in the pipe until it reads them. Nil if
    /// it can't be started.
    ///
    /// - Parameters:
    ///   - arguments: the command of `utter` that undoes the changes, and its arguments.
    ///   - shared: what it needs besides the pipe, as its descriptors from 4 on.
    ///   - limits: when it acts although this process hasn't ended.
    public init?(_ arguments: [String], sharing shared: [FileDescriptor] = [], limits: Limits) {
        guard let program = Self.program, let ends = try? FileDescriptor.pipe() else { return nil }
        // Moved above the guardian's fixed numbers, or one descriptor would replace another.
        let reading = Self.raised(OwnedDescriptor(adopting: ends.readEnd.rawValue))
        pipe = Self.raised(OwnedDescriptor(adopting: ends.writeEnd.rawValue))
        // A stopped guardian must not block this process.
        _ = fcntl(pipe.rawValue, F_SETFL, O_NONBLOCK)
        let nothing = OwnedDescriptor(adopting: open("/dev/null", O_RDWR | O_CLOEXEC))
        do throws(SystemError) {
            try ChildProcess.startApart(
                [program] + arguments,
                descriptors: [
                    nothing.descriptor, nothing.descriptor, nothing.descriptor,
                    reading.descriptor,
                ] + shared)
        } catch { return nil }
        send([limits.held, limits.stopped])
    }

    /// Moves a descriptor to a number of at least 10, close-on-exec.
    private static func raised(_ descriptor: consuming OwnedDescriptor) -> OwnedDescriptor {
        OwnedDescriptor(adopting: fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 10))
    }

    /// The front program, which is quick to start: `PREFIX/bin/utter`, or `utter-front` beside this
    /// program, as in a build folder.
    private static var program: String? {
        guard let path = try? Executable.path() else { return nil }
        let neighbour = path.removingLastComponent().appending("utter-front")
        let places = [Executable.prefix?.appending("bin/utter"), neighbour].compactMap(\.self)
        return places.first { $0 != path && access($0.string, X_OK) == 0 }?.string
    }

    public func say(_ word: Word) { send([word.rawValue]) }

    private func send(_ bytes: [UInt8]) { write(pipe.rawValue, bytes, bytes.count) }
}
