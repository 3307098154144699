import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// Single keys of the configuration by commands.
@Suite(.runningLoop) struct ConfigValueTests {
    @EventLoopActor @Test func aValueIsReadAndChanged() async throws {
        let session = try UtterSession(configuration: "# mine\n[hotkey]\nenabled = false\n")
        #expect(try await session.output("config", "get", "hotkey.dictate") == "RightCtrl")
        try await session.run("config", "set", "hotkey.dictate", "F9")
        #expect(try await session.output("config", "get", "hotkey.dictate") == "F9")
        let file = session.directory.appending(path: "config/utter/config.toml")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text == "# mine\n[hotkey]\ndictate = \"F9\"\nenabled = false\n")
        try await session.run("config", "set", "overlay.margin", "5")
        #expect(try await session.output("config", "get", "overlay.margin") == "5")
        try await session.run("config", "reset", "hotkey.dictate")
        #expect(try await session.output("config", "get", "hotkey.dictate") == "RightCtrl")
        let unset = try await session.run("config", "get", "recognizer.language")
        #expect(unset.status == .exited(0) && unset.output == "")
    }

    /// As the settings window shows it, which writes the names of GDK.
    @EventLoopActor
    @Test(arguments: [
        ("Control_R", "RightCtrl"), ("KEY_RIGHTCTRL", "RightCtrl"), ("super+F9", "Super+F9"),
    ])
    func aHotkeyIsNamed(_ written: String, _ name: String) async throws {
        let session = try UtterSession(configuration: "[hotkey]\ndictate = \"\(written)\"\n")
        #expect(try await session.output("config", "get", "hotkey.dictate") == written)
        #expect(try await session.output("config", "get", "--named", "hotkey.dictate") == name)
    }

    /// A value that can't be is not written.
    @EventLoopActor @Test func aWrongValueIsRefused() async throws {
        let session = try UtterSession()
        let run = try await session.run("config", "set", "recognizer.engine", "nope")
        #expect(run.status == .exited(78) && run.errors.contains("there is no engine “nope”"))
        #expect(try await session.output("config", "get", "recognizer.engine") == "auto")
        let wide = try await session.run("config", "set", "overlay.margin", "wide")
        #expect(wide.status == .exited(78) && wide.errors.contains("a whole number"), "\(wide)")
        let key = try await session.run("config", "set", "overlay.margn", "5")
        #expect(key.status == .exited(64) && key.errors.contains("“overlay.margin”"), "\(key)")
    }

    /// A value that needs another key's is refused with the command that sets that.
    @EventLoopActor @Test func theKeyThatComesFirstIsNamed() async throws {
        let session = try UtterSession()
        let run = try await session.run("config", "set", "recognizer.engine", "command")
        #expect(run.status == .exited(78))
        #expect(
            run.errors.contains(
                "Before recognizer.engine: utter config set recognizer.command.command …"),
            "\(run.errors)")
        try await session.output("config", "set", "recognizer.command.command", "[\"true\"]")
        try await session.output("config", "set", "recognizer.engine", "command")
    }

    /// The marks are a word processor's.
    @EventLoopActor @Test(arguments: ["8", "“8s”", "8 sec"])
    func whatWasMeantIsAsked(_ value: String) async throws {
        let session = try UtterSession()
        let run = try await session.run("config", "set", "audio.silence_limit", value)
        #expect(run.errors.contains("(did you mean “8s”?)"), "\(run.errors)")
    }

    /// The language by its name, not its code.
    @EventLoopActor @Test func aLanguagesNameIsAnsweredWithItsCode() async throws {
        let session = try UtterSession()
        let run = try await session.run("config", "set", "recognizer.language", "german")
        #expect(run.errors.contains("Did you mean “de”?"), "\(run.errors)")
    }

    /// It may be plugged in later, or be misspelled.
    @EventLoopActor @Test(.needs("pulseaudio", package: "pulseaudio"))
    func aMicrophoneThatIsNotThereIsSetWithAWord() async throws {
        let sound = try await PulseServer.start()
        let session = try UtterSession(sound: sound)
        let run = try await session.run("config", "set", "audio.device", "nosuch")
        #expect(run.status == .exited(0))
        #expect(run.errors.contains("there is no microphone “nosuch” now"), "\(run)")
        #expect(try await session.output("config", "get", "audio.device") == "nosuch")
        let usual = try await session.run("config", "set", "audio.device", "pulse")
        #expect(usual.status == .exited(0) && usual.errors.isEmpty, "\(usual)")
        withExtendedLifetime(sound) {}
    }

    @EventLoopActor @Test func whatThereIsIsListed() async throws {
        let session = try UtterSession()
        let engines = try await session.output("config", "values", "recognizer.engine")
        #expect(engines.contains("\npocketsphinx\tPocketSphinx, for commands only\n"))
        let models = session.directory.appending(path: ".local/share/utter/models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        try Data().write(to: models.appending(path: "whisper-tiny.en.gguf"))
        let listed = try await session.output(
            "config", "values", "recognizer.transcribe-cpp.model")
        #expect(listed == "\(models.path)/whisper-tiny.en.gguf\tWhisper tiny.en")
        // The catalogue's files end in how exact their numbers are, which tells people nothing.
        try FileManager.default.removeItem(at: models.appending(path: "whisper-tiny.en.gguf"))
        try Data().write(to: models.appending(path: "moonshine-streaming-small-Q8_0.gguf"))
        let catalogued = try await session.output(
            "config", "values", "recognizer.transcribe-cpp.model")
        #expect(catalogued.hasSuffix("-Q8_0.gguf\tMoonshine streaming small"), "\(catalogued)")
        let announced = try await session.output("config", "values", "announce.say")
        #expect(announced == "states\nwords\noff")
        #expect(try await session.output("config", "values", "audio.sounds") == "true\nfalse")
    }

    /// `profile.NAME.KEY`: the first key makes the profile, if it says for which windows it is.
    @EventLoopActor @Test func aProfilesValueIsSetAndReset() async throws {
        let session = try UtterSession(configuration: "# mine\n")
        let early = try await session.run(
            "config", "set", "profile.chat.output.line_breaks", "keep")
        #expect(early.status == .exited(64), "\(early)")
        #expect(early.errors.contains("no profile “chat”; the configuration has none"), "\(early)")
        #expect(early.errors.contains("utter config set 'profile.chat.class' CLASS"), "\(early)")
        let new = try await session.run("config", "set", "profile.chat.class", "signal")
        #expect(new.status == .exited(0) && new.errors == "The profile “chat” is new.\n", "\(new)")
        try await session.run("config", "set", "profile.chat.output.line_breaks", "keep")
        let file = session.directory.appending(path: "config/utter/config.toml")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(
            text == "# mine\n\n[[profile]]\nname = \"chat\"\nclass = \"signal\"\n"
                + "output.line_breaks = \"keep\"\n")
        let key = "profile.chat.output.line_breaks"
        #expect(try await session.output("config", "get", key) == "keep")
        try await session.run("config", "reset", key)
        let unset = try await session.run("config", "get", key)
        #expect(unset.status == .exited(0) && unset.output == "")
        let engines = try await session.output("config", "values", "profile.chat.recognizer.engine")
        #expect(engines.contains("\npocketsphinx\tPocketSphinx, for commands only\n"))
        let keys = try await session.output(
            "---completion", "config", "set", "--", "positional@0", "2", "0")
        #expect(keys.split(separator: "\n").contains("profile.chat.output.tabs"), "\(keys)")
    }

    @EventLoopActor
    @Test(arguments: [
        (
            ["set", "profile.chatt.output.tabs", "keep"], 64,
            "no profile “chatt” (did you mean “chat”?)"
        ),
        (["get", "profile.mail.class"], 64, "there is chat, term"),
        (
            ["set", "profile.chat.outptu.tabs", "keep"], 64,
            "(did you mean “profile.chat.output.tabs”?)"
        ),
        (["set", "profile.chat.audio.device", "x"], 64, "a profile can’t have “audio.device”"),
        (["reset", "profile.chat"], 64, "such as profile.chat.output.line_breaks"),
        (
            ["set", "profile.chat.recognizer.engine", "nope"], 78,
            "[profile.chat.recognizer] engine: there"
        ),
        (["set", "profile.chat.output.tabs", "kep"], 78, "[profile.chat.output] tabs: "),
    ])
    func aProfilesWrongValueIsRefused(
        _ arguments: [String], _ status: Int32, _ message: String
    ) async throws {
        let text = "[[profile]]\nname = \"chat\"\n[[profile]]\nname = \"term\"\n"
        let session = try UtterSession(configuration: text)
        let run = try await ProgramRun(
            session.command + ["config"] + arguments, environment: session.environment)
        #expect(run.status == .exited(status) && run.errors.contains(message), "\(run)")
        let file = session.directory.appending(path: "config/utter/config.toml")
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
}
