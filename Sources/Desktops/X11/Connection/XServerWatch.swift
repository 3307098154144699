import LinuxRuntime
import Synchronization

/// Which X servers are being waited for, and since when: written by the thread that waits, and read
/// by those with a limit.
package enum XServerWatch {
    /// Times are monotonic, in nanoseconds.
    struct State {
        /// The display that the X thread works on now, and since when a call may block it.
        var current: (display: String, since: Int64)?
        /// Answers that are awaited while the X thread does other work, by descriptor.
        var awaited: [Int32: (display: String, since: Int64)] = [:]
        /// Displays that were given up and have not answered since.
        var silent: Set<String> = []

        /// Since when an answer of a display's server is awaited; nil if none is, or if the X
        /// thread is busy with another display: then it can't read an answer that is there.
        func waitingSince(_ display: String) -> Int64? {
            if let current, current.display != display { return nil }
            let waits = awaited.values.filter { $0.display == display }.map(\.since)
            return (waits + [current?.since].compactMap(\.self)).min()
        }
    }

    private static let state = Mutex(State())

    // MARK: The X thread's side

    /// From now on the X thread may wait for a server, until `rest`. The last call has returned.
    package static func attend(_ display: String) {
        state.withLock { $0.current = (display, MonotonicClock.nanoseconds) }
    }

    /// The X thread waits for no server.
    static func rest() {
        state.withLock { $0.current = nil }
    }

    /// From now on an answer is awaited on this descriptor.
    package static func expect(_ descriptor: Int32, _ display: String) {
        state.withLock { $0.awaited[descriptor] = (display, MonotonicClock.nanoseconds) }
    }

    package static func noteAnswer(_ descriptor: Int32) {
        state.withLock { $0.awaited[descriptor] = nil }
    }

    // MARK: The others' side

    static func waitingSince(_ display: String) -> Int64? {
        state.withLock { $0.waitingSince(display) }
    }

    /// Since when the X thread itself may be blocked, by any server (monotonic, ns).
    static var heldUpSince: Int64? { state.withLock { $0.current?.since } }

    /// Whether a display was given up and has not answered since.
    static func isSilent(_ display: String) -> Bool {
        state.withLock { $0.silent.contains(display) }
    }

    /// Gives up on a display's server: no requests are made until it answers again. Pending work
    /// keeps waiting, since closing a connection would discard what the server has not read yet:
    /// keys that count as typed.
    package static func giveUp(_ display: String) {
        let isNew = state.withLock { $0.silent.insert(display).inserted }
        guard isNew else { return }
        X11Actor.task {
            await DisplayName.waitUntilAnswering(display)
            state.withLock { _ = $0.silent.remove(display) }
        }
    }
}
