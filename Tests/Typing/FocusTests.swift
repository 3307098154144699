import Dictation
import LinuxRuntime
import Problems
import SinkXTest
import TestSupport
import Testing

/// The focus moves in the middle of a text: what was typed is in the first window, the rest is
/// kept, and nothing is in the second window.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("setxkbmap", package: "x11-xkb-utils"),
    .needs("openbox", package: "openbox"), .needsPythonGI, .needsGTK3, .needsQt5)
struct FocusTests {
    private static let places: [(Receiver, Situation.WindowManager, Int)] = [
        (.xterm, .none, 20), (.gtk3View, .none, 12), (.qt5Entry, .none, 6), (.xterm, .openbox, 12),
    ]

    @EventLoopActor @Test(.timeLimit(.minutes(20)), arguments: places)
    func nothingGoesToTheOtherWindow(
        receiver: Receiver, manager: Situation.WindowManager, rounds: Int
    ) async throws {
        let stage = try await Stage(
            Situation(receiver: receiver, layout: .us, windowManager: manager, keyboard: .atRest))
        let (server, window) = (stage.server, stage.window)
        let other = try await ReceiverWindow(receiver, on: server)
        let person = XUser(at: server)
        // Through the window manager if there is one.
        func leave() async throws {
            if manager == .none { return person.focus(other.identifier) }
            try await server.run("xdotool", "windowactivate", "--sync", other.identifier)
        }
        // It also waits until the window manager has carried out earlier requests.
        func comeBack() async throws {
            person.focus(window.identifier)
            if manager == .none { return }
            try await server.run(
                "sh", "-c",
                """
                until [ "$(xdotool getactivewindow; xdotool getwindowfocus)" = "$(echo $0; echo $0)" ]
                do :; done
                """, window.identifier)
        }
        let keymap = stage.state.xtestKeymap
        let sink = XTestSink(display: server.display)
        var stops = 0
        for round in 0..<rounds {
            let text = SampleText.all[round % 3]
            try await comeBack()
            let typing = Insertion(text.typable, with: sink)
            let moment = Int.random(in: 1..<1500)
            try await waitUntil("\(moment) code points arrive") {
                typing.hasEnded || window.text.unicodeScalars.count >= moment
            }
            try await leave()
            var rest = text.typable
            var failure = await typing.failure()
            while let stop = failure {
                // The window manager may carry out an earlier request late, and move the focus
                // again.
                #expect(stop.problem?.why == "the focus moved to another window")
                #expect(!stop.handsOver)
                stops += 1
                rest = rest.dropFirst(stop.inserted)
                let typed = String(text.string.dropLast(rest.string.count))
                try await window.expectText(typed, "\(receiver), \(text.name), moved at \(moment)")
                #expect(stage.state.xtestKeymap == keymap)
                #expect(stage.state.keysDown.isEmpty)
                try await comeBack()
                failure = await Insertion(rest, with: sink).failure()
            }
            #expect(other.text.isEmpty)
            try await window.expectText(text.string, "\(receiver), \(text.name), with the rest")
            try await window.clear()
        }
        // Otherwise the focus always moved too late.
        #expect(stops > 0)
        sink.close()
        try await other.close()
        try await stage.close()
    }

    @EventLoopActor @Test func theWindowsOwnCompletionsAreNoOtherWindow() async throws {
        let stage = try await Stage(
            Situation(
                receiver: .qt5Completing, layout: .us, windowManager: .none, keyboard: .atRest))
        let sink = XTestSink(display: stage.server.display)
        let text = "completion after whatever else there is to type"
        try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
        try await stage.window.expectText(text, "a list of completions")
        sink.close()
        try await stage.close()
    }
}

/// A text that is being typed.
@EventLoopActor private final class Insertion {
    private(set) var hasEnded = false
    private var task: Task<SinkFailure?, Never>?

    init(_ text: TypableText, with sink: XTestSink) {
        task = Task { @EventLoopActor in
            defer { self.hasEnded = true }
            do throws(SinkFailure) {
                try await sink.insertText(text)
                return nil
            } catch { return error }
        }
    }

    func failure() async -> SinkFailure? { await task?.value }
}
