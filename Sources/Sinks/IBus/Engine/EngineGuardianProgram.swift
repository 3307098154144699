import LinuxRuntime
import Problems
import ProcessGuardian

/// The program that the process of an `EngineGuardian` runs when the guarded process has ended or
/// stands still; until then it is the front program (`Programs/utter-front/guard.c`).
package enum EngineGuardianProgram {
    /// The command of `utter`, before IBus's address, the record's path and our engine's name.
    package static let command = "guard-input-source"

    /// Gives the user's engine back. Returns when the guarded process has done so, too, or has ended.
    package static func run(address: String, record: String, engine: String) throws {
        guard GuardianProgram.isGuardian else {
            throw Problem(
                "cannot guard anybody’s input source", why: "utter itself starts this program")
        }
        GuardianProgram.confine(writing: [record])
        try EventLoop.shared.run {
            if !GuardianProgram.isAlone {
                try await IBusTurn.interrupt(engine, on: .open(address), record: record)
            }
            guard try await GuardianProgram.waitForEnd() else { return }
            let link = try await IBusLink.open(address)
            // Until then IBus might put none in force afterwards.
            try? await link.waitForEnd(of: engine)
            try await IBusTurn.restore(on: link, record: record)
        }
    }
}
