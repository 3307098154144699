import LinuxRuntime
import TestSupport
import Testing

/// What is dictated fits its place in windows of KWin 6.
@Suite(.runningLoop, .inKWin6) struct KWin6FieldTests {
    /// A window, and whether accessibility is switched on.
    struct Window: Sendable {
        let kind: SessionWindow.Kind
        var isSwitched = false
        var reports = DocumentSpeaker.Report.text
    }

    private static let windows = [
        Window(kind: .gtk3), Window(kind: .gtk4), Window(kind: .qt6, isSwitched: true),
        Window(kind: .qt6, reports: .nothing), Window(kind: .chromium, reports: .nothing),
    ]

    /// Where a window reports nothing, nobody knows that its program has emptied the field, or that
    /// keys have moved the cursor.
    private static let cases = windows.flatMap { window in
        FieldSituation.allCases
            .filter { window.reports == .text || ![.emptied, .inTheMiddle].contains($0) }
            .map { (window, $0) }
    }

    @EventLoopActor @Test(arguments: cases)
    func wordsFit(in window: Window, _ situation: FieldSituation) async throws {
        try await DesktopSession.switchAccessibility(window.isSwitched)
        let name = "\(window.kind)" + (window.isSwitched ? " with accessibility" : "")
        try await situation.expectWords(in: name) {
            try await DesktopDocument(window.kind, reports: window.reports, isUntouched: $0)
        }
        try await DesktopSession.switchAccessibility(false)
    }
}
