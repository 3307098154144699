public import Dictation
public import HotkeyChords
import HotkeyHelperProtocol
import LinuxRuntime

/// Starts the helper to see whether it serves.
public enum HelperTrial {
    /// Nil if it watches for the chords, else why not.
    @EventLoopActor
    public static func problem(
        of program: String, chords: [HotkeyChord]
    ) async -> Problem? {
        var helper: HelperProcess?
        // It ends with the trial.
        defer { withExtendedLifetime(helper) {} }
        return await withCheckedContinuation { (answer: CheckedContinuation<Problem?, Never>) in
            do throws(SystemError) {
                helper = try HelperProcess(program, request: HelperRequest.bind(chords)) { news in
                    guard let outcome = outcome(of: news, program, chords) else { return }
                    helper?.silence()
                    answer.resume(returning: outcome.problem)
                }
            } catch {
                answer.resume(returning: .cannotStart(program, why: "\(error)"))
            }
        }
    }

    /// What news of the helper decide, if they do.
    private static func outcome(
        of news: HelperProcess.News, _ program: String, _ chords: [HotkeyChord]
    ) -> Availability? {
        switch news {
        case .report(.watching): .available
        case .report(.refused(let refusal, let binding)):
            .unavailable(
                .refused(refusal, chord: chords.indices.contains(binding) ? chords[binding] : nil))
        case .report(.cannotWatch(.forbidden)): .unavailable(.notPrivileged(program))
        case .report(.cannotWatch(let obstacle)):
            .unavailable(
                .obstacle(obstacle, for: chords.map(\.description).joined(separator: ", ")))
        case .ended: .unavailable(.cannotStart(program, why: "it ended at once"))
        case .report: nil
        }
    }
}
