import DesktopBus
import LinuxRuntime
import TestSupport
import Testing

/// Players with MPRIS, mocked by python-dbusmock.
@Suite(.runningLoop, .needsMessageBus) struct MediaPauserTests {
    private static let player = "org.mpris.MediaPlayer2.Player"

    @EventLoopActor
    private static func player(
        _ name: String, _ status: String, volume: Double = 0.8, on bus: BusServer
    ) async throws -> BusMock {
        let mock = try await bus.mock(
            "org.mpris.MediaPlayer2.\(name)", "/org/mpris/MediaPlayer2", player)
        try await mock.addProperty("PlaybackStatus", .string(status))
        try await mock.addProperty("Volume", .double(volume))
        for (method, status) in [("Pause", "Paused"), ("Play", "Playing")] {
            try await mock.addMethod(
                method, returns: "", "self.props['\(player)']['PlaybackStatus'] = '\(status)'")
        }
        return mock
    }

    @EventLoopActor
    private static func wait(
        _ player: BusMock, _ property: String, _ value: BusValue
    ) async throws {
        while try await player.property(property) != value {}
    }

    @EventLoopActor @Test func pausesWhatPlaysAndNothingElse() async throws {
        let bus = try await BusServer()
        let playing = try await Self.player("one", "Playing", on: bus)
        let paused = try await Self.player("two", "Paused", on: bus)
        let music = MediaPauser(.pause, on: SessionBus(environment: bus.environment))
        music.quiet(true)
        try await Self.wait(playing, "PlaybackStatus", .string("Paused"))
        music.quiet(true)
        await music.end(within: .seconds(180))
        #expect(try await playing.property("PlaybackStatus") == .string("Playing"))
        #expect(try await playing.calls(of: "Pause").count == 1)
        #expect(try await playing.calls(of: "Play").count == 1)
        #expect(try await paused.calls(of: "Play").isEmpty)
        #expect(try await paused.calls(of: "Pause").isEmpty)
    }

    /// A player that the user stopped or started during the dictation is left as it is.
    @EventLoopActor @Test(arguments: ["Stopped", "Playing"])
    func leavesWhatTheUserDid(_ status: String) async throws {
        let bus = try await BusServer()
        let player = try await Self.player("one", "Playing", on: bus)
        let music = MediaPauser(.pause, on: SessionBus(environment: bus.environment))
        music.quiet(true)
        try await Self.wait(player, "PlaybackStatus", .string("Paused"))
        try await player.setProperty("PlaybackStatus", .string(status))
        await music.end(within: .seconds(180))
        #expect(try await player.calls(of: "Play").isEmpty)
    }

    @EventLoopActor @Test func lowersTheVolumeAndRaisesItAgain() async throws {
        let bus = try await BusServer()
        let playing = try await Self.player("one", "Playing", on: bus)
        let changed = try await Self.player("two", "Playing", on: bus)
        let music = MediaPauser(.lower, on: SessionBus(environment: bus.environment))
        music.quiet(true)
        try await Self.wait(playing, "Volume", .double(0.2))
        try await Self.wait(changed, "Volume", .double(0.2))
        try await changed.setProperty("Volume", .double(0.5))
        await music.end(within: .seconds(180))
        #expect(try await playing.property("Volume") == .double(0.8))
        #expect(try await changed.property("Volume") == .double(0.5))
        #expect(try await playing.calls(of: "Pause").isEmpty)
    }

    @EventLoopActor @Test func followsQuickChanges() async throws {
        let bus = try await BusServer()
        let player = try await Self.player("one", "Playing", on: bus)
        let music = MediaPauser(.pause, on: SessionBus(environment: bus.environment))
        for _ in 0..<20 {
            music.quiet(true)
            await Task.yield()
            music.quiet(false)
        }
        await music.end(within: .seconds(180))
        #expect(try await player.property("PlaybackStatus") == .string("Playing"))
        let pauses = try await player.calls(of: "Pause").count
        #expect(try await player.calls(of: "Play").count == pauses)
    }

    @EventLoopActor @Test func noBusIsNoMatter() async {
        let music = MediaPauser(.pause, on: SessionBus(environment: [:]))
        music.quiet(true)
        await music.end(within: .seconds(180))
    }
}
