import DictationParts
public import HotkeyChords
import LinuxRuntime
public import Problems

/// Starts the helper to find out whether it works.
public enum HelperTrial {
    /// Nil if it watches for the chords, else why not.
    ///
    /// - Parameter limit: a helper without an answer by then doesn't work.
    @EventLoopActor
    public static func problem(
        of program: String, chords: [HotkeyChord], within limit: Duration = .seconds(10)
    ) async -> Problem? {
        let answer = OneShot<Availability>()
        do {
            let helper = try HelperProcess(program, request: HelperRequest.bind(chords)) { event in
                if let outcome = outcome(of: event, program, chords) { answer.give(outcome) }
            }
            let end = EventLoop.shared.timer(after: limit) {
                let seconds = limit.components.seconds
                answer.give(
                    .unavailable(.cannotStart(program, why: "no answer within \(seconds) s")))
            }
            // Both live as long as the trial.
            defer { withExtendedLifetime((helper, end)) {} }
            return try await answer.get().problem
        } catch {
            return .cannotStart(program, why: "\(error)")
        }
    }

    /// The result of the trial, if this report decides it.
    private static func outcome(
        of event: HelperProcess.Event, _ program: String, _ chords: [HotkeyChord]
    ) -> Availability? {
        switch event {
        case .report(.watching): .available
        case .report(.refused(let refusal, let binding)):
            .unavailable(
                .refused(refusal, chord: chords.indices.contains(binding) ? chords[binding] : nil))
        case .report(.cannotWatch(let obstacle)):
            .unavailable(
                .obstacle(
                    obstacle, for: chords.map(\.description).joined(separator: ", "), program))
        case .ended: .unavailable(.cannotStart(program, why: "it ended at once"))
        case .report: nil
        }
    }
}

extension HelperHotkey {
    /// Starts a helper to ask it.
    public func problem() async -> Problem? {
        if let refusal { return refusal }
        return await HelperTrial.problem(of: program, chords: chords)
    }
}
