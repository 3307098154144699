import ControlProtocol
import Dictation
import MonotonicTime
import OverlayDrawing
import Problems
import Testing

@testable import UtterOverlay

/// What is shown for the daemon's events, and when it changes by itself.
@Suite struct ModelTests {
    /// As long as the phrase is listened for, and whatever happens in between.
    @Test func anOpenMicrophoneIsSeen() {
        var film = Film()
        film.wake = .init(phrase: "hey computer", listening: true)
        film.take(.idle)
        let asleep = OverlayScene(.asleep, "Say “hey computer”", label: "asleep")
        #expect(film.scene == asleep)
        #expect(film.model.nextChange(after: film.now) == nil)
        film.take(.idle, notice: "Stopped")
        #expect(film.scene?.text == "Stopped")
        film.take(.idle)
        #expect(film.scene == asleep)
        film.wake = .init(phrase: "hey computer", listening: false)
        film.take(.idle)
        #expect(film.scene == nil)
    }

    private struct Film {
        var model = OverlayModel()
        var now = Instant(nanoseconds: 0)
        var preroll: Duration?
        var weakness: Problem?
        var translates = false
        var wake: StatusReport.Wake?
        var hint: String?
        var language: String?
        var profile: String?
        private var isHearing = false
        private var heardSince: Instant?

        init(_ state: StatusReport.State = .idle, showsWords: Bool = true) {
            model = OverlayModel(showsWords: showsWords)
            take(state)
        }

        /// One that has seen no events before.
        init(at now: Instant) {
            self.now = now
        }

        mutating func take(
            _ state: StatusReport.State, hearing: Bool = false, since: Instant? = nil,
            partial: String? = nil, isMarked: Bool = false, notice: String? = nil,
            severity: StatusReport.Notice.Severity = .warning, queued: Bool = false,
            staysOn: Bool = false, isPaused: Bool = false, actions: [Dictation.Notice.Action] = [],
            proposal: String? = nil
        ) {
            if hearing != isHearing { heardSince = hearing ? since ?? now : nil }
            isHearing = hearing
            model.take(
                StatusReport(
                    state: state, hearing: hearing, heardSince: heardSince, queued: queued,
                    staysOn: staysOn, isPaused: isPaused, partial: partial, isMarked: isMarked,
                    notice: notice.map {
                        .init(
                            severity: severity, message: $0, remedy: proposal == nil ? "" : "“yes”",
                            actions: actions, proposal: proposal)
                    },
                    recognizer: .init(
                        name: "fake", state: .ready, weakness: weakness, translates: translates),
                    microphone: .init(name: "fake", preroll: preroll), wake: wake,
                    hotkey: .init(hint: hint), profile: profile, language: language,
                    version: "1"), at: now)
        }

        mutating func pass(_ time: Duration) { now = now.advanced(by: time) }

        /// Lets time pass until the display changes.
        mutating func passToChange() { now = model.nextChange(after: now) ?? now }

        var scene: OverlayScene? { model.scene(at: now) }
    }

    @Test func nothingIsShownWhileNothingHappens() {
        let film = Film()
        #expect(film.scene == nil && film.model.nextChange(after: film.now) == nil)
        #expect(OverlayModel().scene(at: film.now) == nil)
    }

    @Test func showsADictation() {
        var film = Film()
        film.take(.recording)
        #expect(film.scene == OverlayScene(.opening, "Starting"))
        film.pass(.milliseconds(80))
        film.take(.recording, hearing: true)
        #expect(film.scene == OverlayScene(.bars, "Listening", label: "0:00"))
        film.model.hear(0.5)
        film.pass(.seconds(61))
        film.take(.recording, hearing: true, partial: "hello")
        #expect(
            film.scene == OverlayScene(.bars, "hello", isTranscript: true, label: "1:01"))
        film.take(.processing, partial: "hello")
        #expect(film.scene == OverlayScene(.work, "hello", isTranscript: true))
        film.take(.inserting)
        #expect(film.model.wantsTypedText)
        film.model.take(typed: "Hello.\nYou")
        #expect(!film.model.wantsTypedText)
        #expect(film.scene == OverlayScene(.work, "Hello. You", isTranscript: true))
        film.take(.idle)
        #expect(film.scene == OverlayScene(.done, "Hello. You", isTranscript: true))
        film.passToChange()
        #expect(film.scene == nil && film.model.nextChange(after: film.now) == nil)
    }

    @Test func showsAPause() {
        var film = Film()
        film.take(.recording, hearing: true, partial: "hello")
        film.take(.recording, partial: "hello", isPaused: true)
        #expect(film.scene == OverlayScene(.paused, "hello", isTranscript: true, label: "paused"))
        film.take(.recording, isPaused: true)
        #expect(film.scene == OverlayScene(.paused, "hello", isTranscript: true, label: "paused"))
        film.take(.recording, hearing: true, partial: "world")
        #expect(film.scene?.mark == .bars && film.scene?.text == "hello world")
        var wordless = Film(showsWords: false)
        wordless.take(.recording, partial: "hello", isPaused: true)
        #expect(wordless.scene == OverlayScene(.paused, "Paused", label: "paused"))
    }

    /// Until the first word, and as long as the daemon finds it useful.
    @Test func theFirstCardsSayWhichKeysEnd() {
        var film = Film()
        film.hint = "RightCtrl ends · Escape cancels"
        film.take(.recording, hearing: true)
        #expect(
            film.scene
                == OverlayScene(
                    .bars, "Listening", detail: "RightCtrl ends · Escape cancels", label: "0:00"))
        film.take(.recording, hearing: true, partial: "one")
        #expect(film.scene == OverlayScene(.bars, "one", isTranscript: true, label: "0:00"))
    }

    @Test func anUnusualLanguageAndProfileAreNamed() {
        var film = Film()
        (film.language, film.profile) = ("de", "mail")
        film.take(.recording, hearing: true)
        #expect(film.scene?.label == "de · mail · 0:00")
        film.take(.processing)
        #expect(film.scene?.label == "de · mail")
    }

    @Test func aTranslationIsNamed() {
        var film = Film()
        film.translates = true
        film.take(.recording, hearing: true)
        #expect(film.scene?.label == "into English · 0:00")
    }

    @Test func noWordsAreShownToThoseWhoWantNone() {
        var film = Film(showsWords: false)
        film.take(.recording, hearing: true, partial: "hello")
        #expect(film.scene == OverlayScene(.bars, "Listening", label: "0:00"))
        film.take(.processing, partial: "hello")
        #expect(film.scene == OverlayScene(.work, "Processing"))
        film.take(.inserting)
        #expect(!film.model.wantsTypedText && film.scene == OverlayScene(.work, "Typing"))
        film.take(.idle)
        #expect(film.scene == OverlayScene(.done, "Inserted"))
        film.take(.idle, notice: "Corrected “hello” to “yellow”", severity: .info)
        #expect(film.scene?.text == "Corrected “…” to “…”")
    }

    /// Other actions belong to notifications: the card takes clicks for nothing else.
    @Test func onlyAMissedTextHasButtons() {
        var film = Film()
        film.take(.idle, notice: "kept", actions: [.retype, .copy])
        #expect(film.scene?.buttons == ["Type it here", "Copy"])
        film.take(.idle, notice: "learnt?", actions: [.learn])
        #expect(film.scene?.buttons == [])
    }

    @Test func aProposedTextIsShownInFull() {
        var film = Film()
        film.take(.idle, notice: "ready", actions: [.take, .leave], proposal: "Hi.\nBye.")
        let buttons = ["Replace it", "Leave it"]
        #expect(
            film.scene
                == OverlayScene(
                    .info, "Hi.\nBye.", isPage: true, detail: "“yes”", buttons: buttons))
        var quiet = Film(showsWords: false)
        quiet.take(
            .idle, notice: "ready", severity: .info, actions: [.take, .leave], proposal: "Hi.")
        #expect(quiet.scene == OverlayScene(.info, "Ready", detail: "“yes”", buttons: buttons))
    }

    /// Nothing is cut before the remedy's end.
    @Test func aLongMessageIsShownInFull() {
        var film = Film()
        film.take(
            .idle, notice: "the text was not typed: the window is gone, and nobody knows where to",
            severity: .error, actions: [.retype])
        #expect(film.scene?.text == "The text was not typed")
        #expect(film.scene?.detail == "The window is gone, and nobody knows where to.")
        let remedy = String(repeating: "Look at the microphone. ", count: 6)
        #expect(OverlayScene(.error, "No sound", detail: remedy).isTall)
        #expect(OverlayScene(.info, "You can say", detail: "one\ntwo").isTall)
        #expect(!OverlayScene(.bars, String(repeating: "word ", count: 99)).isTall)
    }

    /// A remedy of two lines isn't cut off for the button.
    @Test func aPartThatCannotWorkLeadsToTheSettings() {
        var film = Film()
        film.take(.idle, notice: "no microphone", severity: .error, actions: [.settings])
        #expect(film.scene?.buttons == ["Settings"])
        #expect(film.scene?.isTall == false)
        let remedy = "Choose one of: default, pulse. utter devices lists them all."
        #expect(OverlayScene(.error, "No", detail: remedy, buttons: ["Settings"]).isTall)
        #expect(!OverlayScene(.error, "No", detail: remedy).isTall)
    }

    @Test func theTimeRunsByTheSecond() {
        var film = Film()
        film.take(.recording, hearing: true)
        film.model.hear(1)
        film.pass(.milliseconds(400))
        var labels: [String] = []
        for _ in 0..<3 {
            film.passToChange()
            labels.append(film.scene?.label ?? "")
        }
        #expect(labels == ["0:01", "0:02", "0:03"])
        #expect(film.now == Instant(nanoseconds: 3_000_000_000))
    }

    @Test func aMicrophoneThatListensAllTheTimeIsDisclosed() {
        var film = Film()
        film.preroll = .milliseconds(500)
        film.take(.recording, hearing: true)
        #expect(film.scene?.text == "Listening, and for 500 ms before")
    }

    /// On the first card only, until the first word.
    @Test func whatTheEnginesWordsAreWorthIsSaidOnce() {
        var film = Film()
        film.weakness = Problem("half of it is wrong", why: "", remedy: "Better: utter models")
        film.take(.recording, hearing: true)
        #expect(
            film.scene
                == OverlayScene(
                    .bars, "Listening", detail: "Half of it is wrong. Better: utter models",
                    label: "0:00"))
        film.take(.recording, hearing: true, partial: "one")
        #expect(film.scene == OverlayScene(.bars, "one", isTranscript: true, label: "0:00"))
        film.take(.idle)
        film.take(.recording, hearing: true)
        #expect(film.scene == OverlayScene(.bars, "Listening", label: "0:00"))
    }

    @Test func aSlowMicrophoneIsNamed() {
        var film = Film()
        film.take(.recording)
        film.passToChange()
        #expect(film.scene?.text == "Opening the microphone")
    }

    @Test func nothingButSilenceIsToldAfterTwoSeconds() {
        var film = Film()
        film.take(.recording, hearing: true)
        for _ in 0..<19 {
            film.pass(.milliseconds(100))
            film.model.hear(0)
        }
        #expect(film.scene?.mark == .bars)
        film.passToChange()
        #expect(film.scene?.mark == .silence)
        film.model.hear(0.3)
        #expect(film.scene?.mark == .bars)
    }

    @Test func aPauseInSpeechIsNoSilentMicrophone() {
        var film = Film()
        film.take(.recording, hearing: true)
        film.model.hear(0.4)
        film.pass(.seconds(5))
        #expect(film.scene?.mark == .bars)
        // The next dictation is judged separately.
        film.take(.idle)
        film.take(.recording, hearing: true)
        film.pass(.seconds(3))
        #expect(film.scene?.mark == .silence)
    }

    @Test func whatBeganBeforeTheOverlayIsNotJudged() {
        var film = Film(.recording)
        film.take(.recording, hearing: true)
        film.pass(.seconds(9))
        #expect(film.scene?.mark == .bars)
    }

    @Test func theTimeIsRightFromTheMiddleOn() {
        var film = Film(at: Instant(nanoseconds: 600_000_000_000))
        film.take(.recording, hearing: true, since: Instant(nanoseconds: 528_000_000_000))
        #expect(film.scene == OverlayScene(.bars, "Listening", label: "1:12"))
        film.passToChange()
        #expect(film.scene?.label == "1:13")
    }

    @Test func theWordsOfUtterancesThatAreOverStay() {
        var film = Film()
        film.take(.recording, hearing: true)
        film.take(.recording, hearing: true, partial: "one two")
        film.take(.recording, hearing: true)
        #expect(film.scene?.text == "one two")
        film.take(.recording, hearing: true, partial: "three")
        #expect(film.scene?.text == "one two three")
        film.take(.idle)
        film.take(.recording, hearing: true)
        #expect(film.scene?.text == "Listening")
    }

    /// They stand in the document already.
    @Test func wordsInTheDocumentAreNotShownTwice() {
        var film = Film()
        film.take(.recording, hearing: true, partial: "one two", isMarked: true)
        #expect(film.scene?.text == "Listening")
        #expect(film.scene?.mark == .bars)
        // The focus left that window.
        film.take(.recording, hearing: true, partial: "one two three")
        #expect(film.scene?.text == "one two three")
    }

    @Test func noticesAreShownWithWhatToDo() {
        var film = Film()
        film.take(.idle, notice: "the sink failed", severity: .error)
        #expect(film.scene == OverlayScene(.error, "The sink failed"))
        film.take(.idle)
        #expect(film.scene == nil)
        film.take(.recording, hearing: true, notice: "sound was lost")
        #expect(film.scene == OverlayScene(.bars, "Sound was lost", label: "0:00"))
        let cause = "the microphone went away for a moment"
        film.take(.recording, hearing: true, notice: "sound was lost: \(cause)")
        #expect(film.scene?.detail == "The microphone went away for a moment.")
    }

    @Test func whatFailedIsNotShownAsDone() {
        var film = Film(.inserting)
        film.take(.idle, notice: "no sink", severity: .error)
        #expect(film.scene?.mark == .error)
        film.take(.idle)
        #expect(film.scene == nil)
    }

    /// All the time: the microphone is open, or will be in a moment.
    @Test func aDictationThatStaysOnIsSeen() {
        var film = Film()
        film.take(.recording, hearing: true, staysOn: true)
        #expect(film.scene == OverlayScene(.bars, "Listening", label: "stays on"))
        for state in [StatusReport.State.processing, .inserting] {
            film.take(state, staysOn: true)
            #expect(film.scene?.label == "stays on")
        }
    }

    @Test func aQueuedDictationIsTold() {
        var film = Film()
        film.take(.processing, queued: true)
        #expect(film.scene?.label == "next is queued")
    }
}
