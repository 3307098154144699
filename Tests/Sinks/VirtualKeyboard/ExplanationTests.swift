import Dictation
import LinuxRuntime
import SinkVirtualKeyboard
import TestSupport
import Testing

/// The sink's explanation of how it would type; it needs no compositor.
@Suite(.runningLoop) struct WaylandExplanationTests {
    @EventLoopActor
    @Test(arguments: [
        ("plain", 5, "0 uploads"), ("naïve €", 7, "1 upload"),
        ("e\u{301}", 2, "1 upload"), ("漢字👍🏽", 4, "1 upload"),
    ])
    func theKeymapIsCounted(_ text: String, _ symbols: Int, _ uploads: String) async throws {
        let explanation = try await explain(text)
        #expect(
            explanation.summary
                == "types any text: \(symbols) symbols by a private keymap (\(uploads))")
        #expect(explanation.steps.map(\.character) == Array(text))
        #expect(explanation.steps.allSatisfy { $0.strokes != nil && !$0.keys.isEmpty })
    }

    /// No two symbols share a place, and a level beyond the first is named.
    @EventLoopActor @Test func eachSymbolHasItsPlace() async throws {
        let scalars = (0..<600).map { Unicode.Scalar(0x4E00 + $0)! }
        let steps = try await explain(String(String.UnicodeScalarView(scalars))).steps
        #expect(Set(steps.map(\.keys)).count == 600)
        #expect(steps.contains { $0.keys.hasPrefix("Shift+Level3+Level5+") })
        let space = try await explain("a b").steps[1]
        #expect(space.keys == "57")
    }

    @EventLoopActor
    private func explain(_ text: String) async throws -> SinkExplanation {
        let sink = VirtualKeyboardSink(display: "/nonexistent")
        return try await sink.explain(TypableText(cleaning: text, lineBreaks: .keep))
    }
}
