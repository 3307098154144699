public import Problems
import Synchronization

/// The problem to report if a library ends the process by exit(3) instead of returning an error.
public enum LibraryExit {
    private static let current = Mutex<(@Sendable () -> Problem)?>(nil)

    /// The problem of the call under way, asked in that call; nil if there is none.
    public static var problem: Problem? {
        let make = current.withLock { $0 }
        return make?()
    }

    /// Calls a library, on the thread that decodes.
    ///
    /// - Parameter problem: the reason, if the library ends the process meanwhile.
    public static func explained<Result>(
        by problem: @escaping @Sendable () -> Problem, _ call: () -> Result
    ) -> Result {
        current.withLock { $0 = problem }
        defer { current.withLock { $0 = nil } }
        return call()
    }
}
