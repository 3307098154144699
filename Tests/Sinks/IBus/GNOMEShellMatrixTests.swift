import LinuxRuntime
import TestSupport
import Testing

/// Every character arrives, in every window of GNOME Shell, whether the layout has it or not.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellMatrixTests {
    struct Situation: Sendable, CustomTestStringConvertible {
        let kind: SessionWindow.Kind
        let layouts: [String]
        var active = 0

        /// Ten for two windows, else three; or `UTTER_TYPING_RUNS`.
        @EventLoopActor var runs: Int {
            let isTen = layouts == ["us"] && [.gtk4, .terminal].contains(kind)
            return GNOMEShellTyping.runs ?? (isTen ? 10 : 3)
        }

        var testDescription: String { "\(kind), \(layouts.joined(separator: ",")) \(active)" }

        static let all =
            SessionWindow.Kind.allCases.flatMap { kind in
                [Situation(kind: kind, layouts: ["us"]), Situation(kind: kind, layouts: ["de"])]
            }
            + [SessionWindow.Kind.gtk4, .chromium].flatMap { kind in
                [
                    Situation(kind: kind, layouts: ["fr"]),
                    Situation(kind: kind, layouts: ["us", "ru"], active: 1),
                ]
            }
    }

    @EventLoopActor @Test(arguments: Situation.all)
    func theTextReadIsTheTextSent(situation: Situation) async throws {
        try await DesktopSession.setLayouts(situation.layouts, active: situation.active)
        let window = try await SessionWindow(situation.kind)
        let engine = try await GNOMEShellTyping.engine()
        for run in 1...situation.runs {
            for text in SampleText.all {
                let typed = try await GNOMEShellTyping.type(text.string)
                #expect(typed.status == .exited(0), "\(text), run \(run): \(typed.errors)")
                try await window.expectText(text.string)
                try await window.clear()
            }
        }
        #expect(try await GNOMEShellTyping.engine() == engine)
        try await window.close()
    }
}
