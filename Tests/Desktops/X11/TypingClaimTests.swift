import CX11
import LinuxRuntime
import TestSupport
import Testing
import X11Connection

/// One process at a time changes the XTEST keyboard of a server.
@Suite(.runningLoop, .serialized, .needs("Xvfb", package: "xvfb")) struct TypingClaimTests {
    @X11Actor private func connection(_ server: XServer) async throws -> XConnection {
        try await XConnection.open(try DisplayName(server.display))
    }

    /// A task that acquires the claim and releases it, once it has seen another owner.
    @X11Actor private func waitingTask(
        _ connection: XConnection
    ) async throws -> Task<Interruption?, Never> {
        // unsafe: both tasks are on the X thread.
        nonisolated(unsafe) let shared = connection
        let progress = Progress()
        let task = X11Actor.task {
            await Interruption.of { () async throws(Interruption) in
                let claim = try await TypingClaim.acquire(shared) { isGrabbed in
                    if !isGrabbed { progress.hasLooked = true }
                }
                claim.release()
            }
        }
        while !progress.hasLooked { try await X11Actor.loop.sleep(for: .milliseconds(1)) }
        return task
    }

    /// Waits for such a task's end; throws what ended it early.
    private func hasClaimed(_ task: Task<Interruption?, Never>) async throws -> Bool {
        if let interruption = await task.value { throw interruption }
        return true
    }

    @X11Actor private final class Progress {
        var hasLooked = false
    }

    @X11Actor @Test func theNextOneGetsItWhenItIsReleased() async throws {
        let server = try await XServer()
        let (first, second) = (try await connection(server), try await connection(server))
        let claim = try await TypingClaim.acquire(first)
        let waiting = try await waitingTask(second)
        claim.release()
        #expect(try await hasClaimed(waiting))
        // Released twice is released once: the other may have it again.
        let again = try await TypingClaim.acquire(second)
        claim.release()
        let third = try await waitingTask(first)
        again.release()
        #expect(try await hasClaimed(third))
        withExtendedLifetime(server) {}
    }

    /// A killed typist leaves no claim: the server releases it with the connection.
    @X11Actor @Test func itEndsWithItsOwner() async throws {
        let server = try await XServer()
        let (first, second) = (try await connection(server), try await connection(server))
        let claim = try await TypingClaim.acquire(first)
        let waiting = try await waitingTask(second)
        let other = try await connection(server)
        let owner = XGetSelectionOwner(other.display, other.atom("_UTTER_XTEST"))
        // XKillClient(3): its connection is closed.
        XKillClient(other.display, owner)
        XFlush(other.display)
        #expect(try await hasClaimed(waiting))
        withExtendedLifetime((server, claim)) {}
    }

    @X11Actor @Test func waitingForItCanBeCancelled() async throws {
        let server = try await XServer()
        let (first, second) = (try await connection(server), try await connection(server))
        let claim = try await TypingClaim.acquire(first)
        let waiting = try await waitingTask(second)
        waiting.cancel()
        guard case .cancelled? = await waiting.value else {
            Issue.record("it was not cancelled")
            return
        }
        claim.release()
        let next = try await TypingClaim.acquire(second)
        withExtendedLifetime((server, next)) {}
    }
}
