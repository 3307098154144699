import Dictation
import LinuxRuntime
import Problems
import RecognizerRouting
import TestSupport
import Testing

/// A microphone that listens for a phrase, over a microphone and a listener whose events the test
/// controls.
@Suite(.runningLoop) struct WakeMicrophoneTests {
    @EventLoopActor
    private final class Stage {
        let microphone = FakeAudioSource()
        let listener = FakeRecognizer()
        let wake: WakeMicrophone
        /// What a dictation got.
        var events: [AudioEvent] = []
        var phrases = 0

        init() {
            wake = WakeMicrophone(microphone, listener)
            wake.onPhrase = { [unowned self] in phrases += 1 }
        }

        func listen(_ samples: [Int16]...) {
            wake.listen()
            microphone.tell(.started)
            for samples in samples { microphone.tell(.samples(samples)) }
        }

        func dictate() { wake.start { [unowned self] in events.append($0) } }
    }

    @EventLoopActor @Test func whatFollowsThePhraseIsDictated() async {
        let stage = Stage()
        stage.listen([1, 2], [3, 4], [5, 6])
        #expect(stage.wake.isListening)
        #expect(stage.microphone.isPatient)
        #expect(stage.listener.samples == [1, 2, 3, 4, 5, 6])
        stage.wake.onPhrase = { [unowned stage] in stage.dictate() }
        // It is through with four samples, in which the phrase was.
        stage.listener.tell(.utterance("hey computer"))
        stage.listener.tell(.settled(samples: 4))
        #expect(!stage.wake.isListening)
        #expect(!stage.microphone.isPatient)
        stage.microphone.tell(.samples([7]))
        #expect(stage.events == [.started, .samples([5, 6]), .samples([7])])
        stage.wake.stop()
        #expect(!stage.microphone.isRunning)
        // Once only.
        await EventLoop.task {}.value
        #expect(stage.events.count == 3)
        stage.listen([8])
        #expect(stage.listener.samples == [8])
        #expect(stage.wake.isListening)
        stage.wake.close()
    }

    /// What was said before a key was pressed is nobody's.
    @EventLoopActor @Test func aKeyBeginsWithWhatComes() async throws {
        let stage = Stage()
        stage.listen([1, 2], [3, 4])
        stage.dictate()
        try await waitUntil("it has begun") { !stage.events.isEmpty }
        stage.microphone.tell(.samples([5]))
        #expect(stage.events == [.started, .samples([5])])
        #expect(stage.listener.calls == ["prepare", "begin", "cancel"])
        stage.wake.stop()
    }

    @EventLoopActor @Test func aPrerollPrecedesTheKey() async throws {
        let stage = Stage()
        stage.microphone.idleMode = .listening(AudioFormat.duration(samples: 3))
        stage.listen([1, 2], [3, 4])
        stage.listener.tell(.settled(samples: 4))
        stage.dictate()
        try await waitUntil("it has begun") { stage.events.count == 2 }
        #expect(stage.events == [.started, .samples([2, 3, 4])])
        stage.wake.stop()
    }

    @EventLoopActor @Test func aDictationTakesOverAMicrophoneThatIsOpening() {
        let stage = Stage()
        stage.wake.listen()
        stage.dictate()
        #expect(stage.events == [])
        stage.microphone.tell(.started)
        #expect(stage.events == [.started])
        stage.wake.stop()
    }

    /// The program's own voice says the phrase, too.
    @EventLoopActor @Test func itsOwnVoiceWakesNobody() {
        let stage = Stage()
        stage.wake.isSounding = { true }
        stage.listen([1, 2], [3, 4])
        #expect(stage.listener.samples == [0, 0, 0, 0])
        stage.wake.close()
    }

    @EventLoopActor @Test func aPhraseThatBeginsNothingIsForgotten() async throws {
        let stage = Stage()
        stage.listen([1, 2])
        stage.listener.tell(.utterance("hey computer"))
        #expect(stage.phrases == 0)
        stage.listener.tell(.settled(samples: 2))
        #expect(stage.phrases == 1)
        #expect(stage.wake.isListening)
        stage.microphone.tell(.samples([3]))
        stage.dictate()
        try await waitUntil("it has begun") { !stage.events.isEmpty }
        #expect(stage.events == [.started])
        stage.wake.stop()
    }

    @EventLoopActor @Test func itTriesAgainAfterAFailureAndSaysItOnce() async throws {
        let stage = Stage()
        let problem = Problem("no microphone", why: "unplugged")
        stage.listen([1])
        stage.microphone.tell(.failed(problem))
        #expect(!stage.wake.isListening)
        #expect(stage.wake.takeProblem() == problem)
        try await waitUntil("it tries again") { stage.microphone.isRunning }
        stage.microphone.tell(.failed(problem))
        #expect(stage.wake.takeProblem() == nil)
        #expect(stage.wake.problem == problem)
        try await waitUntil("it tries again") { stage.microphone.isRunning }
        stage.microphone.tell(.started)
        #expect(stage.wake.problem == nil)
        stage.wake.close()
        #expect(!stage.microphone.isRunning)
    }

    /// A dictation needs no listener.
    @EventLoopActor @Test func aListenerThatFailsLeavesDictationAlone() {
        let stage = Stage()
        let problem = Problem("cannot listen", why: "it crashed")
        stage.listen([1])
        stage.listener.tell(.failed(problem))
        #expect(stage.wake.takeProblem() == problem)
        #expect(!stage.microphone.isRunning)
        stage.dictate()
        stage.microphone.tell(.started)
        #expect(stage.events == [.started])
        stage.wake.stop()
        stage.listen([2])
        #expect(stage.listener.calls == ["prepare", "begin", "prepare", "begin"])
        stage.wake.close()
    }

    @EventLoopActor @Test func nothingListensUnlessItIsTold() {
        let stage = Stage()
        stage.dictate()
        stage.microphone.tell(.started)
        stage.wake.stop()
        #expect(stage.listener.calls == [])
        stage.wake.close()
    }
}
