import DesktopKDE
import DesktopParts
import Dictation
import DocumentATSPI
import Foundation
import LinuxRuntime
import Problems
import Session
import SinkChains
import SinkClipboardWayland
import SinkKWin
import TestSupport
import Testing

@testable import KWinInput

/// The sinks in a session of KWin 6 in which this test program runs, with the permission that
/// `utter doctor --fix` gives.
@EventLoopActor
struct KWin6Session {
    let desktop: any Desktop
    let sink: KWinSink
    private let clipboard: WaylandClipboardSink
    /// The sinks that utter chooses here by itself, as it makes them.
    let chain: SinkChain

    static func begin() async throws -> KWin6Session {
        try await permit()
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

    /// Returns when KWin has noticed the file.
    private static func permit() async throws {
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

    func end() {
        sink.close()
        clipboard.close()
    }
}
