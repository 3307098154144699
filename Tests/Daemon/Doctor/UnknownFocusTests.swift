import DesktopParts
import Testing

@testable import Doctor

/// What is said where the focused window isn't known: of which desktop, and what to do instead.
@Suite struct UnknownFocusTests {
    private func finding(
        _ desktop: String? = nil, isWayland: Bool = true, isMissed: Bool = false
    ) -> Finding {
        let variables = desktop.map { ["XDG_CURRENT_DESKTOP": $0] } ?? [:]
        return .unknownFocus(
            in: SessionEnvironment(variables), isWayland: isWayland, isMissed: isMissed)
    }

    @Test func namesTheDesktop() {
        #expect(finding("COSMIC").message.hasPrefix("utter has no way to ask the desktop “COSMIC”"))
        #expect(finding("labwc:wlroots").message.contains("“labwc”"))
        #expect(finding().message.contains("XDG_CURRENT_DESKTOP is not set"))
        #expect(finding(isWayland: false).message.hasPrefix("the console has no windows"))
    }

    @Test func saysWhatToDoInsteadOnlyWhereAProfileNeedsIt() {
        let fine = finding("niri")
        #expect(fine.grade == .unchecked && fine.remedy.isEmpty)
        let missed = finding("niri", isMissed: true)
        #expect(missed.grade == .warning)
        #expect(missed.remedy.contains("utter start --profile NAME"))
    }
}
