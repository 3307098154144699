import Testing

@testable import Settings

/// The exact text of every problem. `FILE:` is left out of the expectations.
@Suite struct SettingsProblemTests {
    @Test(arguments: [
        // Names.
        ("[hotky]\n", "1:2: [hotky]: unknown section (did you mean “[hotkey]”?)"),
        ("[window]\n", "1:2: [window]: unknown section"),
        ("[[profil]]\n", "1:3: [profil]: unknown section (did you mean “[[profile]]”?)"),
        ("[HotKey]\n", "1:2: [HotKey]: unknown section (did you mean “[hotkey]”?)"),
        ("[\"a\\nb\"]\n", "1:2: [\"a\\nb\"]: unknown section"),
        (
            "[hotkey]\n  dicate = 'x'\n",
            "2:3: [hotkey] dicate: unknown key (did you mean “dictate”?)"
        ),
        (
            "[audio]\nsilence-limit = '8s'\n",
            "2:1: [audio] silence-limit: unknown key (did you mean “silence_limit”?)"
        ),
        ("[audio]\nzzz = 1\n", "2:1: [audio] zzz: unknown key"),
        (
            "[audio]\ndictate = 'x'\n",
            "2:1: [audio] dictate: unknown key (did you mean “[hotkey] dictate”?)"
        ),
        (
            "device = 'x'\n",
            "1:1: device: this key is in no section (did you mean “[audio] device”?)"
        ),
        ("zzz = 1\n", "1:1: zzz: this key is in no section"),
        ("hotkey = 3\n", "1:10: [hotkey]: expected a section, found the integer 3"),
        (
            "[[hotkey]]\n",
            "1:3: [hotkey]: expected one section, found an array (did you mean “[hotkey]”?)"
        ),

        // Types.
        (
            "[hotkey]\ndictate = 3\n",
            "2:11: [hotkey] dictate: expected a string such as \"KEY_F9\", found the integer 3"
        ),
        (
            "[hotkey.dictate]\nkey = 'x'\n",
            "1:1: [hotkey] dictate: expected a string such as \"KEY_F9\", found a table"
        ),
        (
            "[hotkey]\nmode = 'holding'\n",
            "2:8: [hotkey] mode: expected \"toggle\" or \"hold\" or \"auto\" or \"double\" "
                + "or \"continuous\" or \"switch\", found the string \"holding\""
        ),
        (
            "[hotkey]\nbinding = 'F9'\n",
            "2:11: [hotkey] binding: expected an array of tables such as "
                + "[{ keys = \"F9\", mode = \"hold\" }], found the string \"F9\""
        ),
        (
            "[[hotkey.binding]]\nmode = 'hold'\n",
            "1:1: [hotkey] binding: a binding needs keys, such as keys = \"F9\""
        ),
        (
            "[[hotkey.binding]]\nkeys = 'F9'\naction = 'language'\n",
            "1:1: [hotkey] binding: the action \"language\" needs languages, such as "
                + "languages = [\"en\", \"de\"]"
        ),
        (
            "[[hotkey.binding]]\nkeys = 'F9'\naction = 'redo'\n",
            "3:10: [hotkey] binding: expected \"dictate\" or \"submit\" or \"command\" or "
                + "\"instruct\" or \"retype\" or \"copy\" or \"undo\" or \"scratch\" or \"language\" or "
                + "\"cancel\", found the string \"redo\""
        ),
        (
            "[hotkey]\nbinding = [{ keys = 'F9', mod = 'hold' }]\n",
            "2:33: [hotkey.binding] mod: unknown key (did you mean “mode”?)"
        ),
        (
            "[hotkey]\nenabled = 'True'\n",
            "2:11: [hotkey] enabled: expected true or false, found the string \"True\""
                + " (did you mean “true”?)"
        ),
        (
            "[hotkey]\nenabled = 1\n",
            "2:11: [hotkey] enabled: expected true or false, found the integer 1"
        ),
        (
            "[history]\nkeep = '20'\n",
            "2:8: [history] keep: expected a whole number from 0 to 1000, found the string \"20\""
                + " (did you mean “20”?)"
        ),
        (
            "[history]\nkeep = 2.5\n",
            "2:8: [history] keep: expected a whole number from 0 to 1000, found the number 2.5"
        ),
        (
            "[history]\nkeep = 1979-05-27\n",
            "2:8: [history] keep: expected a whole number from 0 to 1000, found a date or time"
        ),
        (
            "[recognizer.pocketsphinx]\nmodel = true\n",
            "2:9: [recognizer.pocketsphinx] model: expected a path such as "
                + "\"/usr/share/pocketsphinx/model/en-us/en-us\", found the boolean true"
        ),
        (
            "[output]\nsinks = 'xtest'\n",
            "2:9: [output] sinks: expected an array of strings such as [\"xtest\"], "
                + "found the string \"xtest\" (did you mean “[\"xtest\"]”?)"
        ),
        (
            "[output]\nsinks = ['xtest', 2]\n",
            "2:19: [output] sinks: expected a string such as \"xtest\", found the integer 2"
        ),
        (
            "[output]\nsinks = [['xtest']]\n",
            "2:10: [output] sinks: expected a string such as \"xtest\", found an array"
        ),
        (
            "[recognizer.pocketsphinx]\noptions = 'x'\n",
            "2:11: [recognizer.pocketsphinx] options: expected a table such as "
                + "{ maxhmmpf = 3000 }, found the string \"x\""
        ),
        (
            "[recognizer.pocketsphinx.options]\na.b = 1\n",
            "2:1: [recognizer.pocketsphinx.options] a: expected a string, a number or a boolean, "
                + "found a table"
        ),
        (
            "[recognizer.pocketsphinx.options]\na = nan\n",
            "2:5: [recognizer.pocketsphinx.options] a: expected a string, a number or a boolean, "
                + "found the number nan"
        ),
        (
            "[vosk]\nmodel = 'x'\n",
            "1:2: [vosk]: unknown section (did you mean “[recognizer.vosk]”?)"
        ),

        // Values.
        ("[history]\nkeep = 1001\n", "2:8: [history] keep: 1001 is out of range: from 0 to 1000"),
        ("[history]\nkeep = -1\n", "2:8: [history] keep: -1 is out of range: from 0 to 1000"),
        (
            "[history]\nkeep = 9223372036854775807\n",
            "2:8: [history] keep: 9223372036854775807 is out of range: from 0 to 1000"
        ),
        (
            "[audio]\nmax_length = '0s'\n",
            "2:14: [audio] max_length: \"0s\" is out of range: from \"1s\" to \"1h\""
        ),
        // A number that doesn't exist, and no suggestion that is as wrong.
        (
            "[audio]\nsilence_limit = '99999999999999999999h'\n",
            "2:17: [audio] silence_limit: \"99999999999999999999h\" is out of range: "
                + "from \"0s\" to \"1h\""
        ),
        (
            "[audio]\nsilence_limit = '9999 hours'\n",
            "2:17: [audio] silence_limit: expected a time such as \"300ms\", \"8s\", \"5m\" or "
                + "\"1h\", found the string \"9999 hours\""
        ),
        (
            "[audio]\nsilence_limit = '9000000000000000h'\n",
            "2:17: [audio] silence_limit: \"9000000000000000h\" is out of range: "
                + "from \"0s\" to \"1h\""
        ),
        (
            "[output]\nkey_hold = '1s'\n",
            "2:12: [output] key_hold: \"1s\" is out of range: from \"0s\" to \"200ms\""
        ),
        (
            "[output]\nkey_hold = 8\n",
            "2:12: [output] key_hold: expected a time such as \"300ms\", \"8s\", \"5m\" or "
                + "\"1h\", found the integer 8 (did you mean \"8ms\"?)"
        ),
        (
            "[audio]\nsilence_limit = 8\n",
            "2:17: [audio] silence_limit: expected a time such as \"300ms\", \"8s\", \"5m\" or "
                + "\"1h\", found the integer 8 (did you mean \"8s\"?)"
        ),
        (
            "[audio]\nsilence_limit = '8 seconds'\n",
            "2:17: [audio] silence_limit: expected a time such as \"300ms\", \"8s\", \"5m\" or "
                + "\"1h\", found the string \"8 seconds\" (did you mean “8s”?)"
        ),
        (
            "[audio]\nsilence_limit = '-1s'\n",
            "2:17: [audio] silence_limit: expected a time such as \"300ms\", \"8s\", \"5m\" or "
                + "\"1h\", found the string \"-1s\""
        ),
        (
            "[output]\nline_breaks = 'kep'\n",
            "2:15: [output] line_breaks: expected \"auto\" or \"keep\" or "
                + "\"shift-enter\" or \"space\", found the string \"kep\" (did you mean “keep”?)"
        ),
        ("[output]\nsinks = ['a', 'a']\n", "2:15: [output] sinks: \"a\" is there twice"),
        ("[audio]\ndevice = ''\n", "2:10: [audio] device: must not be empty"),
        (
            "[audio]\ndevice = \"a\\u0000b\"\n",
            "2:10: [audio] device: control characters in the string \"a\\u0000b\""
        ),
        (
            "[recognizer.pocketsphinx.options]\na = ''\n",
            "2:5: [recognizer.pocketsphinx.options] a: must not be empty"
        ),
        (
            "[recognizer.pocketsphinx]\nmodel = '~bob/m'\n",
            "2:9: [recognizer.pocketsphinx] model: only ~ and ~/… are understood, not \"~bob/m\""
        ),
    ])
    func oneMistake(text: String, problem: String) {
        expect(text, [problem])
    }

    @Test func allMistakesInTheOrderOfTheFile() {
        expect(
            """
            [text]
            rwa = true
            [history]
            keep = 5000
            [audio]
            silence_limit = "8"
            device = 1
            [hotky]
            """,
            [
                "2:1: [text] rwa: unknown key (did you mean “raw”?)",
                "4:8: [history] keep: 5000 is out of range: from 0 to 1000",
                "6:17: [audio] silence_limit: expected a time such as \"300ms\", \"8s\", \"5m\" or "
                    + "\"1h\", found the string \"8\" (did you mean “8s”?)",
                "7:10: [audio] device: expected a string such as \"pulse\", found the integer 1",
                "8:2: [hotky]: unknown section (did you mean “[hotkey]”?)",
            ])
    }

    /// In every problem that quotes it, whichever part reports it.
    @Test func aLongValueIsShortened() throws {
        let long = String(repeating: "long", count: 4000)
        for text in [
            "[audio]\nsilence_limit = '\(long)'\n",
            "[recognizer.pocketsphinx]\nmodel = '~\(long)/m'\n",
            "[output]\nsinks = ['\(long)', '\(long)']\n", "[audio]\n\(long) = 1\n",
            "[[profile]]\nname = '\(long)'\n[[profile]]\nname = '\(long)'\n",
            "[audio]\nsilence_limit = '\(String(repeating: "9", count: 15000))h'\n",
        ] {
            let error = try #require(throws: SettingsError.self) { try read(text) }
            #expect(error.description.count < 300, "\(error)")
        }
        let problem = SettingsProblem(file: "f", reason: "there is no engine “\(long)”; choose")
        #expect(problem.description.count < 600)
        #expect(problem.description.hasSuffix("”; choose"))
    }

    @Test func manyMistakesAreCounted() throws {
        let text = (1...250).map { "key\($0) = 1\n" }.joined()
        let error = try #require(throws: SettingsError.self) { try read(text) }
        #expect(error.problems.count == 100)
        #expect(error.problems.last?.line == 100)
        #expect(error.description.hasSuffix("\n/c/config.toml: 150 more problems"))
    }

    @Test func theHomeIsUnknown() throws {
        let error = try #require(throws: SettingsError.self) {
            try Settings.parse(
                Array("[text.cleanup]\nserver_key = '~/m'".utf8), file: "f"
            ) { _ in nil }
        }
        #expect(
            error.description
                == "f:2:14: [text.cleanup] server_key: ~ is unknown, because HOME is not set")
    }
}

/// Expects exactly these problems of a configuration.
func expect(
    _ text: String, _ problems: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(sourceLocation: sourceLocation) {
        try read(text)
    } throws: { error in
        let found = (error as? SettingsError)?.description ?? "\(error)"
        let expected = problems.map { "/c/config.toml:\($0)" }.joined(separator: "\n")
        if found != expected { Issue.record("\(found)", sourceLocation: sourceLocation) }
        return found == expected
    }
}
