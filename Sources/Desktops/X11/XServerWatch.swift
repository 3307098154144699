import LinuxRuntime
import Synchronization

/// Which X servers are waited for, and since when: told by the thread that waits, and asked by
/// those that have a limit.
package enum XServerWatch {
    private struct State {
        /// What the X thread is doing now, which may be a call that waits.
        var current: (display: String, since: Int64)?
        /// Answers that are awaited while the X thread does other things, by descriptors.
        var awaited: [Int32: (display: String, since: Int64)] = [:]
        /// Displays that have been given up and have not answered since.
        var silent: Set<String> = []
    }

    private static let state = Mutex(State())

    // MARK: The X thread's side

    /// The X thread may wait for a server from now on, until it rests.
    package static func attend(_ display: String) {
        state.withLock { state in
            if state.current?.display != display {
                state.current = (display, MonotonicClock.nanoseconds)
            }
        }
    }

    /// The X thread waits for no server.
    static func rest() {
        state.withLock { $0.current = nil }
    }

    /// An answer at this descriptor is awaited from now on.
    package static func expect(_ descriptor: Int32, _ display: String) {
        state.withLock { $0.awaited[descriptor] = (display, MonotonicClock.nanoseconds) }
    }

    package static func noteAnswer(_ descriptor: Int32) {
        state.withLock { $0.awaited[descriptor] = nil }
    }

    // MARK: The others' side

    /// Since when an answer of a display's server is awaited (monotonic, ns); nil if none is.
    static func waitingSince(_ display: String) -> Int64? {
        state.withLock { state in
            let waits = state.awaited.values.filter { $0.display == display }.map(\.since)
            let current = state.current.flatMap { $0.display == display ? $0.since : nil }
            return (waits + [current].compactMap(\.self)).min()
        }
    }

    /// Since when the X thread itself waits, whatever the server.
    static var heldUpSince: Int64? { state.withLock { $0.current?.since } }

    /// Whether a display was given up and has not answered since.
    static func isSilent(_ display: String) -> Bool {
        state.withLock { $0.silent.contains(display) }
    }

    /// Gives a display's server up: nothing is asked of it until it answers again. What waits for
    /// it goes on waiting, for a connection that is closed takes with it what the server has not
    /// read yet: keys that count as typed.
    package static func giveUp(_ display: String) {
        let isNew = state.withLock { $0.silent.insert(display).inserted }
        guard isNew else { return }
        X11Actor.task {
            await DisplayName.waitUntilAnswering(display)
            state.withLock { _ = $0.silent.remove(display) }
        }
    }
}
