import DesktopParts
import KWinInput
import KeyStrokes
import LinuxRuntime
import WaylandClient

/// Types a plan through KWin at a pace.
@EventLoopActor
struct KWinTyping {
    private let input: KWinInput
    private let receiver: any KeyboardReceiver
    private let timeout: Duration
    private let queues: ReceiverQueues

    /// How many bytes the window may be behind: about 60 characters. KWin has one keyboard, so the
    /// user's own keys come behind what the window has not read, also once this process is gone.
    private static let mostUnread: UInt32 = 8_000

    /// - Parameter timeout: how long to wait for the user to release modifiers.
    init(
        _ input: KWinInput, _ receiver: any KeyboardReceiver, timeout: Duration
    ) {
        (self.input, self.receiver, self.timeout) = (input, receiver, timeout)
        queues = ReceiverQueues(of: input.connection, limit: Self.mostUnread)
    }

    /// Types all steps and returns to the group in which it began, also on failure.
    ///
    /// - Parameters:
    ///   - typed: how many steps have been typed, exactly, when this returns or throws.
    ///   - onProgress: called with that number during typing.
    func type(
        _ plan: PlannedTyping, typed: inout Int, _ onProgress: (Int) -> Void
    ) async throws {
        try await receiver.beginTyping()
        defer { receiver.endTyping() }
        do {
            while typed < plan.steps.count {
                try await receiver.checkFocus()
                let burst = burst(of: plan.steps[typed...])
                try await send(Array(burst.joined()))
                typed += burst.count
                onProgress(typed)
                if typed < plan.steps.count {
                    try await EventLoop.shared.sleep(for: KWinInput.rest)
                }
            }
        } catch {
            // In one piece and without waiting: the caller may have been cancelled.
            for stroke in plan.wayBack(after: typed) { input.keyboard.press(stroke) }
            input.connection.flush()
            throw error
        }
        try await send(plan.wayBack(after: typed))
    }

    /// The steps to send at once: as many as the pace and the buffers allow, at least one.
    private func burst(of steps: ArraySlice<[KeyStroke]>) -> ArraySlice<[KeyStroke]> {
        var (count, strokes, requests) = (0, 0, 0)
        for step in steps {
            // What is composed comes alone, when what was typed before has been read.
            if count > 0, step.contains(where: \.isComposed) { break }
            strokes += step.count
            requests += step.reduce(0) { $0 + FakeKeyboard.requests(of: $1) }
            if count > 0, strokes > input.strokesAtOnce || requests > FakeKeyboard.longestBurst {
                break
            }
            count += 1
            if step.contains(where: \.isComposed) { break }
        }
        return steps.prefix(count)
    }

    /// Sends strokes in one piece, and suspends until KWin has pressed them.
    private func send(_ strokes: [KeyStroke]) async throws {
        if strokes.isEmpty { return }
        try await input.waitUntilModifiersAreUp(within: timeout)
        try await queues.makeRoom(for: strokes.reduce(0) { $0 + 1 + $1.holding.count })
        try Task.checkCancellation()
        for stroke in strokes { input.keyboard.press(stroke) }
        try await input.connection.roundtrip()
    }
}
