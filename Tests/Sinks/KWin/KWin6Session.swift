import DesktopKDE
import DesktopParts
import Dictation
import DocumentATSPI
import Foundation
import LinuxRuntime
import Session
import SinkChains
import SinkClipboardWayland
import SinkKWin
import TestSupport

/// The sinks in a session of KWin 6 in which this test program runs, with `KWin6Permission`.
@EventLoopActor
struct KWin6Session {
    let desktop: any Desktop
    let sink: KWinSink
    private let clipboard: WaylandClipboardSink
    /// The sinks that utter chooses here by itself, as it makes them.
    let chain: SinkChain

    static func begin() async throws -> KWin6Session {
        try await KWin6Permission.give()
        let session = try KWin6Session()
        try await session.sink.prepare()
        return session
    }

    private init() throws {
        desktop = try SessionVariables.desktop(SessionVariables.own)
        sink = KWinSink(on: desktop, isComposing: false)
        clipboard = WaylandClipboardSink()
        chain = SinkChain(
            [sink, clipboard],
            reader: ATSPIDocument(
                environment: ProcessInfo.processInfo.environment, knowsScreen: false))
    }

    func end() {
        sink.close()
        clipboard.close()
    }
}
