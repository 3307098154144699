import Dictation
import EngineRegistry
import RecognizerPocketSphinx
import Testing

@testable import Settings

/// Reads a configuration as if it were in `/c/config.toml` of a user with the home `/home/ada`.
func read(_ text: String) throws(SettingsError) -> Settings {
    try Settings.parse(Array(text.utf8), file: "/c/config.toml", schema: Engines.schema) {
        ["HOME": "/home/ada"][$0]
    }
}

@Suite struct SettingsValueTests {
    @Test(arguments: [
        "", "\n", "# nothing\n", "[hotkey]\n[audio]\n", "\u{FEFF}",
        "[recognizer.pocketsphinx.options]",
    ])
    func anEmptyFileGivesTheDefaults(text: String) throws {
        let settings = try read(text)
        #expect(settings.hotkey.enabled)
        #expect(settings.hotkey.dictate == "RightCtrl")
        #expect(settings.audio.device == "default")
        #expect(settings.audio.silenceLimit == .seconds(8))
        #expect(settings.audio.maxLength == .seconds(300))
        #expect(settings.recognizer == SettingsValues())
        #expect(settings.recognizer.engine == "auto")
        #expect(settings[PocketSphinxSettings.self].model == nil)
        #expect(settings[PocketSphinxSettings.self].options.isEmpty)
        #expect(!settings.text.raw)
        #expect(settings.output.sinks.isEmpty)
        #expect(settings.output.lineBreaks == .auto)
        #expect(settings.history.keep == 20)
        #expect(settings.file == "/c/config.toml")
    }

    @Test func everyKeyIsRead() throws {
        let settings = try read(
            """
            [hotkey]
            enabled = false
            dictate = "KEY_F9"
            [audio]
            device = 'hw:1,0'
            silence_limit = "300ms"
            max_length = "1h"
            [recognizer]
            engine = "vosk"
            [recognizer.pocketsphinx]
            model = "/m"
            dictionary = "~/d"
            language_model = "models/lm.bin"
            [recognizer.pocketsphinx.options]
            maxhmmpf = 3000
            beam = 1e-20
            fwdflat = false
            hyp = "no"
            [text]
            raw = true
            [output]
            sinks = ["xtest", "clipboard"]
            layout = "de"
            key_hold = "12ms"
            line_breaks = "keep"
            [history]
            keep = 0
            """)
        #expect(!settings.hotkey.enabled)
        #expect(settings.hotkey.dictate == "KEY_F9")
        #expect(settings.audio.device == "hw:1,0")
        #expect(settings.audio.silenceLimit == .milliseconds(300))
        #expect(settings.audio.maxLength == .seconds(3600))
        #expect(settings.recognizer.engine == "vosk")
        #expect(settings[PocketSphinxSettings.self].model == "/m")
        #expect(settings[PocketSphinxSettings.self].dictionary == "/home/ada/d")
        #expect(settings[PocketSphinxSettings.self].languageModel == "/c/models/lm.bin")
        #expect(
            settings[PocketSphinxSettings.self].options
                == ["maxhmmpf": "3000", "beam": "1e-20", "fwdflat": "false", "hyp": "no"])
        #expect(settings.text.raw)
        #expect(settings.output.sinks == ["xtest", "clipboard"])
        #expect(settings.output.layout == "de")
        #expect(settings.output.keyHold == .milliseconds(12))
        #expect(settings.output.lineBreaks == .keep)
        #expect(settings.history.keep == 0)
    }

    @Test(arguments: [
        ("0s", Duration.zero), ("0ms", .zero), ("1ms", .milliseconds(1)), ("8s", .seconds(8)),
        ("5m", .seconds(300)), ("1h", .seconds(3600)), ("3600000ms", .seconds(3600)),
    ])
    func times(text: String, duration: Duration) throws {
        #expect(try read("[audio]\nsilence_limit = \"\(text)\"").audio.silenceLimit == duration)
    }

    @Test(arguments: [
        ("~", "/home/ada"), ("~/", "/home/ada/"), ("~//m", "/home/ada/m"), ("/m", "/m"),
        ("m", "/c/m"), ("../m", "/c/../m"),
    ])
    func paths(text: String, path: String) throws {
        let settings = try read("[recognizer.pocketsphinx]\nmodel = \"\(text)\"")
        #expect(settings[PocketSphinxSettings.self].model == path)
    }

    @Test func placesOfValues() throws {
        let settings = try read(
            """
            audio = { device = "x" }
            [hotkey]
              dictate = "KEY_F9"
            [output]
            sinks = [
              "xtest",
                "clipboard",
            ]
            [recognizer.pocketsphinx.options]
            maxhmmpf = 3000
            """)
        #expect(settings.place(of: "audio.device")?.description == "/c/config.toml:1:20")
        #expect(settings.place(of: "hotkey.dictate")?.description == "/c/config.toml:3:13")
        #expect(settings.place(of: "output.sinks")?.description == "/c/config.toml:5:9")
        #expect(settings.place(of: "output.sinks[1]")?.description == "/c/config.toml:7:5")
        let option = settings.place(of: "recognizer.pocketsphinx.options.maxhmmpf")
        #expect(option?.description == "/c/config.toml:10:12")
        #expect(settings.place(of: "hotkey.enabled") == nil)
        #expect(settings.place(of: "nonsense") == nil)
    }

    @Test func problemsThatOnlyThePartsSee() throws {
        let settings = try read(
            "[hotkey]\ndictate = \"KEY_RIGTCTRL\"\n[recognizer.pocketsphinx.options]\na = 1")
        #expect(
            settings.problem(
                with: "hotkey.dictate", reason: "no keyboard has “KEY_RIGTCTRL”",
                value: "KEY_RIGTCTRL", names: ["KEY_LEFTCTRL", "KEY_RIGHTCTRL"]
            ).description
                == "/c/config.toml:2:11: [hotkey] dictate: no keyboard has “KEY_RIGTCTRL” "
                + "(did you mean “KEY_RIGHTCTRL”?)")
        #expect(
            settings.problem(
                with: "recognizer.pocketsphinx.options.a", reason: "unknown option"
            ).description
                == "/c/config.toml:4:5: [recognizer.pocketsphinx.options] a: unknown option")
        #expect(
            settings.problem(with: "audio.device", reason: "is busy").description
                == "/c/config.toml: [audio] device: is busy")
        #expect(
            Settings().problem(with: "audio.device", reason: "is busy").description
                == "default settings: [audio] device: is busy")
    }
}
