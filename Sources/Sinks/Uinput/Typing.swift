import DesktopParts
import KeyStrokes
import LinuxRuntime

/// Types a plan on the device at a pace.
@EventLoopActor
struct Typing {
    private let device: UinputDevice
    private let receiver: any KeyboardReceiver
    private let pace: TypingPace

    /// After this many events, 64 keys, the receiver must confirm that it has read them: so many
    /// fit into the queue of a reader that has stopped, and they are the most that another window
    /// gets when the focus moves.
    private static let eventsAhead = UinputDevice.queueLength / 4

    init(_ device: UinputDevice, _ receiver: any KeyboardReceiver, _ pace: TypingPace) {
        self.device = device
        self.receiver = receiver
        self.pace = pace
    }

    /// Types all steps and returns to the group in which it began, also on failure.
    ///
    /// - Parameters:
    ///   - typed: how many steps have been typed, exactly, when this returns or throws.
    ///   - onProgress: called with that number during typing.
    func type(
        _ plan: PlannedTyping, typed: inout Int, _ onProgress: (Int) -> Void = { _ in }
    ) async throws {
        var metronome = Metronome(pace.interval)
        var (ahead, releases) = (0, 0)
        try await receiver.beginTyping()
        defer { receiver.endTyping() }
        do {
            while typed < plan.steps.count {
                let burst = burst(of: plan.steps[typed...], room: Self.eventsAhead - ahead)
                try await metronome.wait(for: burst.reduce(0) { $0 + $1.count })
                try Task.checkCancellation()
                try await type(burst)
                typed += burst.count
                onProgress(typed)
                for stroke in burst.joined() {
                    ahead += UinputDevice.events(of: stroke)
                    releases += 1 + stroke.holding.count
                }
                if ahead >= Self.eventsAhead {
                    try await receiver.catchUp(after: releases)
                    (ahead, releases) = (0, 0)
                }
            }
        } catch {
            try? device.releaseAll()
            try? device.type(plan.wayBack(after: typed))
            throw error
        }
        let wayBack = plan.wayBack(after: typed)
        try device.type(wayBack)
        releases += wayBack.reduce(0) { $0 + 1 + $1.holding.count }
        try await receiver.catchUp(after: releases)
    }

    /// The steps to type at once: as many as the pace and the room in the reader's queue allow, but
    /// at least one.
    private func burst(
        of steps: ArraySlice<[KeyStroke]>, room: Int
    ) -> ArraySlice<[KeyStroke]> {
        var (count, strokes, room) = (0, 0, room)
        for step in steps {
            strokes += step.count
            room -= step.reduce(0) { $0 + UinputDevice.events(of: $1) }
            count += 1
            if strokes >= pace.strokesAtOnce || room <= 0 { break }
        }
        return steps.prefix(count)
    }

    private func type(_ steps: ArraySlice<[KeyStroke]>) async throws {
        // One write for all: the reader is woken once and reads them together; with a write for
        // each key it would run in between each time.
        if pace.keyHold == .zero { return try device.type(Array(steps.joined())) }
        for step in steps { try await hold(step) }
    }

    /// A character is completed even if the task is cancelled within it; otherwise what has been
    /// typed would be unknown.
    private func hold(_ strokes: [KeyStroke]) async throws {
        for stroke in strokes {
            if !stroke.holding.isEmpty {
                try device.press(stroke.holding)
                await pause(pace.modifierHold)
            }
            try device.press([stroke.key])
            await pause(pace.keyHold)
            try device.releaseLast()
            if !stroke.holding.isEmpty { await pause(pace.modifierHold) }
            try device.releaseAll()
        }
    }

    /// Not shortened by cancellation: at most some milliseconds.
    private func pause(_ duration: Duration) async {
        await Task { @EventLoopActor in
            try? await EventLoop.shared.sleep(for: duration)
        }.value
    }
}
