import Dictation
import LinuxRuntime
import Session
import SinkChains
import TestSupport
import Testing

/// Every character arrives, in every window of KWin 6, whether the layout has it or not: three
/// runs in a row, and ten in two windows.
@Suite(.runningLoop, .inKWin6) struct KWin6MatrixTests {
    @EventLoopActor @Test(arguments: SessionSituation.all(and: .qt6))
    func theTextReadIsTheTextSent(situation: SessionSituation) async throws {
        try await DesktopSession.setLayouts(situation.layouts, active: situation.active)
        let session = try await KWin6Session.begin()
        let window = try await SessionWindow(situation.kind)
        try await TypingMatrix.type(in: situation.testDescription, runs: situation.runs) {
            text, name in
            let outcome = await session.chain.insert(text.typable)
            #expect(outcome.rest == "" && outcome.omitted.isEmpty, "\(name): \(outcome)")
            try await window.expectText(text.string)
            try await window.clear()
        }
        session.end()
        try await window.close()
    }
}
