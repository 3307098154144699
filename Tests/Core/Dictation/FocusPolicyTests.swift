import Dictation
import Problems
import Testing

@Suite struct FocusPolicyTests {
    private static let mail = DesktopWindow(identifier: "1", classes: ["Mail"], title: "a")
    private static let chat = DesktopWindow(identifier: "2", classes: ["Chat"])

    @Test(arguments: FocusPolicy.allCases)
    func theSameWindowGetsTheText(_ policy: FocusPolicy) {
        let later = DesktopWindow(identifier: "1", classes: ["Mail"], title: "another title")
        #expect(policy.decide(start: .window(Self.mail), now: .window(later)) == .type)
    }

    /// The desktop doesn't know the windows, or none had the focus at the start.
    @Test(arguments: FocusPolicy.allCases)
    func theUnknownHindersNobody(_ policy: FocusPolicy) {
        #expect(policy.decide(start: .unknown, now: .window(Self.chat)) == .type)
        #expect(policy.decide(start: .unknown, now: .unknown) == .type)
        #expect(policy.decide(start: .window(Self.mail), now: .unknown) == .type)
        #expect(policy.decide(start: .window(nil), now: .window(Self.chat)) == .type)
    }

    @Test(arguments: [chat, nil])
    func anotherWindow(_ now: DesktopWindow?) {
        let (start, now) = (FocusPolicy.Report.window(Self.mail), FocusPolicy.Report.window(now))
        #expect(FocusPolicy.follow.decide(start: start, now: now) == .type)
        #expect(FocusPolicy.return.decide(start: start, now: now) == .bringBack(Self.mail))
        guard case .keep = FocusPolicy.hold.decide(start: start, now: now) else {
            Issue.record("the text was not kept")
            return
        }
    }

    @Test(arguments: [
        (chat, "the focus moved from Mail to Chat"),
        (nil, "the focus moved from Mail to no window"),
        (
            DesktopWindow(identifier: "3", classes: ["Mail"], title: "secret"),
            "the focus moved from Mail to another window of Mail"
        ),
        (DesktopWindow(identifier: "0x7"), "the focus moved from Mail to window 0x7"),
    ])
    func reportsTheWindowsButNotTheirTitles(_ now: DesktopWindow?, _ why: String) {
        let decision = FocusPolicy.hold.decide(start: .window(Self.mail), now: .window(now))
        guard case .keep(let problem) = decision else {
            Issue.record("the text was not kept")
            return
        }
        #expect(problem.why == why)
        #expect(problem.remedy.contains("Click where it belongs"))
    }
}
