import Doctor
import Glibc
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import UtterCommands

/// `utter doctor --fix` with real commands; the checks are the test's.
@Suite(.runningLoop) struct FixRunnerTests {
    private static func finding(_ subject: String, _ commands: [String]...) -> Finding {
        Finding(
            subject, .failure, "it is broken",
            fix: Fix(commands.map { Fix.Command($0) }))
    }

    private static func good(_ subject: String) -> Finding { Finding(subject, .good, "it works") }

    private func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @EventLoopActor
    private static func fix(
        _ findings: [Finding], examine: @escaping () -> [Finding]
    ) async throws -> [Finding] {
        try await FixRunner(talk: Conversation(assumesYes: true)) { examine() }.fix(findings)
    }

    @EventLoopActor @Test func whatIsFixedIsCheckedAgain() async throws {
        let place = try ScratchDirectory("utter-fix")
        let file = place.path("there")
        let left = try await Self.fix([Self.finding("file", ["touch", file])]) {
            [fileExists(file) ? Self.good("file") : Self.finding("file", ["false"])]
        }
        #expect(left == [Self.good("file")])
    }

    /// Such as GNOME Shell's extension, which shows every program what is in front.
    @EventLoopActor @Test func whatNobodyMissesIsNotSwitchedOnUnasked() async throws {
        let place = try ScratchDirectory("utter-fix")
        let file = place.path("there")
        let choice = Finding(
            "choice", .unchecked, "it is off", fix: Fix([.init(["touch", file])]))
        #expect(try await Self.fix([choice]) { [] } == [choice])
        #expect(!fileExists(file))
    }

    /// The second command needs what the first one makes.
    @EventLoopActor @Test func aFailedCommandEndsItsFix() async throws {
        let place = try ScratchDirectory("utter-fix")
        let (first, second) = (place.path("first"), place.path("second"))
        let broken = Self.finding("two", ["touch", first], ["false"], ["touch", second])
        var examinations = 0
        let left = try await Self.fix([broken]) {
            examinations += 1
            return []
        }
        #expect(left == [broken])
        #expect(examinations == 0)
        #expect(fileExists(first))
        #expect(!fileExists(second))
    }

    @EventLoopActor @Test func aMissingProgramIsAFailure() async throws {
        let broken = Self.finding("program", ["utter-has-no-such-program"])
        #expect(try await Self.fix([broken]) { [] } == [broken])
    }

    /// As the sink kwin, with which nobody needs uinput.
    @EventLoopActor @Test func whatAnotherFixHasMadeNeedlessIsNotRun() async throws {
        let place = try ScratchDirectory("utter-fix")
        let (first, second) = (place.path("first"), place.path("second"))
        let needless = Finding("second", .unchecked, "not needed here")
        let left = try await Self.fix([
            Self.finding("first", ["touch", first]), Self.finding("second", ["touch", second]),
        ]) { [Self.good("first"), needless] }
        #expect(left == [Self.good("first"), needless])
        #expect(fileExists(first))
        #expect(!fileExists(second))
    }

    /// A fix reveals the next problem; the same one is not tried twice, nor are there more than ten.
    @EventLoopActor @Test func eachFixIsTriedOnce() async throws {
        let place = try ScratchDirectory("utter-fix")
        let log = place.path("log")
        func step(_ number: Int) -> Finding {
            Self.finding("step", ["sh", "-c", "echo \(number) >>\"$1\"", "sh", log])
        }
        var number = 1
        let left = try await Self.fix([step(1), step(1), Self.good("other")]) {
            number += 1
            return [step(number), step(1)]
        }
        #expect(textOfFile(log) == (1...10).map { "\($0)\n" }.joined())
        #expect(left == [step(11), step(1)])
    }
}
