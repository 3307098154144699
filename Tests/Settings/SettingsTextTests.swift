import EngineRegistry
import Glibc
import RecognizerPocketSphinx
import Testing

@testable import Settings

/// The texts that are generated from the schema.
@Suite struct SettingsTextTests {
    /// `UTTER_WRITE_TEMPLATE=1 swift test --filter templateIsPackaged` rewrites the file.
    @Test func templateIsPackaged() throws {
        let path =
            #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
            + "/packaging/config.toml"
        if Settings.environment("UTTER_WRITE_TEMPLATE") != nil {
            let file = try #require(fopen(path, "w"))
            #expect(fputs(Engines.schema.template, file) >= 0)
            #expect(fclose(file) == 0)
        }
        let packaged = String(decoding: try SettingsFile.read(path), as: UTF8.self)
        #expect(packaged == Engines.schema.template)
    }

    @Test func theSchemaIsPackaged() throws {
        let path =
            #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
            + "/packaging/config.schema.json"
        if Settings.environment("UTTER_WRITE_TEMPLATE") != nil {
            let file = try #require(fopen(path, "w"))
            #expect(fputs(Engines.schema.json, file) >= 0)
            #expect(fclose(file) == 0)
        }
        let packaged = String(decoding: try SettingsFile.read(path), as: UTF8.self)
        #expect(packaged == Engines.schema.json)
    }

    @Test func theTemplateChangesNothing() throws {
        let settings = try read(Engines.schema.template)
        let tables = [
            "recognizer.pocketsphinx.options", "text.words", "text.snippets",
            "text.cleanup.rewrites",
        ]
        #expect(settings.places.keys.filter { !tables.contains($0) } == [])
    }

    /// The defaults in the template are the real ones.
    @Test func theTemplateWithoutItsHashes() throws {
        let lines = Engines.schema.template.split(separator: "\n", omittingEmptySubsequences: false)
        let keys = lines.filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") && $0 != "#" }
        let names = Engines.schema.sections.flatMap(\.keys)
        #expect(keys.count == names.count)
        let text = lines.map { keys.contains($0) ? $0.dropFirst() : $0 }.joined(separator: "\n")
        var settings = try read(text)
        let model = "/usr/share/pocketsphinx/model/en-us/"
        #expect(settings[PocketSphinxSettings.self].model == model + "en-us")
        #expect(settings[PocketSphinxSettings.self].dictionary == model + "cmudict-en-us.dict")
        #expect(settings[PocketSphinxSettings.self].languageModel == model + "en-us.lm.bin")
        #expect(settings[PocketSphinxSettings.self].options == ["maxhmmpf": "3000"])
        #expect(settings.output.layout == "us(intl)")
        #expect(settings.output.keyHold == .milliseconds(8))
        #expect(settings.recognizer.fallback == "NAME")
        settings.recognizer = .init()
        for engine in Engines.schema.sections where engine.family == "recognizer" {
            settings.sections[engine.name] = nil
        }
        #expect(settings.text.words == ["Siobhan": "SH IH V AO N"])
        #expect(settings.text.snippets == ["my address": "1 Main Street, Springfield"])
        settings.text.words = [:]
        settings.text.snippets = [:]
        #expect(settings.cleanup.instructions == "Write British English.")
        #expect(settings.cleanup.rewrites == ["make that a haiku": "Write it as a haiku."])
        settings.cleanup = .init()
        #expect(settings.models.mirror == "https://models.example")
        settings.models = .init()
        (settings.output.layout, settings.output.keyHold) = (nil, nil)
        settings.text.commandPrefix = nil
        #expect(settings.wake.phrase == "hey computer")
        settings.wake.phrase = nil
        let defaults = Settings(Engines.schema)
        for key in names { #expect(key.write(settings) == key.write(defaults)) }
    }

    @Test func linesOfTheTemplateFit() {
        let long = Engines.schema.template.split(separator: "\n").filter { $0.count > 90 }
        #expect(long == [])
    }

    @Test func showWhatTheFileGives() throws {
        let settings = try read(
            """
            [history]
            keep = 3
            [recognizer.pocketsphinx]
            model = "m"
            [recognizer.pocketsphinx.options]
            "a b" = "x\\ty"
            """.replacing("\\ty", with: "y"))
        #expect(
            settings.show(all: false) == """
                [recognizer.pocketsphinx]
                model = "/c/m"  # /c/config.toml:4

                [recognizer.pocketsphinx.options]
                "a b" = "xy"  # /c/config.toml:6

                [history]
                keep = 3  # /c/config.toml:2

                """)
        #expect(Settings().show(all: false) == "")
    }

    @Test func showEverything() throws {
        let settings = try read(
            "hotkey.dictate = 'KEY_F9'\nrecognizer.pocketsphinx.options.maxhmmpf = 3000")
        #expect(
            settings.show(all: true) == """
                [hotkey]
                enabled = true        # default
                source = "auto"       # default
                dictate = "KEY_F9"    # /c/config.toml:1
                mode = "toggle"       # default
                cancel = "Escape"     # default
                tap = "300ms"         # default
                double_tap = "350ms"  # default
                binding = []          # default

                [audio]
                device = "default"               # default
                silence_limit = "8s"             # default
                continuous_silence_limit = "1m"  # default
                max_length = "5m"                # default
                sounds = false                   # default
                tone = "notes"                   # default
                volume = "medium"                # default
                normalize = false                # default
                keep_open = false                # default
                preroll = "0s"                   # default
                music = "leave"                  # default

                [recognizer]
                engine = "auto"             # default
                # fallback is none          # default
                # language is the locale's  # default
                context = "auto"            # default
                translate = false           # default
                time_limit = "20s"          # default
                unload_after = "10m"        # default

                [recognizer.transcribe-cpp]
                # model is the language's     # default
                device = "cpu"                # default
                speech_detection = "network"  # default
                # threads is as many as fit   # default

                [recognizer.vosk]
                # model is the language's               # default
                # library is your own, or the system's  # default

                [recognizer.pocketsphinx]
                # model is the engine's own           # default
                # dictionary is the engine's own      # default
                # language_model is the engine's own  # default

                [recognizer.pocketsphinx.options]
                maxhmmpf = 3000  # /c/config.toml:2

                [recognizer.command]
                command = []  # default

                [recognizer.server]
                url = "http://127.0.0.1:8080"       # default
                model = "whisper-1"                 # default
                # key is UTTER_SERVER_KEY, or none  # default
                # ca is the system's                # default
                live = "auto"                       # default
                realtime = false                    # default
                # prompt is none                    # default

                [text]
                raw = false                            # default
                language = "en"                        # default
                numbers = "smart"                      # default
                punctuation = "auto"                   # default
                spoken_marks = true                    # default
                code_names = "auto"                    # default
                # command_prefix is a pause around it  # default
                corrections = true                     # default
                remove_fillers = true                  # default
                remove_repetitions = true              # default
                capitals = true                        # default
                typographic = true                     # default
                plain_in = ["terminals"]               # default
                spacing = "auto"                       # default
                replace = []                           # default

                [text.cleanup]
                engine = "none"                             # default
                automatic = true                            # default
                time_limit = "2s"                           # default
                rewrite_time_limit = "30s"                  # default
                # instructions is the program's own         # default
                server = "http://127.0.0.1:8080"            # default
                server_model = "default"                    # default
                # server_key is UTTER_CLEANUP_KEY, or none  # default
                # server_ca is the system's                 # default
                command = []                                # default

                [output]
                sinks = []                       # default
                paste_chord = "shift+insert"     # default
                # layout is the desktop's own    # default
                # key_hold is the desktop's own  # default
                interrupt_input_method = false   # default
                commit = "auto"                  # default
                line_breaks = "auto"             # default
                formatting = "auto"              # default
                focus = "hold"                   # default
                passwords = "refuse"             # default
                tabs = "space"                   # default
                keys = []                        # default
                hook = []                        # default
                hook_answers = true              # default
                hook_time_limit = "2s"           # default

                [overlay]
                enabled = true             # default
                position = "bottom"        # default
                margin = 48                # default
                size = 100                 # default
                words = true               # default
                button = false             # default
                button_position = "right"  # default
                theme = "auto"             # default
                font = "auto"              # default
                motion = "auto"            # default
                notifications = true       # default

                [announce]
                say = "off"  # default

                [wake]
                # phrase is none  # default

                [history]
                keep = 20        # default
                disk = false     # default
                days = 30        # default
                size = 1         # default
                recovery = true  # default
                recordings = 5   # default

                [models]
                # mirror is https://huggingface.co  # default

                """)
    }

    /// The output of `show` is a configuration file with the same meaning.
    @Test func showReadsBack() throws {
        let settings = try read(
            """
            [hotkey]
            enabled = false
            dictate = 'a "quoted" \\ name 😀 \u{202E}'
            [[hotkey.binding]]
            keys = 'a "quoted" key'
            mode = "hold"
            [[hotkey.binding]]
            keys = "F9"
            [audio]
            silence_limit = "1500ms"
            [recognizer.pocketsphinx.options]
            "" = "01"
            "a.b" = 1
            t = true
            f = 2.50
            s = "true"
            [output]
            sinks = ["x", "y"]
            layout = "us(intl)+ru"
            key_hold = "0s"
            line_breaks = "keep"
            [overlay]
            position = "top-left"
            margin = 0
            font = "A “B”"
            [text.words]
            "Éloïse B." = ""
            [text.snippets]
            sig = "a\\nb"
            [[text.replace]]
            say = 'a "b"'
            write = ''
            [[text.replace]]
            pattern = '(\\d+) %'
            write = '$1%'
            exact = true
            """)
        for all in [true, false] {
            let again = try read(settings.show(all: all))
            #expect(again.hotkey == settings.hotkey)
            #expect(again.audio == settings.audio)
            #expect(again.recognizer == settings.recognizer)
            #expect(again.output == settings.output)
            #expect(again.text == settings.text)
            #expect(again.overlay == settings.overlay)
            #expect(again.history == settings.history)
        }
    }
}
