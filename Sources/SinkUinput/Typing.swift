import Dictation
import KeyStrokes
import LinuxRuntime

/// Types a plan on the device at a pace.
struct Typing {
    private let device: UinputDevice
    private let receiver: any KeyboardReceiver
    private let pace: Pace

    /// After this many events, 64 keys, the receiver is asked whether it has read them: they fit
    /// the queue of a reader that has stopped meanwhile, and are all that another window gets
    /// that takes the focus.
    private static let eventsAhead = UinputDevice.queueLength / 4

    init(_ device: UinputDevice, _ receiver: any KeyboardReceiver, _ pace: Pace) {
        self.device = device
        self.receiver = receiver
        self.pace = pace
    }

    /// Types all steps and returns to the group in which it began, also when it fails.
    ///
    /// - Parameter typed: how many steps have been typed, exactly, when it returns or throws.
    func type(_ plan: PlannedTyping, typed: inout Int) async throws {
        var metronome = Metronome(pace.interval)
        var (ahead, releases) = (0, 0)
        try await receiver.beginTyping()
        do {
            for step in plan.steps {
                try await metronome.wait(for: step.count)
                try Task.checkCancellation()
                try await type(step)
                typed += 1
                ahead += step.reduce(0) { $0 + UinputDevice.events(of: $1) }
                releases += step.reduce(0) { $0 + 1 + $1.holding.count }
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

    /// A character is typed as a whole: a task that is cancelled within it finishes it, or what
    /// has been typed could not be told.
    private func type(_ strokes: [KeyStroke]) async throws {
        if pace.keyHold == .zero { return try device.type(strokes) }
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

    /// Not cut short by a cancellation: at most some milliseconds.
    private func pause(_ duration: Duration) async {
        await Task { @EventLoopActor in
            try? await EventLoop.shared.sleep(for: duration)
        }.value
    }
}
