import LinuxRuntime
import Synchronization
import TestSupport
import Testing
import X11Connection

@testable import SinkXTest

@Suite(.runningLoop, .needs("Xvfb", package: "xvfb"))
struct UserEventsTests {
    /// Xlib has the key in its queue once this program says that it will type, and no later event
    /// makes it look there.
    @X11Actor @Test func theKeyJustBeforeTypingIsReported() async throws {
        let server = try await XServer()
        let user = XUser(at: server)
        let connection = try await XConnection.open(try DisplayName(server.display))
        let touches = Mutex(0)
        let events = try UserEvents(connection, ignoring: []) { touches.withLock { $0 += 1 } }
        user.tap("BackSpace")
        events.typingBegins()
        #expect(touches.withLock { $0 } == 1)
        events.typingEnded()
    }
}
