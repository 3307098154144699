import LinuxRuntime
package import Problems

extension Problem {
    /// Runs a body and turns errors that aren't problems into problems with this beginning.
    package static func of<Result>(
        _ what: String, _ body: () async throws -> Result
    ) async throws(Problem) -> Result {
        do {
            return try await body()
        } catch let problem as Problem {
            throw Problem(what, why: problem.why, remedy: problem.remedy)
        } catch is CancellationError {
            throw Problem(what, why: "it was asked to stop")
        } catch {
            throw Problem(what, why: reason(of: error))
        }
    }
}
