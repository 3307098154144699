import ExternalProgram
import Glibc
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

/// Programs that are given bytes and print text, on the event loop, each below its guardian.
@Suite(.runningLoop) struct FilterRunTests {
    @EventLoopActor @Test func textIsThereAsItIsPrinted() async throws {
        let place = try ScratchDirectory("utter-filter")
        try #require(mkfifo(place.path("go"), 0o600) == 0)
        let run = try Run("printf one; read go < '\(place.path("go"))'; printf ' two'")
        try await waitUntil("the first word is there") { run.texts.last == "one" }
        #expect(run.results.isEmpty)
        // Not before the shell reads: what is in a pipe that nobody has open is lost.
        var pipe: FileDescriptor?
        try await waitUntil("the shell reads") {
            pipe = try? FileDescriptor.open(
                FilePath(place.path("go")), .writeOnly, options: .nonBlocking)
            return pipe != nil
        }
        try pipe?.closeAfter { _ = try pipe?.writeAll("go\n".utf8) }
        #expect(try await run.text() == "one two")
    }

    @EventLoopActor @Test func allOfTheInputArrives() async throws {
        let bytes = [UInt8](repeating: 7, count: 10_000_000)
        #expect(try await Run("wc -c", bytes).text() == "10000000\n")
    }

    @EventLoopActor @Test func theInputNeedNotBeRead() async throws {
        let bytes = [UInt8](repeating: 7, count: 10_000_000)
        #expect(try await Run("exec < /dev/null; printf done", bytes).text() == "done")
    }

    @EventLoopActor @Test func theInputMayBeAFile() async throws {
        let run = try Run(#"cat "$1"; printf '|%s' "$1"; test ! -s /dev/stdin"#, suffix: ".wav")
        let parts = try await run.text().split(separator: "|")
        try #require(parts.count == 2)
        #expect(parts[0] == "input" && parts[1].hasSuffix(".wav"))
        let path = String(parts[1])
        try await waitUntil("the file is gone") { access(path, F_OK) != 0 }
    }

    @EventLoopActor @Test func whatIsNoTextIsReplaced() async throws {
        #expect(try await Run(#"printf 'a\377b'"#).text() == "a\u{FFFD}b")
    }

    /// What it wrote to standard error may be what was said.
    @EventLoopActor
    @Test(arguments: [
        ("exit 7", "exit status 7"), ("kill -s SEGV $$", "killed by signal 11"),
    ])
    func failsInOurWords(_ end: String, _ why: String) async throws {
        let run = try Run("printf half; echo secret >&2; \(end)")
        let problem = try #require(try await run.problem())
        #expect(problem.what == "the engine “sh” failed" && problem.why == why)
        #expect(problem.remedy.contains("[recognizer] time_limit"))
        #expect(!"\(problem)".contains("secret") && !"\(problem)".contains("half"))
        #expect(run.texts.last == "half")
    }

    @EventLoopActor @Test func isNotThere() async throws {
        let program = ExternalProgram(
            role: "the engine", setting: "[recognizer] command", limitSetting: "",
            name: "/nonexistent/program"
        ) { _ in ["/nonexistent/program"] }
        let problem = try #require(try await Run(program, []).problem())
        #expect(problem.what == "cannot run the engine “/nonexistent/program”")
        #expect(problem.why == "No such file or directory")
        #expect(problem.remedy == "Install it, or correct [recognizer] command.")
        guard case .unavailable(let other) = program.availability else {
            Issue.record("it counts as there")
            return
        }
        #expect(other.why == problem.why)
    }

    // MARK: Limits

    @EventLoopActor @Test func aProgramThatPrintsForEverIsKilled() async throws {
        let place = try ScratchDirectory("utter-filter")
        let run = try Run("echo $$ > '\(place.path("process"))'; exec yes")
        #expect(try await run.problem()?.why == "it printed more than 1024 KiB")
        try await waitUntil("it is killed") { place.hasNoLivingProcess }
    }

    @EventLoopActor
    @Test(arguments: [
        (Duration.milliseconds(300), "it didn’t finish within 300 ms"),
        (.seconds(1), "it didn’t finish within 1 s"),
    ])
    func aProgramThatGoesOnIsKilledWithItsChildren(
        _ limit: Duration, _ why: String
    ) async throws {
        let place = try ScratchDirectory("utter-filter")
        let run = try Run(
            """
            setsid sleep 3600 &
            echo $! > '\(place.path("process"))'
            echo $$ >> '\(place.path("process"))'
            wait
            """, within: limit)
        try await waitUntil("it runs") { place.processes.count == 2 }
        #expect(try await run.problem()?.why == why)
        try await waitUntil("both are killed") { place.hasNoLivingProcess }
    }

    /// It has the pipe open.
    @EventLoopActor @Test func aChildThatGoesOnIsNotWaitedFor() async throws {
        let place = try ScratchDirectory("utter-filter")
        let run = try Run("sleep 3600 & echo $! > '\(place.path("process"))'; printf done")
        #expect(try await run.text() == "done")
        try await waitUntil("it is killed") { place.hasNoLivingProcess }
    }

    // MARK: Giving up

    @EventLoopActor @Test(arguments: [true, false])
    func whoGivesUpHearsNothing(_ isStopped: Bool) async throws {
        let place = try ScratchDirectory("utter-filter")
        let run = try Run("echo $$ > '\(place.path("process"))'; exec sleep 3600")
        try await waitUntil("it runs") { place.processes.count == 1 }
        if isStopped { run.filter?.stop() } else { run.filter = nil }
        try await waitUntil("it is killed") { place.hasNoLivingProcess }
        #expect(run.results.isEmpty)
    }

    @EventLoopActor @Test func theEndMayLetGoOfIt() async throws {
        let run = try Run("printf done", onEnd: { $0.filter = nil })
        #expect(try await run.text() == "done")
        #expect(run.filter == nil)
    }
}

extension ScratchDirectory {
    /// The numbers in the file `process`.
    fileprivate var processes: [Int32] {
        textOfFile(path("process")).split(separator: "\n").compactMap { Int32($0) }
    }

    fileprivate var hasNoLivingProcess: Bool {
        processes.allSatisfy { kill($0, 0) != 0 }
    }
}

/// A run of a shell's script, and what came of it.
@EventLoopActor
private final class Run {
    private(set) var texts: [String] = []
    private(set) var results: [Result<String, Problem>] = []
    var filter: FilterRun?

    convenience init(
        _ script: String, _ bytes: [UInt8] = Array("input".utf8), suffix: String? = nil,
        within limit: Duration = .seconds(60), onEnd: @escaping (Run) -> Void = { _ in }
    ) throws(Problem) {
        let program = ExternalProgram(
            role: "the engine", setting: "[recognizer] command",
            limitSetting: "[recognizer] time_limit", name: "sh", fileSuffix: suffix
        ) { path in ["sh", "-c", script, "sh"] + [path].compactMap(\.self) }
        try self.init(program, bytes, within: limit, onEnd: onEnd)
    }

    init(
        _ program: ExternalProgram, _ bytes: [UInt8], within limit: Duration = .seconds(60),
        onEnd: @escaping (Run) -> Void = { _ in }
    ) throws(Problem) {
        filter = try FilterRun(program, bytes, within: limit) { [unowned self] in
            texts.append($0)
        } onEnd: { [unowned self] in
            results.append($0)
            onEnd(self)
        }
    }

    private func result() async throws -> Result<String, Problem> {
        try await waitUntil("the program ends") { !results.isEmpty }
        #expect(results.count == 1)
        return results[0]
    }

    func text() async throws -> String { try await result().get() }

    func problem() async throws -> Problem? {
        if case .failure(let problem) = try await result() { problem } else { nil }
    }
}
