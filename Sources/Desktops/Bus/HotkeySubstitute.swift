import Dictation
import DictationParts
import LinuxRuntime
import Problems

/// The listener for hotkeys that the desktop doesn't watch for.
@EventLoopActor
final class HotkeySubstitute {
    private let source: (any HotkeySource)?
    /// Who doesn't watch, in words.
    private let original: String
    private var isUsed = false
    private var isCancelLive = false

    init(_ source: (any HotkeySource)?, of original: String) {
        (self.source, self.original) = (source, original)
    }

    /// Whether there is a session bus, or else what the substitute says.
    ///
    /// - Parameter problem: makes the problem if there is no substitute.
    func availability(on bus: SessionBus, or problem: (String) -> Problem) -> Availability {
        do throws(SystemError) {
            _ = try bus.connection()
            return .available
        } catch {
            return source?.availability() ?? .unavailable(problem("\(error)"))
        }
    }

    /// Starts the substitute; without one, delivers the problem.
    ///
    /// - Parameters:
    ///   - why: why the desktop doesn't watch.
    ///   - problem: makes the problem if there is no substitute.
    func start(
        because why: String, or problem: (String) -> Problem,
        _ deliver: @escaping (HotkeyEvent) -> Void
    ) {
        guard let source else { return deliver(.failed(problem(why))) }
        isUsed = true
        // Even if it can't watch now: it notices a keyboard that is plugged in later.
        source.start { [self] event in
            guard case .failed(let problem) = event else { return deliver(event) }
            deliver(.failed(both(problem, why)))
        }
        source.watch(cancel: isCancelLive)
    }

    /// Whether the chord that cancels is watched for.
    ///
    /// - Parameter chords: what the desktop is asked for.
    func watchesCancel(or chords: DesktopChords) -> Bool {
        isUsed ? source?.watchesCancel == true : chords.haveCancel
    }

    func watch(cancel: Bool) {
        isCancelLive = cancel
        if isUsed { source?.watch(cancel: cancel) }
    }

    func stop() {
        if isUsed { source?.stop() }
        (isUsed, isCancelLive) = (false, false)
    }

    /// The problem when the desktop doesn't watch; nil if the substitute can.
    func problem(besides why: String, or problem: (String) -> Problem) async -> Problem? {
        guard let source else { return problem(why) }
        return await source.problem().map { both($0, why) }
    }

    /// The problem when neither the substitute nor the desktop can watch.
    private func both(_ problem: Problem, _ why: String) -> Problem {
        Problem(
            problem.what, why: "\(problem.why); nor does \(original): \(why)",
            remedy: problem.remedy, fix: problem.fix)
    }
}
