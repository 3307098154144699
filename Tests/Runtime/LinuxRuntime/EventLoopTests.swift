import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

@Suite(.runningLoop) struct EventLoopTests {
    @EventLoopActor @Test func runsTasksOnOneThread() async throws {
        let here = pthread_self()
        try await EventLoop.shared.sleep(for: .milliseconds(1))
        #expect(pthread_self() == here)
        await Task { @EventLoopActor in #expect(pthread_self() == here) }.value
    }

    @EventLoopActor @Test func waitsForADescriptor() async throws {
        let event = try OwnedDescriptor.event()
        #expect(
            try await EventLoop.shared.ready(event.descriptor, within: .milliseconds(1)) == false)
        event.signalEvent()
        #expect(try await EventLoop.shared.ready(event.descriptor, within: .seconds(10)))
    }

    @EventLoopActor @Test func cancellingEndsASleep() async throws {
        let task = Task { @EventLoopActor in try await EventLoop.shared.sleep(for: .seconds(1000)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @EventLoopActor @Test func firesARearmedTimerAgain() async throws {
        var fired = 0
        let timer = EventLoop.shared.timer(after: .milliseconds(1)) { fired += 1 }
        while fired == 0 { try await EventLoop.shared.sleep(for: .milliseconds(1)) }
        timer.rearm(after: .milliseconds(1))
        while fired == 1 { try await EventLoop.shared.sleep(for: .milliseconds(1)) }
        #expect(fired == 2)
    }

    /// A program that has no descriptors left still has its time limits.
    @Test func timersNeedNoDescriptor() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
                var limit = rlimit()
                getrlimit(kind, &limit)
                limit.rlim_cur = 0
                try check(setrlimit(kind, &limit), "setrlimit")
                #expect(throws: SystemError.self) { _ = try OwnedDescriptor.event() }
                try await EventLoop.shared.sleep(for: .milliseconds(1))
            }
        }
    }

    @EventLoopActor @Test func aHandlerMayDropItsOwnSource() async throws {
        let event = try OwnedDescriptor.event()
        var source: EventSource?
        source = try EventLoop.shared.watch(event.descriptor) { _ in source = nil }
        event.signalEvent()
        while source != nil { try await EventLoop.shared.sleep(for: .milliseconds(1)) }
    }
}

/// Descriptors' numbers are reused.
@Suite(.runningLoop, .serialized) struct DescriptorReuseTests {
    /// A source that outlived its descriptor used to remove the registration of the next descriptor
    /// with that number, whose waiters then waited for ever.
    @EventLoopActor @Test func aLateSourceLeavesTheNextDescriptorWatched() async throws {
        let spare = try check(
            fcntl(try OwnedDescriptor.event().release().rawValue, F_DUPFD, 300), "dup")
        var late: EventSource? = try EventLoop.shared.watch(FileDescriptor(rawValue: spare)) { _ in
        }
        close(spare)
        let next = OwnedDescriptor(
            adopting: try check(dup2(try OwnedDescriptor.event().release().rawValue, spare), "dup2")
        )
        var isSeen = false
        let source = try EventLoop.shared.watch(next.descriptor) { _ in
            next.drainEvent()
            isSeen = true
        }
        #expect(late != nil)
        late = nil
        next.signalEvent()
        try await waitUntil("the event is seen") { isSeen }
        withExtendedLifetime(source) {}
    }
}
