import Dictation
import LinuxRuntime
import Problems
import RecognizerRouting
import SinkChains
import TestSupport
import Testing

@testable import Session

/// The recogniser is told of the text around a dictation.
@Suite(.runningLoop) struct RecognitionContextTests {
    @EventLoopActor
    private func stage(
        _ kind: FieldKind?, context: ContextUse = .auto, window: WindowKind? = .other
    ) -> RunnerStage {
        let stage = RunnerStage(window: window, passwords: .allow, context: context)
        stage.sink.traits = kind.map { FieldTraits($0) }
        stage.sink.contextBeforeInput = "Dear Siobhan, thank you. I"
        stage.sink.contextAfterInput = " before Mr. Kowalczyk comes."
        return stage
    }

    /// The context that a dictation has once its field is known.
    @EventLoopActor private func context(of stage: RunnerStage) async -> String? {
        var isKnown = false
        stage.runner.onChange = { isKnown = true }
        stage.speak([1, 2, 3])
        isKnown = false
        await stage.wait { isKnown }
        return stage.recognizer.context
    }

    @EventLoopActor @Test(arguments: [FieldKind.text, .search, .unknown, .other])
    func itIsTheTextAroundTheCursor(_ kind: FieldKind) async {
        #expect(
            await context(of: stage(kind)) == "Kowalczyk. Dear Siobhan, thank you. I")
    }

    /// Only words that may be names, and where the text is no secret.
    @EventLoopActor
    @Test(arguments: [
        (FieldKind.text, ["Re", "Kubernetes", "Mozilla", "Thunderbird"]), (.password, []),
        (.terminal, []), (nil, []),
    ])
    func theNamesInTheTitleAreTold(_ kind: FieldKind?, _ names: [String]) async {
        let stage = stage(kind)
        stage.runner.parts.windows = FakeWindows(
            DesktopWindow(identifier: "1", title: "Re: the Kubernetes one – Mozilla Thunderbird"))
        _ = await context(of: stage)
        await stage.wait { stage.recognizer.expected != nil }
        #expect(stage.recognizer.expected?.names == names)
    }

    /// Each byte of it would be one too many.
    @EventLoopActor @Test(arguments: [FieldKind.password, .terminal])
    func nothingIsToldOfOtherFields(_ kind: FieldKind) async {
        #expect(await context(of: stage(kind)) == nil)
    }

    /// It might be one for a password.
    @EventLoopActor @Test func nothingIsToldOfAFieldOfAnUnknownKind() async {
        #expect(await context(of: stage(nil)) == nil)
    }

    @EventLoopActor @Test func nothingIsToldOfATerminalsWindow() async {
        #expect(await context(of: stage(.text, window: .terminal)) == nil)
    }

    @EventLoopActor @Test func nothingIsToldWhenItIsOff() async {
        #expect(await context(of: stage(.text, context: .off)) == nil)
    }

    @EventLoopActor @Test func theLastDictationIsToldInAnEmptyField() async {
        let stage = stage(.text)
        await stage.text(after: "I met Saoirse")
        (stage.sink.contextBeforeInput, stage.sink.contextAfterInput) = ("", "")
        #expect(await context(of: stage)?.hasSuffix("I met Saoirse") == true)
    }

    @EventLoopActor @Test func aPasswordIsNoLastDictation() async {
        let stage = stage(.password)
        (stage.sink.contextBeforeInput, stage.sink.contextAfterInput) = (nil, nil)
        stage.speak([1, 2, 3])
        await stage.wait { stage.runner.partialText == "" && stage.runner.display.state != .idle }
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.utterance("swordfish"))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.text == "swordfish")
        stage.sink.traits = FieldTraits(.text)
        (stage.sink.contextBeforeInput, stage.sink.contextAfterInput) = ("", "")
        #expect(await context(of: stage) == nil)
    }

    // MARK: Phrases

    /// They are no secret: also in a password field, and when the context is off.
    @EventLoopActor @Test(arguments: [FieldKind.text, .password, nil])
    func thePhrasesForMarksAndCommandsAreTold(_ kind: FieldKind?) async {
        let stage = stage(kind, context: .off)
        #expect(await context(of: stage) == nil)
        let phrases = stage.recognizer.expected?.phrases ?? []
        #expect(phrases.contains("comma") && phrases.contains("undo that"))
    }

    @EventLoopActor @Test func theyStayWhenTheContextIsKnown() async {
        let stage = stage(.text)
        #expect(await context(of: stage) != nil)
        #expect(stage.recognizer.expected?.phrases.first == "comma")
    }

    // MARK: Routes

    @EventLoopActor @Test func itWaitsForTheRecognizerThatIsChosen() {
        let (main, other) = (FakeRecognizer(), FakeRecognizer())
        let router = RecognizerRouter(main)
        router.prepare { _ in }
        router.hold()
        router.begin()
        router.expect(ExpectedSpeech(context: "I met Ann."))
        router.use(other)
        #expect(other.context == "I met Ann.")
        #expect(main.context == nil)
    }

    @EventLoopActor @Test func theFallbackIsToldToo() {
        let (first, fallback) = (FakeRecognizer(), FakeRecognizer())
        let chain = FallbackRecognizer(
            first, fallback: fallback, limit: RecognitionLimit(perHalfMinute: .seconds(600)))
        chain.prepare { _ in }
        first.tell(.ready)
        chain.begin()
        chain.expect(ExpectedSpeech(context: "I met Ann."))
        #expect(first.context == "I met Ann.")
        first.tell(.failed(Problem("it is gone", why: "no reason")))
        #expect(fallback.context == "I met Ann.")
    }
}
