import LinuxRuntime
import TestSupport
import Testing

/// Every character arrives, in every window of GNOME Shell, whether the layout has it or not.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellMatrixTests {
    @EventLoopActor @Test(arguments: SessionSituation.all(and: .chromium))
    func theTextReadIsTheTextSent(situation: SessionSituation) async throws {
        try await DesktopSession.setLayouts(situation.layouts, active: situation.active)
        let window = try await SessionWindow(situation.kind)
        let engine = try await GNOMEShellTyping.engine()
        try await TypingMatrix.type(in: situation.testDescription, runs: situation.runs) {
            text, name in
            let typed = try await GNOMEShellTyping.type(text.string)
            #expect(typed.status == .exited(0), "\(name): \(typed.errors)")
            try await window.expectText(text.string)
            try await window.clear()
        }
        #expect(try await GNOMEShellTyping.engine() == engine)
        try await window.close()
    }

    /// What the window told of the same text before isn't taken for the arrival of this one.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.firefox, .chromium, .gtk4])
    func theSameLongTextComesAgain(kind: SessionWindow.Kind) async throws {
        try await DesktopSession.setLayouts(["us"])
        let window = try await SessionWindow(kind)
        // One commit of nearly the longest, and a text of several.
        let sentences = String(repeating: "They like pears. ", count: 3_000 / 17)
        for text in [sentences, SampleText.world.string] {
            for round in 1...24 {
                let typed = try await GNOMEShellTyping.type(text)
                #expect(typed.status == .exited(0), "round \(round): \(typed.errors)")
                try await window.expectText(text)
                try await window.clear()
            }
        }
        try await window.close()
    }
}
