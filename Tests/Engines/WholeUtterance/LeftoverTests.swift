import LinuxRuntime
import Problems
import RecognizerWholeUtterance
import TestSupport
import Testing

/// What a program starts doesn't outlive it, in whatever session it is.
@Suite(.runningLoop) struct LeftoverTests {
    /// Leaves a session within a session behind, with none of the program's descriptors open, and
    /// writes the numbers of all processes into its first argument.
    private static let script = """
        echo $$ >>"$1"
        setsid sh -c 'echo $$ >>"$1"; setsid sleep 1000 & echo $! >>"$1"; wait' sh "$1" \
            </dev/null >/dev/null &
        while [ "$(wc -l <"$1")" -lt 3 ]; do :; done
        """

    @EventLoopActor @Test func sessionsEndWithTheProgram() async throws {
        let pids = try TemporaryFile()
        let listener = try await dictate(script: Self.script + "\necho words", pids.path)
        #expect(listener.utterances == ["words\n"])
        #expect(processes(in: pids.text).count == 3)
        try await waitUntil("all are gone") { areGone(pids) }
    }

    @EventLoopActor @Test func sessionsEndAtTheLimit() async throws {
        let pids = try TemporaryFile()
        let listener = try await dictate(
            script: Self.script + "\nwait", pids.path, limit: .seconds(5))
        #expect(listener.problem?.why == "it didn’t finish within 5 s")
        #expect(processes(in: pids.text).count == 3)
        try await waitUntil("all are gone") { areGone(pids) }
    }

    /// Their parents end at once.
    @EventLoopActor @Test func daemonsEndWithTheProgram() async throws {
        let pids = try TemporaryFile()
        let listener = try await dictate(
            script: """
                for i in 1 2 3 4 5; do
                    (setsid sh -c '(sleep 1000 & echo $! >>"$1")' sh "$1" </dev/null >/dev/null &)
                done
                while [ "$(wc -l <"$1")" -lt 5 ]; do :; done
                echo words
                """, pids.path)
        #expect(listener.utterances == ["words\n"])
        try await waitUntil("all are gone") { areGone(pids) }
    }

    /// If the program was killed by a signal, that is reported, and not how its guardian ended.
    @EventLoopActor @Test func itsOwnEndIsTold() async throws {
        for (script, why) in [
            ("exit 7", "exit status 7"), ("kill -TERM $$", "killed by signal 15"),
        ] {
            #expect(try await dictate(script: script).problem?.why == why)
        }
    }
}
