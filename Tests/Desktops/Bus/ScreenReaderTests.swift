import DesktopBus
import LinuxRuntime
import TestSupport
import Testing

/// A screen reader that the desktop reports (org.a11y.Status).
@Suite(.runningLoop, .needsMessageBus)
struct ScreenReaderTests {
    @EventLoopActor @Test func nobodyIsStartedForTheQuestion() async throws {
        let server = try await BusServer()
        #expect(await !ScreenReader.isRunning(on: SessionBus(environment: server.environment)))
    }

    @EventLoopActor @Test func withoutABusThereIsNone() async {
        #expect(await !ScreenReader.isRunning(on: SessionBus(environment: [:])))
    }

    @EventLoopActor @Test(arguments: [true, false])
    func theDesktopReportsIt(_ isEnabled: Bool) async throws {
        let server = try await BusServer()
        let mock = try await server.mock("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status")
        try await mock.addProperty("ScreenReaderEnabled", .boolean(isEnabled))
        #expect(
            await ScreenReader.isRunning(on: SessionBus(environment: server.environment))
                == isEnabled)
    }
}
