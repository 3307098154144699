import ControlProtocol
import Glibc
import LinuxRuntime
import OverlayDrawing
import TestSupport
import Testing

/// The program as a process: how it ends, and what it costs.
@Suite(.runningLoop, .serialized, .needs("Xvfb", package: "xvfb")) struct ProcessTests {
    @EventLoopActor
    @Test(.needs("sway", package: "sway"), arguments: [Screen.Kind.bare, .sway])
    func endsWithItsDaemon(_ kind: Screen.Kind) async throws {
        let screen = try await Screen(kind)
        screen.stage.publish(.recording)
        try await screen.wait()
        screen.stage.server.close()
        try await waitUntil("it ends") { screen.stage.process.status != nil }
        #expect(screen.stage.process.status == .exited(0))
        #expect(screen.stage.log.text == "")
        try await screen.wait(forCard: false)
        try await screen.stop()
    }

    @EventLoopActor @Test(arguments: [true, false])
    func endsQuietlyWithItsXServerAndComesBackWithIt(_ isShown: Bool) async throws {
        let display = try await XServer(program: ["Xvfb", "-screen", "0", "1280x800x24"])
        let screen = try await Screen(on: display, environment: [])
        if isShown {
            screen.stage.publish(.recording)
            try await screen.wait()
        }
        try await display.kill()
        try await waitUntil("it ends") { screen.stage.process.status != nil }
        #expect(screen.stage.process.status == .exited(OverlayProgram.noDisplay))
        #expect(screen.stage.log.text == "")
        let again = try await XServer(display: display.display)
        try await screen.stage.restart()
        try await screen.stage.waitForOverlay()
        withExtendedLifetime(again) {}
    }

    @EventLoopActor
    @Test(.needs("sway", package: "sway"), arguments: [true, false])
    func endsQuietlyWithItsCompositor(_ isShown: Bool) async throws {
        let screen = try await Screen(.sway)
        if isShown {
            screen.stage.publish(.recording)
            try await screen.wait()
        }
        screen.sway?.kill()
        try await waitUntil("it ends") { screen.stage.process.status != nil }
        #expect(screen.stage.process.status == .exited(OverlayProgram.noDisplay))
        #expect(screen.stage.log.text == "")
    }

    @EventLoopActor @Test func saysOnceThatThereIsNoDisplay() async throws {
        for (options, isReported) in [([], true), (["--retry"], false)] {
            let stage = try await OverlayStage(ProgramPlaces.environment, options)
            try await waitUntil("it ends") { stage.process.status != nil }
            #expect(stage.process.status == .exited(OverlayProgram.noDisplay))
            #expect(stage.log.text.contains("DISPLAY is not set") == isReported)
        }
    }

    @EventLoopActor
    @Test(.needs("weston", package: "weston"))
    func saysWhatAnotherCompositorLacks() async throws {
        let weston = try await WestonServer()
        let stage = try await OverlayStage(["WAYLAND_DISPLAY=\(weston.socket)"])
        try await waitUntil("it ends") { stage.process.status != nil }
        #expect(stage.process.status == .exited(OverlayProgram.noDisplay))
        #expect(stage.log.text.contains("no layer shell"))
    }

    /// While nothing is shown, nothing wakes it; a still picture costs as little.
    @EventLoopActor @Test(arguments: [Screen.Kind.bare, .sway])
    func sleepsWhileNothingMoves(_ kind: Screen.Kind) async throws {
        let screen = try await Screen(kind)
        let pid = screen.stage.process.pid
        // It has shown something before, so everything that is created once exists.
        screen.stage.publish(.recording)
        try await screen.wait()
        screen.stage.publish(.idle)
        try await screen.wait(forCard: false)
        try await ProcessActivity.expectSleep(of: pid, "idle")
        screen.stage.publish(.idle, notice: .init(severity: .error, message: "still"))
        try await screen.wait()
        try await ProcessActivity.expectSleep(of: pid, "still")
        try await screen.stop()
    }
}
