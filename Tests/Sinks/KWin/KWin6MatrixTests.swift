import Dictation
import Foundation
import LinuxRuntime
import Session
import SinkChains
import TestSupport
import Testing

/// Every character arrives, in every window of KWin 6, whether the layout has it or not: three
/// runs in a row, and ten in two windows.
@Suite(.runningLoop, .inKWin6) struct KWin6MatrixTests {
    struct Situation: Sendable, CustomTestStringConvertible {
        let kind: SessionWindow.Kind
        let layouts: [String]
        var active = 0

        /// Ten for two windows, else three; or `UTTER_TYPING_RUNS`.
        var runs: Int {
            let isTen = layouts == ["us"] && [.gtk4, .terminal].contains(kind)
            return KWin6MatrixTests.runs ?? (isTen ? 10 : 3)
        }

        var testDescription: String { "\(kind), \(layouts.joined(separator: ",")) \(active)" }

        static let all =
            SessionWindow.Kind.allCases.flatMap { kind in
                [Situation(kind: kind, layouts: ["us"]), Situation(kind: kind, layouts: ["de"])]
            }
            + [SessionWindow.Kind.gtk4, .qt6].flatMap { kind in
                [
                    Situation(kind: kind, layouts: ["fr"]),
                    Situation(kind: kind, layouts: ["us", "ru"], active: 1),
                ]
            }
    }

    private static let runs =
        ProcessInfo.processInfo.environment["UTTER_TYPING_RUNS"].flatMap { Int($0) }

    @EventLoopActor @Test(arguments: Situation.all)
    func theTextReadIsTheTextSent(situation: Situation) async throws {
        try await DesktopSession.setLayouts(situation.layouts, active: situation.active)
        let session = try await KWin6Session.begin()
        let window = try await SessionWindow(situation.kind)
        for run in 1...situation.runs {
            for text in SampleText.all {
                let start = MonotonicClock.nanoseconds
                let outcome = await session.chain.insert(text.typable)
                #expect(outcome.rest == "" && outcome.omitted.isEmpty, "\(outcome)")
                try await window.expectText(text.string)
                let time = Double(MonotonicClock.nanoseconds - start) / 1e9
                print(
                    "\(situation.testDescription), \(text.name), run \(run):",
                    "\(Int(Double(SampleText.length) / time)) characters a second")
                try await window.clear()
            }
        }
        session.end()
        try await window.close()
    }
}
