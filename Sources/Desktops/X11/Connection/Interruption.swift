package import Dictation
package import Problems

/// Why a wait or a task on the X connection ended early.
package enum Interruption: Error {
    case cancelled
    case problem(Problem)
    /// The user or another program interfered, so that typing must stop. The reason is the `why` of
    /// a problem.
    case stopped(String)

    /// The interruption of a body, if there was one.
    package static func of(_ body: () async throws(Interruption) -> Void) async -> Interruption? {
        do throws(Interruption) {
            try await body()
            return nil
        } catch { return error }
    }

    /// As the failure of an insertion of which this many characters arrived.
    package func failure(after inserted: Int) -> SinkFailure {
        switch self {
        case .cancelled: SinkFailure(inserted: inserted, problem: nil)
        case .problem(let problem): SinkFailure(inserted: inserted, problem: problem)
        case .stopped(let reason):
            SinkFailure(
                inserted: inserted,
                problem: Problem(
                    "typing stopped after \(inserted) characters", why: reason,
                    remedy: "Click into the text field again; utter retype types the rest."),
                handsOver: false)
        }
    }

    /// As a problem with connecting to a display.
    package var ofConnecting: Problem {
        failure(after: 0).problem
            ?? Problem("connecting to the X display was cancelled", why: "")
    }
}
