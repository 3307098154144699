import LinuxRuntime
import TestSupport
import Testing

/// The same in windows of GNOME Shell, typed into by IBus. Their program takes the text away now and
/// then, as a chat does when it is sent.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellRandomEditTests {
    /// Qt 6 and Chromium tell IBus nothing of an empty field, so a space may follow words there.
    @EventLoopActor
    @Test(arguments: [SessionWindow.Kind.gtk3, .gtk4])
    func theTextIsTheModels(in kind: SessionWindow.Kind) async throws {
        try await withGNOMEExtension {
            let document = try await DesktopDocument(kind, reports: .kind)
            try await document.takeRandomEdits(
                RandomEditCount.count, seed: RandomEditCount.seed,
                EditingAbilities(reportsSelection: false, isClicked: false, isEmptied: true),
                name: "\(kind)")
            try await document.close()
        }
    }
}

/// With the extension that reports windows: what is undone must be in the one that has the focus.
@EventLoopActor
func withGNOMEExtension(_ body: () async throws -> Void) async throws {
    func extend(_ verb: String) async throws {
        let run = try await ProgramRun(["gnome-extensions", verb, "utter-focus@utter.org"])
        try #require(run.status == .exited(0), "\(run.errors)")
    }
    try await extend("enable")
    do { try await body() } catch {
        try await extend("disable")
        throw error
    }
    try await extend("disable")
}
