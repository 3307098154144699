public import LinuxRuntime
internal import Problems
internal import Testing

@testable internal import KWinInput

/// KWin's permission that `utter doctor --fix` gives, for the program that runs the tests.
@EventLoopActor
public enum KWin6Permission {
    /// Returns when KWin has noticed the file.
    public static func give() async throws {
        let program = try #require(KWinInput.program)
        let permission = KWinPermission(program)
        if permission.state == .missing {
            for command in try #require(permission.problem.fix).commands {
                let run = try await ProgramRun(command.arguments)
                #expect(run.status == .exited(0), "\(run.errors)")
            }
        }
        var lack: Problem?
        for _ in 0..<20 {
            do throws(Problem) {
                _ = try await KWinInput.open()
                return
            } catch { lack = error }
        }
        throw try #require(lack)
    }
}
