import Dictation
import Problems
import Testing

@testable import Doctor

/// Which sinks the doctor misses.
@Suite struct SinkTrialTests {
    private static let keys: SinkCapabilities = [.deletes, .pressesKeys]
    private static let lack = Problem("cannot make a keyboard", why: "there is no module")

    private static func trial(
        _ name: String, _ capabilities: SinkCapabilities, works: Bool = true, isBlind: Bool = false
    ) -> SinkTrial {
        SinkTrial(
            name: name, capabilities: capabilities,
            ability: works ? .success("can type") : .failure(lack), isBlind: isBlind)
    }

    private func grades(
        _ trials: [SinkTrial], areChosen: Bool = false
    ) -> [Finding.Grade] {
        SinkTrial.findings(trials, areChosen: areChosen).map(\.grade)
    }

    /// KDE: KWin presses the keys, the clipboard has the rest.
    @Test func whatAnEarlierOneCanDoIsNotMissed() {
        let trials = [
            Self.trial("kwin", Self.keys), Self.trial("uinput", Self.keys, works: false),
            Self.trial("clipboard", [.anyText, .deletes]),
        ]
        #expect(grades(trials) == [.good, .unchecked, .good])
        let finding = SinkTrial.findings(trials, areChosen: false)[1]
        #expect(finding.message == "not needed here: “kwin” can do everything that it could")
        #expect(finding.remedy.isEmpty)
    }

    /// GNOME: IBus has any text, but no keys.
    @Test func whatNoEarlierOneCanDoIsMissed() {
        let trials = [
            Self.trial("ibus", [.anyText, .deletes]), Self.trial("uinput", Self.keys, works: false),
            Self.trial("virtual-keyboard", Self.keys),
        ]
        #expect(grades(trials) == [.good, .warning, .good])
        // Here the third presses keys.
        #expect(SinkTrial.findings(trials, areChosen: false)[1].remedy.isEmpty)
        let alone = SinkTrial.findings(Array(trials.prefix(2)), areChosen: false)[1]
        #expect(
            alone.remedy
                == "“ibus” types any text without it; only pressing keys (“press enter”) by voice"
                + " needs it.")
    }

    @Test func whatTheUserHasNamedIsMissed() {
        let trials = [Self.trial("kwin", Self.keys), Self.trial("uinput", Self.keys, works: false)]
        #expect(grades(trials, areChosen: true) == [.good, .warning])
    }

    @Test func whereNoneWorksEachIsMissed() {
        let trials = [
            Self.trial("kwin", Self.keys, works: false),
            Self.trial("uinput", Self.keys, works: false),
        ]
        #expect(grades(trials) == [.failure, .failure])
    }

    /// An input method, while a terminal has the focus.
    @Test func whatWorksElsewhereIsNoWarning() {
        let trials = [
            Self.trial("input-method", [.deletes, .marksText], works: false, isBlind: true),
            Self.trial("virtual-keyboard", Self.keys),
        ]
        #expect(grades(trials) == [.unchecked, .good])
    }
}
