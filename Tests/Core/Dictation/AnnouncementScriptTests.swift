import Dictation
import MonotonicTime
import Testing

@Suite struct AnnouncementScriptTests {
    /// A script and the display that it is shown.
    private struct Scene {
        var script: AnnouncementScript
        var display = DictationDisplay()
        var typed: String?

        init(_ detail: AnnouncedDetail) { script = AnnouncementScript(detail) }

        /// What is said of a change.
        mutating func show(
            _ state: DictationState, hearing: Bool = false, _ notice: Notice? = nil
        ) -> Announcement? {
            (display.state, display.isHearing, display.notice) = (state, hearing, notice)
            return script.announcement(of: display) { [typed] in typed.map { ($0, "de") } }
        }

        /// A dictation from its start to the end of typing.
        mutating func dictate(_ notice: Notice? = nil) -> [Announcement] {
            [
                show(.recording), show(.recording, hearing: true), show(.recording, hearing: true),
                show(.processing), show(.inserting, notice), show(.idle, notice),
            ].compactMap(\.self)
        }
    }

    @Test func theStatesAreSaid() {
        var scene = Scene(.states)
        scene.typed = "Secret."
        #expect(scene.dictate() == [Announcement("Listening", .urgent), Announcement("Inserted")])
    }

    /// With a microphone that takes a moment to open.
    @Test func aPauseIsSaid() {
        for staysOn in [false, true] {
            var scene = Scene(.states)
            scene.display.staysOn = staysOn
            #expect(scene.show(.recording) == nil)
            #expect(scene.show(.recording, hearing: true)?.text == "Listening")
            scene.display.isPaused = true
            #expect(scene.show(.recording) == Announcement("Paused", .urgent))
            #expect(scene.show(.recording) == nil)
            scene.display.isPaused = false
            let said = [scene.show(.recording), scene.show(.recording, hearing: true)]
            #expect(said.compactMap(\.self) == [Announcement("Listening", .urgent)])
        }
    }

    @Test func theWordsAreSaidInTheirLanguage() {
        var scene = Scene(.words)
        scene.typed = "Guten Tag."
        #expect(scene.dictate().last == Announcement("Guten Tag.", language: "de"))
        scene.typed = " \n"
        #expect(scene.dictate().last == Announcement("Inserted"))
    }

    /// The phrase itself is said once only: it is long.
    @Test func whoFallsAsleepSaysSo() {
        var script = AnnouncementScript(.states)
        func say(
            _ state: DictationState, hearing: Bool = false, _ notice: Notice? = nil,
            _ phrase: String? = "hey computer"
        ) -> Announcement? {
            var display = DictationDisplay()
            (display.state, display.isHearing, display.notice) = (state, hearing, notice)
            return script.announcement(of: display, listeningFor: phrase) { nil }
        }
        #expect(say(.idle, nil, nil) == nil)
        #expect(say(.idle) == Announcement("Asleep. Say hey computer to dictate."))
        #expect(say(.idle) == nil)
        #expect(say(.recording) == nil)
        #expect(say(.recording, hearing: true) == Announcement("Listening", .urgent))
        #expect(say(.inserting) == nil)
        #expect(say(.idle) == Announcement("Inserted. Asleep."))
        #expect(say(.recording) == nil)
        let notice = Notice(.info, "Stopped: nothing to type")
        #expect(say(.idle, notice) == Announcement("Stopped: nothing to type. Asleep."))
        script.detail = .off
        #expect(say(.recording) == nil)
        #expect(say(.idle) == nil)
    }

    @Test func nothingIsSaidUnasked() {
        var scene = Scene(.off)
        scene.typed = "Secret."
        #expect(scene.dictate() == [])
        #expect(scene.show(.idle, Notice(.error, "no microphone")) == nil)
    }

    @Test func anErrorComesWithItsRemedyAndAtOnce() {
        var scene = Scene(.words)
        scene.typed = "Hello"
        let error = Notice(.error, "the window is gone", remedy: "utter retype types it")
        #expect(scene.show(.inserting) == nil)
        #expect(
            scene.show(.idle, error)
                == Announcement(
                    "the window is gone. the command utter retype types it.", .urgent))
        // Once.
        #expect(scene.show(.idle, error) == nil)
    }

    @Test(arguments: [
        ("Set [audio] sounds = false", "Set the setting sounds in the section audio to false."),
        (
            "[output] line_breaks in a profile allows it",
            "the setting line breaks in the section output in a profile allows it."
        ),
        (
            "[audio] nonsense: unknown key",
            "the setting nonsense in the section audio: unknown key."
        ),
        ("Run the command utter doctor", "Run the command utter doctor."),
        ("utter last; again", "the command utter last; again."),
        ("Is it muted?", "Is it muted?"),
        (
            "Keep none: utter config set history.disk false",
            "Keep none: the setting disk in the section history set to false."
        ),
        (
            "utter config set output.line_breaks keep allows them",
            "the setting line breaks in the section output set to keep allows them."
        ),
        (
            "Choose one of: pulse, sysdefault (utter config set audio.device pulse)",
            "Choose one of: pulse, sysdefault "
                + "(the setting device in the section audio set to pulse)."
        ),
        (
            "Choose other words, such as: utter config set wake.phrase 'hey computer'",
            "Choose other words, such as: "
                + "the setting phrase in the section wake set to hey computer."
        ),
        (
            "“utter doctor --fix” writes one",
            "“the command utter doctor with the option fix” writes one."
        ),
        (
            "A profile can allow them there: man utter.toml",
            "A profile can allow them there: the manual page utter.toml."
        ),
        ("utter can say when it listens", "utter can say when it listens."),
    ])
    func aMessageNeedsNoEyes(_ message: String, _ spoken: String) {
        var scene = Scene(.states)
        #expect(scene.show(.idle, Notice(.info, message)) == Announcement(spoken))
    }

    /// Nobody can type one from hearing it.
    @Test(arguments: [
        ("Restart it: systemctl --user restart wireplumber", "Restart it."),
        ("Start it: systemctl --user start utter, or: utter daemon", "Start it."),
        (
            "Start the sound server (systemctl --user start pipewire-pulse, or pulseaudio --start). "
                + "No other microphone is there",
            "Start the sound server. No other microphone is there."
        ),
        (
            "Restart the sound server (systemctl --user restart wireplumber), or unplug it",
            "Restart the sound server, or unplug it."
        ),
        (
            "Run “sudo udevadm control --reload && sudo udevadm trigger”, then log out and in",
            "Run a command that is on the screen, then log out and in."
        ),
        ("“ibus restart” starts it again", "a command that is on the screen starts it again."),
        (
            "PocketSphinx has no model: sudo apt install pocketsphinx-en-us",
            "PocketSphinx has no model: install the package pocketsphinx-en-us."
        ),
        ("sudo apt install libsndfile1 libsoxr0", "install the packages libsndfile1 and libsoxr0."),
        (
            "Begin again: sudo utter doctor --json",
            "Begin again: as root the command utter doctor with the option json."
        ),
        ("Remove it: rm -r /run/user/1000/utter; then start again", "Remove it; then start again."),
    ])
    func noCommandLineIsReadOut(_ message: String, _ spoken: String) {
        var scene = Scene(.states)
        #expect(scene.show(.idle, Notice(.error, message)) == Announcement(spoken, .urgent))
    }

    /// A moment later it would be cut off by what became of the text.
    @Test func whatComesUpWhileTypingIsSaidAtItsEnd() {
        let remark = Notice(.info, "No line break")
        var scene = Scene(.states)
        #expect(scene.dictate(remark).last == Announcement("No line break."))
        scene = Scene(.words)
        scene.typed = "Hello"
        #expect(scene.dictate(remark).last?.text == "Hello")
        scene = Scene(.words)
        scene.typed = "Hello"
        #expect(
            scene.dictate(Notice(.warning, "raw words typed")).last
                == Announcement("raw words typed.", .urgent))
    }

    @Test func whatTheUserAskedForIsSaidWithoutItsNotice() {
        for detail in AnnouncedDetail.allCases {
            var scene = Scene(detail)
            _ = scene.show(.recording, hearing: true)
            scene.script.readBack("Hello there.", language: "en")
            #expect(scene.show(.processing) == nil)
            #expect(
                scene.show(.idle, Notice(.info, "Read back"))
                    == Announcement("Hello there.", language: "en"))
            #expect(scene.show(.idle) == nil)
        }
    }

    @Test func aDictationThatStaysOnSaysSoOnce() {
        var scene = Scene(.states)
        scene.display.staysOn = true
        #expect(scene.show(.recording, hearing: true)?.text == "Listening")
        for state in [DictationState.processing, .inserting, .recording] {
            #expect(scene.show(state) == nil)
        }
        #expect(scene.show(.recording, hearing: true) == nil)
        scene.display.staysOn = false
        #expect(scene.show(.processing) == nil)
        #expect(scene.show(.inserting) == nil)
        #expect(scene.show(.idle)?.text == "Inserted")
    }

    /// It listens again at once: there is no idle moment.
    @Test func aDictationThatStaysOnIsReadBackToo() {
        var scene = Scene(.words)
        scene.typed = "Hello."
        scene.display.staysOn = true
        _ = scene.show(.recording, hearing: true)
        for state in [DictationState.processing, .inserting] { #expect(scene.show(state) == nil) }
        #expect(scene.show(.recording)?.text == "Hello.")
        scene.typed = nil
        _ = scene.show(.recording, hearing: true)
        scene.script.readBack("All of it.", language: "en")
        #expect(scene.show(.processing) == nil)
        #expect(scene.show(.recording)?.text == "All of it.")
        #expect(scene.show(.recording, hearing: true) == nil)
    }

    /// Nothing is recorded meanwhile: a remark waits until the utterance ends, trouble doesn't.
    @Test func aRemarkInterruptsNobody() {
        var scene = Scene(.states)
        scene.display.staysOn = true
        #expect(scene.show(.recording, hearing: true)?.text == "Listening")
        let remark = Notice(.info, "Deleted")
        scene.display.partial = "and"
        #expect(scene.show(.recording, hearing: true, remark) == nil)
        scene.display.partial = "and then"
        #expect(scene.show(.recording, hearing: true, remark) == nil)
        scene.display.partial = ""
        #expect(scene.show(.recording, hearing: true, remark) == Announcement("Deleted."))
        #expect(scene.show(.recording, hearing: true, remark) == nil)
        scene.display.partial = "and"
        let trouble = Notice(.warning, "the microphone is gone")
        #expect(scene.show(.recording, hearing: true, trouble)?.urgency == .urgent)
    }

    @Test func aSilentMicrophoneIsSaidOnce() {
        var scene = Scene(.states)
        _ = scene.show(.recording, hearing: true)
        func hear(_ samples: [Int16], _ milliseconds: Int64) -> Announcement? {
            scene.script.announcement(
                of: AudioLevel(of: samples), at: Instant(nanoseconds: milliseconds * 1_000_000))
        }
        #expect(hear([0, 0], 0) == nil)
        #expect(hear([0, 0], 1999) == nil)
        #expect(hear([0, 0], 2000)?.text.hasPrefix("No sound from the microphone") == true)
        #expect(hear([0, 0], 9000) == nil)
        _ = scene.show(.idle)
        _ = scene.show(.recording, hearing: true)
        #expect(hear([0, 0], 20_000) == nil)
        #expect(hear([900, -900], 21_000) == nil)
        #expect(hear([0, 0], 29_000) == nil)
    }
}
