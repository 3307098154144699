import Glibc
import LinuxRuntime
import Problems
import TestSupport
import Testing
import TextCleanup

@Suite(.runningLoop) struct CommandCleanerTests {
    @EventLoopActor
    private func clean(
        _ arguments: String..., limit: Duration = .seconds(60)
    ) async throws -> Result<String, Problem> {
        let cleaner = try CommandCleaner(arguments: arguments, limit: limit)
        defer { cleaner.close() }
        return await withCheckedContinuation { answer in
            cleaner.clean("hello wörld") { answer.resume(returning: $0) }
        }
    }

    @EventLoopActor @Test func getsTheTextOnItsInput() async throws {
        #expect(try await clean("sed", "s/^h/H/; s/$/./") == .success("Hello wörld."))
        #expect(try await clean("cat") == .success("hello wörld"))
        #expect(try await clean("sh", "-c", "cat; echo") == .success("hello wörld\n"))
        #expect(try await clean("true") == .success(""))
    }

    @EventLoopActor @Test func failsClearly() async throws {
        guard case .failure(let problem) = try await clean("sh", "-c", "echo no model >&2; exit 3")
        else {
            Issue.record("no failure")
            return
        }
        #expect(problem.what == "the clean-up program “sh” failed")
        #expect(problem.why == "exit status 3")
        #expect(problem.remedy.contains("[text.cleanup] time_limit"))
        guard case .failure(let missing) = try await clean("/no/such/program") else {
            Issue.record("no failure")
            return
        }
        #expect(missing.what == "cannot run the clean-up program “/no/such/program”")
        #expect(missing.remedy.contains("[text.cleanup] command"))
        #expect(throws: Problem.self) { try CommandCleaner(arguments: [], limit: .seconds(1)) }
    }

    /// Its children hold the pipe open, and are killed with it.
    @EventLoopActor @Test func isKilledAtItsLimit() async throws {
        let answer = try await clean(
            "sh", "-c", "echo half; sleep 3600 & wait", limit: .milliseconds(500))
        guard case .failure(let problem) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(problem.why == "it didn’t finish within 500 ms")
    }

    @EventLoopActor @Test func printsTooMuch() async throws {
        guard case .failure(let problem) = try await clean("yes") else {
            Issue.record("no failure")
            return
        }
        #expect(problem.why == "it printed more than 1024 KiB")
    }
}
