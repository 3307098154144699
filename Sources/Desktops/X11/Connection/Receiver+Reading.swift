import CX11
import LinuxRuntime
import MonotonicTime
package import Problems

/// How much of the sent keys the window has read.
extension Receiver {
    /// A window without an answer for this long counts as hung.
    package static let timeout = Duration.seconds(10)
    /// The longest wait for a window that makes progress: on a machine with many busy programs it
    /// gets only a few percent of the processor time.
    private static let longTimeout = Duration.seconds(60)
    /// How long to watch a window that is never idle.
    package static let busy = Duration.seconds(2)

    /// Whether it can be known what it has read: it answers pings, or the kernel reports it.
    package var reportsReading: Bool {
        answering != nil || process?.reportsReading == true
    }

    /// The problem that the window doesn't read its keys.
    package var deafness: Problem {
        Problem(
            "the focused window does not read its keys",
            why: "it has not answered for \(Self.timeout.components.seconds) s")
    }

    /// Suspends until the window has read the keys that were sent so far, as far as that can be
    /// known. False if it hasn't within `limit`, or if it is gone. With the usual timeout as
    /// `limit`, a window that gets too little processor time is given more.
    ///
    /// - Parameters:
    ///   - keys: the number of keys sent since it was last known to have read.
    ///   - busy: how long to watch a window that is never idle.
    package func hasRead(
        _ connection: XConnection, within limit: Duration, cancellable: Bool, keys: Int = 1,
        busy: Duration = Self.busy, orIsGone isGone: () -> Bool = { false }
    ) async throws(Interruption) -> Bool {
        if let answering {
            return try await answers(answering, connection, within: limit, cancellable, isGone)
        }
        try await connection.roundTrip()
        return try await hasFallenAsleep(connection, within: limit, keys, busy: busy)
    }

    /// Sends a ping, which the window reads after the keys, and waits for the answer on the root
    /// window, where SubstructureNotify and StructureNotify must be selected.
    private func answers(
        _ window: Window, _ connection: XConnection, within limit: Duration, _ cancellable: Bool,
        _ isGone: () -> Bool
    ) async throws(Interruption) -> Bool {
        // Before the wait, since the window's end may have been reported already.
        if isGone() { return false }
        let (protocols, ping) = (connection.atom("WM_PROTOCOLS"), connection.atom("_NET_WM_PING"))
        let serial = connection.nextSerial()
        let start = MonotonicClock.nanoseconds
        let timeBefore = process?.processorTime ?? .zero
        var before = process?.activity(ofAllThreads: false)
        connection.send(protocols, [Int(ping), serial, Int(window)], to: window)
        while true {
            var hasAnswered = false
            let hasEnded = try await connection.eventOfClient(
                within: limit, cancellable: cancellable
            ) {
                if $0.type == ClientMessage, $0.xclient.message_type == protocols,
                    $0.xclient.data.l.0 == Int(ping), $0.xclient.data.l.1 == serial
                {
                    hasAnswered = true
                }
                return hasAnswered || isGone()
            }
            if hasEnded { return hasAnswered }
            // A hung program either sleeps or uses all available processor time.
            let elapsed = MonotonicClock.nanoseconds - start
            let now = process?.activity(ofAllThreads: false)
            guard let process, limit == Self.timeout, elapsed < Self.longTimeout.nanoseconds,
                now != before, process.processorTime - timeBefore < limit / 2
            else { return false }
            before = now
        }
    }

    /// For a window that answers no pings: waits until its process has gone to sleep with nothing
    /// to read and nothing on its way to the server. One look is not enough, since the process also
    /// sleeps while it asks the server for the new keymap; between two looks the server, which
    /// serves its clients in turn, has answered such a request, and the answer wakes the process.
    private func hasFallenAsleep(
        _ connection: XConnection, within limit: Duration, _ keys: Int, busy: Duration
    ) async throws(Interruption) -> Bool {
        let process = self.process
        let rest: ReceivingProcess.Rest = reportsReading ? .known : .guessed(keys)
        let start = MonotonicClock.nanoseconds
        let timeBefore = process?.processorTime ?? .zero
        var last = process?.activity(ofAllThreads: true)
        var (movedAt, quietSince, looks) = (start, start, 0)
        while true {
            // Also after cancellation, since the keymap must stay until the keys are read.
            try? await connection.loop.sleep(
                for: rest.pause, accuracy: rest.pause / 4, cancellable: false)
            try await connection.roundTrip()
            let activity = process?.activity(ofAllThreads: true)
            let now = MonotonicClock.nanoseconds
            if activity != last { movedAt = now }
            if activity == last, activity?.isAtRest != false {
                looks += 1
            } else {
                (quietSince, looks) = (now, 0)
            }
            last = activity
            if looks >= rest.looks, now - quietSince >= rest.time.nanoseconds { return true }
            if activity?.isStopped == true || activity?.hasUnread == true {
                if now - movedAt > limit.nanoseconds { return false }
                if now - start > Self.longTimeout.nanoseconds { return false }
            } else if now - start > min(limit, busy).nanoseconds {
                // It is busy, as a terminal that prints much output is: it reads in between, if it
                // gets processor time.
                let time = (process?.processorTime ?? .zero) - timeBefore
                let hasRun = time > busy / 4 || now - start > 5 * busy.nanoseconds
                if limit < busy || hasRun { return true }
            }
        }
    }
}
