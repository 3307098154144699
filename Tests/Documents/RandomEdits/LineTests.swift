import Dictation
import LinuxRuntime
import TestSupport
import Testing

/// Lines that are begun by voice and by the key Return, and what comes after them.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(10)),
    .needs("Xvfb", package: "xvfb"), .needs("sway", package: "sway"),
    .needs("xdotool", package: "xdotool"),
    .needs(TextWindow.Kind.gtk3.program, package: "gir1.2-gtk-3.0"),
    .needs(TextWindow.Kind.gtk4.program, package: "gir1.2-gtk-4.0"))
struct LineTests {
    /// GTK reports its text before it takes Return, and not afterwards.
    @EventLoopActor @Test(arguments: [EditorWindow.Kind.gtk3OnSway, .gtk4OnSway])
    func aLineBreakIsSeenToArrive(_ kind: EditorWindow.Kind) async throws {
        let stage = try await EditingStage(kind, taken: .editor)
        try await stage.dictate("done.", over: "")
        #expect(try await stage.shows("Done."))
        for text in ["Done.\n", "Done.\nThey eat.", "Done.\nThey eat.\n"] {
            try await stage.dictate(text.hasSuffix("\n") ? "new line." : "they eat.", over: "")
            #expect(try await stage.shows(text))
            #expect(stage.isConfirmed == true)
            #expect(stage.notice == "no notice")
        }
        try await stage.user.press("Return", 1)
        #expect(try await stage.shows("Done.\nThey eat.\n\n"))
        try await stage.dictate("pears.", over: "")
        #expect(try await stage.shows("Done.\nThey eat.\n\nPears."))
        try await stage.close()
    }
}
