import EngineRegistry
import Settings
import Testing

/// Changing one value in a user's file.
@Suite struct SettingsEditTests {
    private func edited(_ text: String, _ value: String = "F9") -> String? {
        SettingsEdit.hotkey
            .applied(to: Array(text.utf8), file: "/f.toml", schema: Engines.schema, value)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        // An existing value, however it is quoted; the text around it stays.
        ("[hotkey] # a\n  dictate = \"F8\" # b\n", "[hotkey] # a\n  dictate = \"F9\" # b\n"),
        ("[hotkey]\ndictate = 'F8'", "[hotkey]\ndictate = \"F9\""),
        ("[hotkey]\r\ndictate='F8'\r\n# c\r\n", "[hotkey]\r\ndictate=\"F9\"\r\n# c\r\n"),
        ("hotkey = { dictate = \"F8\" }\n", "hotkey = { dictate = \"F9\" }\n"),
        ("hotkey.dictate = \"F8\"\n", "hotkey.dictate = \"F9\"\n"),
        // Where the template shows it, or below the section's name.
        (
            "[hotkey]\n# Key.\n#dictate = \"X\"\n[audio]\n#dictate = 1\n",
            "[hotkey]\n# Key.\ndictate = \"F9\"\n[audio]\n#dictate = 1\n"
        ),
        ("# a\n[hotkey]\ntap = \"1s\"\n", "# a\n[hotkey]\ndictate = \"F9\"\ntap = \"1s\"\n"),
        // At the end.
        ("", "\n[hotkey]\ndictate = \"F9\"\n"),
        ("[audio]\nsounds = true\n", "[audio]\nsounds = true\n\n[hotkey]\ndictate = \"F9\"\n"),
        ("[audio]\nsounds = true", "[audio]\nsounds = true\n\n[hotkey]\ndictate = \"F9\"\n"),
    ])
    func leavesTheRestAsItIs(_ before: String, _ after: String) {
        #expect(edited(before) == after)
    }

    @Test func theTemplateTakesIt() throws {
        let text = try #require(edited(Engines.schema.template, "Super+F9"))
        let old = Engines.schema.template.split(separator: "\n")
        let new = text.split(separator: "\n")
        let changed = zip(old, new).filter { $0 != $1 }
        #expect(changed.map(\.1) == ["dictate = \"Super+F9\""] && old.count == new.count)
        let settings = try Settings.parse(
            Array(text.utf8), file: "/f", schema: Engines.schema)
        #expect(settings.hotkey.dictate == "Super+F9")
    }

    /// A key without a default, which the template shows by an example.
    @Test func theTemplateTakesLanguages() throws {
        var text = Array(Engines.schema.template.utf8)
        for edit in [SettingsEdit.spokenLanguage, .textLanguage] {
            text = try #require(
                edit.applied(to: text, file: "/f", schema: Engines.schema, "de"))
        }
        let settings = try Settings.parse(text, file: "/f", schema: Engines.schema)
        #expect(settings.recognizer.language == "de" && settings.text.language == "de")
        let lines = Engines.schema.template.split(separator: "\n").count
        #expect(String(decoding: text, as: UTF8.self).split(separator: "\n").count == lines)
    }

    /// A key with any type of value.
    private func edit(_ key: String) throws -> SettingsEdit {
        try #require(SettingsEdit.all(in: Engines.schema).first { $0.key == key })
    }

    @Test(arguments: [
        ("overlay.margin", "5", "[overlay]\nmargin = 40 # px\n", "[overlay]\nmargin = 5 # px\n"),
        ("output.passwords", "allow", "[output]\n", "[output]\npasswords = \"allow\"\n"),
        (
            "output.sinks", "[\"xtest\"]", "[output]\nsinks = [ 'uinput', \"xtest\" ]\t# a\n",
            "[output]\nsinks = [\"xtest\"]\t# a\n"
        ),
        (
            "audio.sounds", "true", "audio = { sounds = false, device = \"a\" }",
            "audio = { sounds = true, device = \"a\" }"
        ),
        // A string that would be another value in TOML.
        ("audio.device", "5", "[audio]\ndevice = \"#,}\"\n", "[audio]\ndevice = \"5\"\n"),
        ("audio.device", "a\" # b", "[audio]\n", "[audio]\ndevice = \"a\\\" # b\"\n"),
    ])
    func takesAnyValue(_ key: String, _ value: String, _ before: String, _ after: String) throws {
        let bytes = try edit(key).applied(
            to: Array(before.utf8), file: "/f.toml", schema: Engines.schema, value)
        #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == after)
        let settings = try Settings.parse(
            try #require(bytes), file: "/f.toml", schema: Engines.schema)
        #expect(try edit(key).value(in: settings) == value)
    }

    @Test(arguments: [
        ("overlay.margin", "wide", "expected a whole number"),
        (
            "output.passwords", "alow",
            "expected refuse or allow, found “alow” (did you mean “allow”?)"
        ),
        ("output.passwords", "\"no\"", "expected refuse or allow, found “no”"),
        ("hotkey.mode", "togle", "found “togle” (did you mean “toggle”?)"),
        ("hotkey.tap", "soon", "expected a time such as 300ms, 8s, 5m or 1h, found “soon”"),
        ("audio.silence_limit", "8", "found “8” (did you mean “8s”?)"),
        ("hotkey.tap", "9h", "“9h” is out of range: from 50ms to 2s"),
        ("overlay.margin", "wide", "found “wide”"),
        ("output.sinks", "xtest\n[audio]", "expected an array"),
    ])
    func saysWhatIsWrong(_ key: String, _ value: String, _ reason: String) throws {
        let error = try #require(throws: SettingsError.self) {
            try edit(key).applied(to: Settings(Engines.schema), value)
        }
        #expect(error.description.contains(reason), "\(error)")
    }

    @Test(arguments: [
        ("[hotkey]\n dictate = \"F8\" # a\n", "[hotkey]\n# dictate = \"F8\" # a\n"),
        ("[hotkey]\ntap = \"1s\"\n", "[hotkey]\ntap = \"1s\"\n"),
        ("hotkey = { dictate = \"F8\", tap = \"1s\" }\n", nil),
    ])
    func makesAValueAComment(_ before: String, _ after: String?) {
        let bytes = SettingsEdit.hotkey.removed(
            from: Array(before.utf8), file: "/f.toml", schema: Engines.schema)
        #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == after)
    }

    /// If in doubt, nothing is changed.
    @Test(arguments: [
        "[hotkey]\ndictate = \"\"\"\nF8\"\"\"\n",
        "[hotkey]\ndictate = \"F\\u0038\"\n",
        // Looks like the section, but is part of a string.
        "[text.snippets]\na = '''\n[hotkey]\n'''\n",
        "[hotkey\n",
        "hotkey = { tap = \"1s\" }\n",
    ])
    func refusesWhatItCannotChangeSafely(_ text: String) {
        #expect(edited(text) == nil)
    }

    @Test func quotesTheValue() {
        let after = "[hotkey]\ndictate = \"a\\\"b\\\\\""
        #expect(edited("[hotkey]\ndictate = 'F8'", "a\"b\\") == after)
    }

    private func profileEdit(_ key: String, _ profile: String = "chat") throws -> SettingsEdit {
        try #require(
            SettingsEdit.all(in: Engines.schema, profile: profile).first { $0.setting == key })
    }

    private func edited(
        _ text: String, _ key: String, _ value: String?, of profile: String = "chat"
    ) throws -> String? {
        let (edit, bytes) = (try profileEdit(key, profile), Array(text.utf8))
        let new =
            value.map {
                edit.applied(to: bytes, file: "/f.toml", schema: Engines.schema, $0)
            } ?? edit.removed(from: bytes, file: "/f.toml", schema: Engines.schema)
        return new.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        arguments: [
            // An existing value, however it is written; other profiles' and general ones stay.
            (
                "[output]\nline_breaks = \"auto\"\n[[profile]]\nname = \"a\"\n"
                    + "output.line_breaks = \"auto\"\n[[profile]]\n"
                    + "output.line_breaks = 'space' # no\nname = \"chat\"\n",
                "[output]\nline_breaks = \"auto\"\n[[profile]]\nname = \"a\"\n"
                    + "output.line_breaks = \"auto\"\n[[profile]]\n"
                    + "output.line_breaks = \"keep\" # no\nname = \"chat\"\n"
            ),
            (
                "profile = [{ name = \"chat\", output = { line_breaks = \"space\" } }]\n",
                "profile = [{ name = \"chat\", output = { line_breaks = \"keep\" } }]\n"
            ),
            // Below its other keys, before the comment of what follows.
            (
                "[[profile]]\nname = \"chat\"\n# Which.\nclass = [\"a\", \"b\"]\n"
                    + "\n# Next\n[[profile]]\nname = \"b\"\n",
                "[[profile]]\nname = \"chat\"\n# Which.\nclass = [\"a\", \"b\"]\n"
                    + "output.line_breaks = \"keep\"\n\n# Next\n[[profile]]\nname = \"b\"\n"
            ),
            // In the table of the section, if the profile has one.
            (
                "[[profile]]\nname = \"chat\"\n[profile.text]\ncapitals = false\n[profile.output]\n"
                    + "tabs = \"keep\"\n",
                "[[profile]]\nname = \"chat\"\n[profile.text]\ncapitals = false\n[profile.output]\n"
                    + "line_breaks = \"keep\"\ntabs = \"keep\"\n"
            ),
            (
                "[[profile]]\n  name = \"chat\"\n  class = [\n  \"a\",\n  ]\n"
                    + "[profile.text.snippets]\na = \"b\"\n",
                "[[profile]]\n  name = \"chat\"\n  class = [\n  \"a\",\n  ]\n"
                    + "  output.line_breaks = \"keep\"\n[profile.text.snippets]\na = \"b\"\n"
            ),
            (
                "[[profile]]\r\nname = \"chat\"\r\n",
                "[[profile]]\r\nname = \"chat\"\r\n"
                    + "output.line_breaks = \"keep\"\r\n"
            ),
            // There is none of that name, or no line for it.
            ("[[profile]]\nname = \"a\"\n", nil),
            ("profile = [{ name = \"chat\" }]\n", nil),
        ] as [(String, String?)])
    func aProfilesValueIsSet(_ before: String, _ after: String?) throws {
        #expect(try edited(before, "output.line_breaks", "keep") == after)
    }

    @Test func aSectionWithinASectionOfAProfile() throws {
        let before = "[[profile]]\nname = \"chat\"\n[profile.text]\nnumbers = \"words\"\n"
        let after = try edited(before, "text.cleanup.engine", "none")
        let table = "[profile.text]\n"
        #expect(
            after == before.replacing(table, with: table + "cleanup.engine = \"none\"\n"))
    }

    /// The default as a profile's own value is not the same as none.
    @Test func aProfileMayHaveTheDefault() throws {
        let before = "[output]\nline_breaks = \"space\"\n[[profile]]\nname = \"chat\"\n"
        let set = try edited(before, "output.line_breaks", "auto")
        let text = try #require(set)
        let settings = try Settings.parse(
            Array(text.utf8), file: "/f", schema: Engines.schema)
        let edit = try profileEdit("output.line_breaks")
        #expect(edit.value(in: settings) == "auto")
        #expect(
            try edited(text, "output.line_breaks", nil)
                == before + "#output.line_breaks = \"auto\"\n")
        let general = try Settings.parse(
            Array(before.utf8), file: "/f", schema: Engines.schema)
        #expect(edit.value(in: general) == nil)
    }

    /// A profile is made by the windows that it is for.
    @Test func aNewProfileIsAtTheEnd() throws {
        let before = "[audio]\nsounds = true\n"
        let after = try edited(before, "class", "x\"y", of: "my \"own\"")
        #expect(
            after == before + "\n[[profile]]\nname = \"my \\\"own\\\"\"\n"
                + "class = \"x\\\"y\"\n")
        let titled = try edited(after ?? "", "title", "[\"a*\", \"b\"]", of: "my \"own\"")
        let text = try #require(titled)
        let settings = try Settings.parse(
            Array(text.utf8), file: "/f", schema: Engines.schema)
        #expect(try profileEdit("class", "my \"own\"").value(in: settings) == "x\"y")
        #expect(try profileEdit("title", "my \"own\"").value(in: settings) == "[\"a*\", \"b\"]")
        #expect(try edited(text, "class", nil, of: "my \"own\"")?.contains("\n#class = ") == true)
    }

    @Test func anErrorNamesTheProfile() throws {
        let edit = try profileEdit("output.line_breaks")
        var settings = try Settings.parse(
            Array("[[profile]]\nname = \"chat\"\n".utf8), file: "/f", schema: Engines.schema)
        let error = try #require(throws: SettingsError.self) {
            settings = try edit.applied(to: settings, "kep")
        }
        #expect(
            error.description.hasPrefix("the new value: [profile.chat.output] line_breaks: "),
            "\(error)")
        let line = "output.line_breaks = \"keep\", in the [[profile]] named \"chat\""
        #expect(edit.line("keep") == line)
    }
}
