import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing
@testable import DesktopCompositors

/// A compositor that is stopped, or busy with something else.
@Suite(.runningLoop) struct CompositorSocketTests {
    private static let long = Duration.seconds(3600)

    @EventLoopActor @Test func anAnswerHasALimit() async throws {
        let mute = try MuteSocket()
        let sway = try SwayConnection(mute.path, timeout: .milliseconds(200))
        let problem = await #expect(throws: Problem.self) { try await sway.request(.tree) }
        #expect(problem?.description == "cannot ask sway: it hangs: no answer within 0.2 s")
        // A late answer must not be taken for the answer to another request.
        #expect(sway.isGone)
        let next = await #expect(throws: Problem.self) { try await sway.request(.version) }
        #expect(next?.why == "it is gone")
    }

    /// Two requests share one deadline.
    @EventLoopActor @Test func oneDeadlineSpansAllQuestions() async throws {
        let mute = try MuteSocket()
        let deadline = Deadline(.milliseconds(100))
        try await Deadline.$current.withValue(deadline) {
            for _ in 0..<2 {
                let sway = try SwayConnection(mute.path, timeout: Self.long)
                await #expect(throws: Problem.self) { try await sway.request(.tree) }
            }
        }
        #expect(deadline.remaining == .zero)
    }

    @EventLoopActor @Test func cancellingEndsTheQuestion() async throws {
        let mute = try MuteSocket()
        let sway = try SwayConnection(mute.path, timeout: Self.long)
        let question = EventLoop.task {
            do throws(Problem) {
                _ = try await sway.request(.tree)
                return nil as Problem?
            } catch { return error }
        }
        await Task.yield()
        question.cancel()
        #expect(await question.value?.description == "cannot ask sway: it was asked to stop")
        #expect(sway.isGone)
    }

    @EventLoopActor @Test func aFullQueueIsAHang() throws {
        let mute = try MuteSocket()
        try mute.fill()
        let problem = #expect(throws: Problem.self) { try SwayConnection(mute.path) }
        #expect(problem?.why.hasPrefix("it hangs") == true)
    }

    @Test func aSignalIsNoEnd() {
        #expect(CompositorSocket.Failure(.interrupted) == .again)
        #expect(CompositorSocket.Failure(.resourceTemporarilyUnavailable) == .mustWait)
        #expect(CompositorSocket.Failure(.brokenPipe) == .gone)
    }
}
