import LinuxRuntime
import TestSupport
import Testing

/// A loudspeaker in the session of a real desktop; a microphone hears what is played to it.
@EventLoopActor
struct DesktopSpeaker {
    /// The microphone, as `[audio] device` names it.
    nonisolated static let microphone = "pulse:speaker.monitor"

    init() async throws {
        try await Self.run("pactl", "load-module", "module-null-sink", "sink_name=speaker")
    }

    /// Plays a file to its end.
    func play(_ speech: SpokenFile) async throws {
        try await Self.run("paplay", "--device=speaker", speech.path)
    }

    func remove() async throws { try await Self.run("pactl", "unload-module", "module-null-sink") }

    private static func run(_ arguments: String...) async throws {
        let run = try await ProgramRun(arguments)
        #expect(run.status == .exited(0), "\(arguments): \(run.errors)")
    }
}
