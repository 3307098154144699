import Dictation
import Foundation
import LinuxRuntime
import Session
import SinkChains
import SinkClipboardWayland
import SinkKWin
import TestSupport
import Testing

/// Every character arrives, in every window of KWin, whether the layout has it or not: all of it in
/// `make test-typing` (`UTTER_TYPING=full`, `UTTER_TYPING_RUNS` runs in a row, three by default),
/// otherwise a sample.
@Suite(
    .runningLoop, .serialized, .needs("kwin_wayland", "Xwayland", package: "kwin-wayland"),
    .needs("xterm", "/usr/bin/python3", package: "xterm and python3-gi"),
    .needs(TextWindow.Kind.qt5.program, package: "qtwayland5"),
    .needs("chromium", package: "chromium"))
struct KWinMatrixTests {
    struct Situation: Sendable, CustomTestStringConvertible {
        let kind: TextWindow.Kind
        let layouts: String

        var testDescription: String { "\(kind), \(layouts)" }

        static let all =
            [TextWindow.Kind.gtk3, .gtk4, .qt5, .chromium, .xterm].flatMap { kind in
                ["us", "de"].map { Situation(kind: kind, layouts: $0) }
            }
            + [TextWindow.Kind.gtk4, .qt5].flatMap { kind in
                ["fr", "us,ru"].map { Situation(kind: kind, layouts: $0) }
            }
        static let sample = [
            Situation(kind: .gtk3, layouts: "us"), Situation(kind: .gtk4, layouts: "de"),
            Situation(kind: .qt5, layouts: "us,ru"), Situation(kind: .chromium, layouts: "us"),
            Situation(kind: .xterm, layouts: "de"),
        ]
    }

    private static let runs = FullTyping.runs(3)

    @EventLoopActor @Test(arguments: FullTyping.isWanted ? Situation.all : Situation.sample)
    func theTextReadIsTheTextSent(situation: Situation) async throws {
        try await withKWin(
            situation.kind, layouts: situation.layouts, isComposing: false
        ) { sink, window, server in
            let clipboard = WaylandClipboardSink(
                display: server.socket, compositor: "KDE", launcher: OrdinaryUser.command([]))
            let chain = SinkChain([sink, clipboard])
            try await TypingMatrix.type(in: situation.testDescription, runs: Self.runs) {
                text, name in
                let outcome = await chain.insert(text.typable)
                #expect(outcome.rest == "" && outcome.omitted.isEmpty, "\(name): \(outcome)")
                try await sink.type("\n")
                try await window.expectLine(text.string, name)
            }
            clipboard.close()
        }
    }
}
