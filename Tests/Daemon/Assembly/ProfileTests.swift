import Dictation
import History
import LinuxRuntime
import MonotonicTime
import Problems
import RecognizerRouting
import Settings
import SinkChains
import TestSupport
import Testing

@testable import Assembly
@testable import Session

/// From the focused window to the profile that a dictation uses.
@Suite(.runningLoop) struct ProfileTests {
    private static let configuration = """
        [text]
        spacing = "none"
        [output]
        line_breaks = "keep"
        keys = ["enter"]
        focus = "FOCUS"
        [[profile]]
        name = "terminal"
        class = "xterm"
        text.capitals = false
        [[profile]]
        name = "mail"
        class = "mail"
        recognizer.engine = "other"
        output.sinks = ["mailsink"]
        [profile.text.snippets]
        "my sign" = "Ada"
        """

    /// A runner over fakes, with one recogniser per engine and one sink per name.
    @EventLoopActor
    private final class Stage {
        let audio = FakeAudioSource()
        let windows = FakeWindows(Stage.editor)
        var recognizers: [String: FakeRecognizer] = [:]
        var sinks: [String: RecordingSink] = [:]
        let setups: BackendCache
        let runner: DictationRunner

        static let editor = DesktopWindow(identifier: "1", classes: ["editor"])
        static let xterm = DesktopWindow(identifier: "2", classes: ["XTerm"])
        static let mail = DesktopWindow(identifier: "3", classes: ["mail"])

        init(focus: String = "hold", more: String = "", rules: DictationRules = .patient) throws {
            let text = ProfileTests.configuration.replacing("FOCUS", with: focus) + "\n" + more
            let settings = try Settings.parse(Array(text.utf8), file: "/c/config.toml")
            var recognizers: [String: FakeRecognizer] = [:]
            var sinks: [String: RecordingSink] = [:]
            var keep: (String, FakeRecognizer) -> Void = { recognizers[$0] = $1 }
            var keepSink: (String, RecordingSink) -> Void = { sinks[$0] = $1 }
            setups = try BackendCache(
                settings,
                makers: .init(
                    recognizer: { settings in
                        let made = FakeRecognizer()
                        let language = settings.recognizer.language.map { " \($0)" } ?? ""
                        keep(settings.recognizer.engine + language, made)
                        return made
                    },
                    sinks: { settings in
                        let name = settings.output.sinks.first ?? "general"
                        let made = RecordingSink(name)
                        // Without a known target each text begins like a new one.
                        made.focusedTarget = nil
                        keepSink(name, made)
                        return SinkChain([made])
                    }))
            var parts = DictationRunner.Parts(
                audio: audio, recognizer: setups.recognizer, sinks: setups.general.sinks)
            parts.windows = windows
            parts.locks = [windows]
            var rules = rules
            // Five seconds can be too short on a busy machine.
            rules.noticeTime = .seconds(3600)
            runner = DictationRunner(
                parts: parts, rules: rules, style: setups.general.style, setups: setups)
            (self.recognizers, self.sinks) = (recognizers, sinks)
            keep = { [unowned self] in self.recognizers[$0] = $1 }
            keepSink = { [unowned self] in self.sinks[$0] = $1 }
            runner.start()
            self.recognizers["auto"]!.tell(.ready)
        }

        var general: RecordingSink { sinks["general"]! }

        func begin(_ choice: DictationOverrides = .automatic) async {
            runner.send(.command(.start, choice))
            await chosen()
            audio.tell(.started)
        }

        /// Waits until the window is known.
        func chosen() async {
            await yieldUntil { runner.focus.task == nil }
        }

        func end(_ words: String, _ engine: String = "auto") async {
            runner.send(.command(.stop))
            let recognizer = recognizers[engine]!
            recognizer.tell(.utterance(words))
            recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
            await yieldUntil { runner.display.state == .idle }
        }
    }

    @EventLoopActor @Test func theWindowDecidesTheRules() async throws {
        let stage = try Stage()
        await stage.begin()
        await stage.end("hello new line world")
        #expect(stage.general.text == "Hello\nWorld")
        #expect(stage.runner.profile == nil)

        stage.windows.focused = Stage.xterm
        await stage.begin()
        #expect(stage.runner.profile == "terminal")
        await stage.end("git status comma new line")
        #expect(stage.general.insertions.last == "git status,")
    }

    @EventLoopActor @Test func aProfileHasItsRecogniserAndSinks() async throws {
        let stage = try Stage()
        stage.windows.focused = Stage.mail
        #expect(stage.recognizers.count == 1 && stage.sinks.count == 1)
        await stage.begin()
        let other = try #require(stage.recognizers["other"])
        #expect(other.calls == ["prepare", "begin"])
        await stage.end("my sign", "other")
        #expect(stage.sinks["mailsink"]?.text == "Ada")
        #expect(stage.recognizers["auto"]?.calls == ["prepare"])
        // Both are kept.
        stage.windows.focused = Stage.editor
        await stage.begin()
        await stage.end("my sign")
        stage.windows.focused = Stage.mail
        await stage.begin()
        await stage.end("again", "other")
        #expect(stage.recognizers["other"] === other)
        #expect(other.calls == ["prepare", "begin", "finish", "begin", "finish"])
        #expect(stage.general.text == "My sign.")
        #expect(stage.sinks.count == 2)
    }

    /// Neither the microphone nor the words wait for the desktop's answer.
    @EventLoopActor @Test func whatIsSaidBeforeTheWindowIsKnownIsHeard() async throws {
        let stage = try Stage()
        stage.windows.focused = Stage.mail
        stage.windows.isSilent = true
        stage.runner.send(.command(.start))
        #expect(stage.audio.isRunning)
        stage.audio.tell(.started)
        stage.audio.tell(.samples([1, 2]))
        stage.audio.lastSamples = [3]
        stage.runner.send(.command(.stop))
        #expect(stage.recognizers["other"] == nil)
        stage.windows.isSilent = false
        await stage.chosen()
        #expect(stage.recognizers["other"]?.samples == [1, 2, 3])
        #expect(stage.recognizers["other"]?.calls == ["prepare", "begin", "finish"])
        stage.recognizers["other"]?.tell(.utterance("hello"))
        stage.recognizers["other"]?.tell(
            .finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await yieldUntil { stage.runner.display.state == .idle }
        #expect(stage.sinks["mailsink"]?.text == "Hello")
    }

    @EventLoopActor @Test func aSilentDesktopIsNotWaitedForLong() async throws {
        let stage = try Stage()
        stage.windows.isSilent = true
        stage.runner.send(.command(.start))
        await stage.chosen()
        #expect(stage.recognizers["auto"]?.calls == ["prepare", "begin"])
        stage.audio.tell(.started)
        stage.windows.isSilent = false
        stage.windows.focused = Stage.xterm
        await stage.end("one")
        #expect(stage.general.text == "One")
    }

    /// A dictation that is cancelled before its window is known reaches no recogniser.
    @EventLoopActor @Test func whatIsCancelledEarlyReachesNoRecogniser() async throws {
        let stage = try Stage()
        stage.windows.isSilent = true
        stage.runner.send(.command(.start))
        stage.runner.send(.command(.cancel))
        stage.runner.send(.command(.start, DictationOverrides(profile: "mail")))
        stage.windows.isSilent = false
        await stage.chosen()
        #expect(stage.recognizers["auto"]?.calls == ["prepare"])
        #expect(stage.recognizers["other"]?.calls == ["prepare", "begin"])
        #expect(stage.runner.profile == "mail")
        stage.runner.send(.command(.cancel))
    }

    @EventLoopActor @Test func whatIsAskedForGoesBeforeTheWindow() async throws {
        let stage = try Stage()
        await stage.begin(DictationOverrides(profile: "terminal"))
        await stage.end("hello")
        #expect(stage.general.text == "hello")
        await stage.begin(DictationOverrides(profile: "mail", language: "de"))
        await stage.end("eins komma zwei", "other de")
        #expect(stage.sinks["mailsink"]?.text == " 1,2", "behind the hello")
    }

    @EventLoopActor @Test func aBindingHasItsProfileAndLanguage() async throws {
        var rules = DictationRules.patient
        rules.hotkeys = [HotkeyBinding(), HotkeyBinding()]
        rules.hotkeys[1].mode = .hold
        rules.hotkeys[1].choice = DictationOverrides(profile: "mail", language: "de")
        let stage = try Stage(rules: rules)
        stage.runner.send(.hotkey(.pressed(1, at: Instant(nanoseconds: 0))))
        await stage.chosen()
        stage.audio.tell(.started)
        stage.runner.send(.hotkey(.released(1, at: Instant(nanoseconds: 1_000_000_000))))
        await stage.end("ja komma nein", "other de")
        #expect(stage.sinks["mailsink"]?.text == "Ja, nein.")
        stage.runner.send(.hotkey(.pressed(0, at: Instant(nanoseconds: 2_000_000_000))))
        await stage.chosen()
        #expect(stage.runner.profile == nil)
        stage.runner.send(.command(.cancel))
    }

    /// A profile's engine that can't be loaded doesn't affect the others.
    @EventLoopActor @Test func aBrokenEngineIsThatOfItsProfileOnly() async throws {
        let stage = try Stage()
        stage.windows.focused = Stage.mail
        await stage.begin()
        stage.recognizers["other"]?.tell(.failed(Problem("no model", why: "it is gone")))
        #expect(stage.runner.display.state == .idle)
        #expect(stage.runner.display.notice?.message == "no model: it is gone")
        #expect(stage.runner.recognizerState == .ready)
        stage.windows.focused = Stage.editor
        await stage.begin()
        await stage.end("hello")
        #expect(stage.general.text == "Hello")
        stage.windows.focused = Stage.mail
        await stage.begin()
        #expect(stage.recognizers["other"]?.calls == ["prepare", "begin", "prepare", "begin"])
        stage.runner.send(.command(.cancel))
    }

    // MARK: The focus moves

    @EventLoopActor @Test func heldTextIsKeptAndTypedWhereItIsWanted() async throws {
        let stage = try Stage()
        await stage.begin()
        stage.windows.focused = Stage.xterm
        await stage.end("hello new line world")
        #expect(stage.general.text == "")
        let notice = try #require(stage.runner.display.notice)
        #expect(
            notice.message == "nothing was typed: the focus moved from editor to XTerm")
        #expect(notice.severity == .error && notice.remedy.contains("utter retype"))
        let record = try #require(stage.runner.history.entries.last?.record)
        #expect(record.rest == "Hello\nWorld")
        // Retyping formats it for the window that now has the focus.
        stage.runner.send(.retype(record))
        await yieldUntil { stage.runner.display.state == .idle }
        #expect(stage.general.text == "Hello World")
        stage.windows.focused = Stage.editor
        stage.runner.send(.retype(record))
        await yieldUntil { stage.runner.display.state == .idle }
        #expect(stage.general.insertions.last == "Hello\nWorld")
    }

    @EventLoopActor @Test func textFollowsTheFocusButNotItsLineBreaks() async throws {
        let stage = try Stage(focus: "follow")
        await stage.begin()
        stage.windows.focused = Stage.xterm
        await stage.end("hello new line world")
        #expect(stage.general.text == "Hello World")
        await stage.begin()
        stage.windows.focused = Stage.mail
        await stage.end("three")
        #expect(stage.sinks["mailsink"]?.text == "three")
    }

    /// In a mail Control with Return sends, in a terminal Return runs.
    @EventLoopActor @Test func keysDoNotFollowTheFocus() async throws {
        let stage = try Stage(focus: "follow")
        await stage.begin()
        stage.recognizers["auto"]?.tell(.utterance("one"))
        await stage.end("press enter")
        #expect(stage.general.presses == [.enter])
        await stage.begin()
        stage.windows.focused = Stage.xterm
        stage.recognizers["auto"]?.tell(.utterance("two"))
        await stage.end("press enter")
        #expect(stage.general.text == "One" && stage.general.presses == [.enter])
        let notice = try #require(stage.runner.display.notice)
        #expect(notice.message.contains("its keys are for the window where the dictation began"))
        #expect(stage.runner.history.entries.last?.record.rest.hasPrefix("Two") == true)
    }

    @EventLoopActor @Test func theFocusIsBroughtBack() async throws {
        let stage = try Stage(focus: "return")
        await stage.begin()
        stage.windows.focused = Stage.xterm
        await stage.end("one")
        #expect(stage.windows.focused == Stage.editor)
        #expect(stage.general.text == "One")
        await stage.begin()
        stage.windows.focused = nil
        stage.windows.focusProblem = Problem("no window 1", why: "it was closed")
        await stage.end("two")
        #expect(stage.general.text == "One")
        #expect(
            stage.runner.display.notice?.message == "nothing was typed: no window 1: it was closed")
        #expect(stage.runner.history.entries.last?.record.rest.isEmpty == false)
    }

    /// The text continues in the window that it belongs to, even if another has the focus
    /// meanwhile.
    @EventLoopActor @Test func theTextFitsWhereItBelongs() async throws {
        let stage = try Stage(focus: "return")
        stage.windows.onFocus = { [unowned stage] in
            stage.general.focusedTarget = SinkTarget($0?.identifier ?? "none")
        }
        stage.windows.focused = Stage.editor
        await stage.begin()
        await stage.end("one")
        await stage.begin()
        stage.windows.focused = Stage.xterm
        await stage.end("two")
        #expect(stage.general.text == "One two")

        let holding = try Stage()
        holding.windows.onFocus = { [unowned holding] in
            holding.general.focusedTarget = SinkTarget($0?.identifier ?? "none")
        }
        holding.windows.focused = Stage.editor
        await holding.begin()
        await holding.end("one")
        holding.windows.focused = Stage.xterm
        await holding.begin()
        holding.windows.focused = Stage.editor
        await holding.end("two")
        #expect(holding.runner.history.entries.last?.record.rest == "two")
        #expect(holding.general.text == "One")
    }

    @EventLoopActor @Test(arguments: ["hold", "follow", "return"])
    func nothingIsTypedIntoALockedScreen(_ focus: String) async throws {
        let stage = try Stage(focus: focus)
        await stage.begin()
        stage.windows.locked = true
        await stage.end("secret")
        #expect(stage.general.text == "")
        #expect(stage.runner.display.notice?.message == "nothing was typed: the screen is locked")
        let record = try #require(stage.runner.history.entries.last?.record)
        #expect(record.rest == "Secret")
        stage.runner.send(.retype(record))
        await yieldUntil { stage.runner.display.state == .idle }
        #expect(stage.general.text == "")
        stage.windows.locked = false
        stage.runner.send(.retype(record))
        await yieldUntil { stage.runner.display.state == .idle }
        #expect(stage.general.text == "Secret")
    }

    @EventLoopActor @Test(arguments: ["hold", "follow", "return"])
    func nothingIsTypedWhereTheLockIsUnknown(_ focus: String) async throws {
        let stage = try Stage(focus: focus)
        await stage.begin()
        stage.windows.lockProblem = Problem("cannot ask sway", why: "it hangs")
        await stage.end("secret")
        #expect(stage.general.text == "")
        #expect(
            stage.runner.display.notice?.message == "nothing was typed: it is unknown whether the "
                + "screen is locked: cannot ask sway: it hangs")
        let record = try #require(stage.runner.history.entries.last?.record)
        #expect(record.rest == "Secret")
        stage.windows.lockProblem = nil
        stage.runner.send(.retype(record))
        await yieldUntil { stage.runner.display.state == .idle }
        #expect(stage.general.text == "Secret")
    }

    @EventLoopActor @Test func aDesktopThatIsSilentIsNotWaitedForOnceCancelled() async throws {
        let stage = try Stage()
        await stage.begin()
        stage.windows.hidesLock = true
        stage.runner.send(.command(.stop))
        let recognizer = stage.recognizers["auto"]!
        recognizer.tell(.utterance("one"))
        recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await yieldUntil { stage.runner.display.state == .inserting }
        stage.runner.send(.command(.cancel))
        await yieldUntil { stage.runner.display.state == .idle }
        #expect(stage.general.text == "")
        #expect(stage.runner.display.notice?.message == "Stopped: the rest is kept")
        #expect(stage.runner.history.entries.last?.record.rest == "One")
    }

    /// The desktop reported the focus at the start of the dictation.
    @EventLoopActor @Test func aDesktopThatNoLongerTellsTheFocusKeepsTheText() async throws {
        let stage = try Stage()
        await stage.begin()
        stage.windows.problem = Problem("cannot ask sway", why: "it is gone")
        await stage.end("one")
        #expect(stage.general.text == "")
        #expect(
            stage.runner.display.notice?.message
                == "nothing was typed: cannot ask sway: it is gone")
        #expect(stage.runner.history.entries.last?.record.rest == "One")
    }

    @EventLoopActor @Test func aDesktopThatCannotTellHindersNobody() async throws {
        let stage = try Stage()
        stage.windows.problem = Problem("no answer", why: "it is gone")
        await stage.begin()
        await stage.end("one")
        #expect(stage.general.text == "One")
    }

    /// With `focus = "follow"`, no profiles and nothing else that depends on the window, the desktop is
    /// never asked.
    @EventLoopActor @Test func nobodyIsAskedForNothing() async throws {
        let settings = try Settings.parse(
            Array(
                """
                output.focus = 'follow'
                output.line_breaks = 'space'
                text.plain_in = []
                text.code_names = 'alone'
                text.spacing = 'none'
                output.formatting = 'none'
                text.punctuation = 'spoken'
                """.utf8), file: "c")
        let (audio, recognizer) = (FakeAudioSource(), FakeRecognizer())
        let (windows, sink) = (FakeWindows(Stage.editor), RecordingSink())
        let setups = try BackendCache(
            settings,
            makers: .init(recognizer: { _ in recognizer }, sinks: { _ in SinkChain([sink]) }))
        var parts = DictationRunner.Parts(
            audio: audio, recognizer: setups.recognizer, sinks: setups.general.sinks)
        parts.windows = windows
        let runner = DictationRunner(
            parts: parts, rules: .patient, style: setups.general.style, setups: setups)
        runner.start()
        recognizer.tell(.ready)
        runner.send(.command(.start))
        audio.tell(.started)
        runner.send(.command(.stop))
        recognizer.tell(.utterance("hello"))
        recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await yieldUntil { runner.display.state == .idle }
        #expect(sink.text == "Hello" && windows.questions == 0)
    }
}
