import LinuxRuntime
import TestSupport
import Testing

/// What is dictated fits its place in windows of GNOME Shell, with the extension that reports
/// windows: so the program remembers what it typed there.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellFieldTests {
    @EventLoopActor
    @Test(
        arguments: [SessionWindow.Kind.gtk3, .gtk4, .qt6, .chromium], FieldSituation.allCases)
    func wordsFit(in kind: SessionWindow.Kind, _ situation: FieldSituation) async throws {
        try await withGNOMEExtension {
            try await situation.expectWords(in: "\(kind)") {
                try await DesktopDocument(kind, reports: .kind, isUntouched: $0)
            }
        }
    }
}
