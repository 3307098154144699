import Dictation
import EngineRegistry
import RecognizerPocketSphinx
import Testing

@testable import Settings

@Suite struct ProfileTests {
    private func read(_ text: String) throws -> Settings {
        try Settings.parse(Array(text.utf8), file: "/c/config.toml", schema: Engines.schema) { _ in
            "/home/ada"
        }
    }

    @Test(arguments: [
        ("xterm", "xterm", true), ("xterm", "XTerm", true), ("xterm", "xterm2", false),
        ("*term*", "org.gnome.Terminal", true), ("*", "", true), ("?", "", false),
        ("?oo*", "foot", true), ("a*b*c", "a-b-b-c", true), ("a*b*c", "a-c-b", false),
        ("**", "anything", true), ("", "", true), ("", "x", false),
        ("* — Mozilla Firefox", "Ä — Mozilla Firefox", true), ("ÄRGER*", "ärgerlich", true),
        ("*a*a*a*a*a*a*a*a*b", String(repeating: "a", count: 2_000), false),
    ])
    func patterns(_ pattern: String, _ name: String, _ matches: Bool) {
        #expect(WindowPattern(pattern).matches(name) == matches)
    }

    private static let profiles = """
        [[profile]]
        name = "vim"
        class = ["xterm", "foot"]
        title = "*vim*"
        [[profile]]
        name = "terminal"
        class = ["xterm", "foot"]
        [[profile]]
        name = "editor"
        program = ["code", "/opt/*/idea"]
        [[profile]]
        name = "by hand"
        text.raw = true
        """

    @Test(
        arguments: [
            (["XTerm", "xterm"], "notes - vim", "/usr/bin/xterm", "vim"),
            (["XTerm", "xterm"], "~", "/usr/bin/xterm", "terminal"),
            (["Other", "xterm"], "~", nil, "terminal"),
            (["Gvim"], "vim", nil, nil),
            (["Code"], "", "/usr/share/code/code", "editor"),
            (["jetbrains"], "", "/opt/jet/idea", "editor"),
            (["jetbrains"], "", "/home/ada/idea", nil),
            ([], "", nil, nil),
        ] as [([String], String, String?, String?)])
    func theFirstThatMatchesCounts(
        _ classes: [String], _ title: String, _ program: String?, _ name: String?
    ) throws {
        let window = DesktopWindow(
            identifier: "1", classes: classes, title: title, program: program)
        let settings = try read(Self.profiles)
        #expect(settings.profile(for: window)?.name == name)
        #expect(settings.resolved(for: window).profile == name)
        #expect(settings.resolved(for: window, profile: "by hand").profile == "by hand")
    }

    @Test func aProfileChangesWhatItSays() throws {
        let settings = try read(
            """
            [text]
            numbers = "words"
            capitals = true
            [text.snippets]
            a = "general a"
            b = "general b"
            [[text.replace]]
            say = "general"
            write = "G"
            [output]
            sinks = ["virtual-keyboard"]
            line_breaks = "keep"
            [recognizer.pocketsphinx.options]
            maxhmmpf = 1
            [[profile]]
            name = "code"
            class = "code"
            recognizer = { engine = "server", language = "de", pocketsphinx.options.lw = 8 }
            text.capitals = false
            output.paste_chord = "ctrl+v"
            [profile.text.snippets]
            b = "profile b"
            c = "profile c"
            [[profile.text.replace]]
            say = "special"
            write = "S"
            """)
        let code = settings.with(try #require(settings.profile(named: "code")))
        #expect(code.recognizer.engine == "server" && code.recognizer.language == "de")
        #expect(code[PocketSphinxSettings.self].options == ["maxhmmpf": "1", "lw": "8"])
        #expect(!code.text.capitals && code.text.numbers == .words)
        #expect(code.text.snippets == ["a": "general a", "b": "profile b", "c": "profile c"])
        #expect(code.text.replace.map(\.write) == ["G", "S"])
        #expect(code.output.sinks == ["virtual-keyboard"] && code.output.pasteChord == .controlV)
        #expect(code.output.lineBreaks == .keep)
        #expect(settings.text.capitals && settings.text.replace.count == 1)
        // Each value's place is where it is set.
        func line(_ key: String) -> Int? { code.place(of: key)?.line }
        #expect(line("text.numbers") == 2 && line("text.capitals") == 19)
        #expect(line("text.snippets.a") == 5 && line("text.snippets.b") == 22)
        #expect(line("text.replace[0].say") == 8 && line("text.replace[1].say") == 25)
        #expect(line("recognizer.pocketsphinx.options.lw") == 18)
        #expect(settings.place(of: "text.capitals")?.line == 3)
        #expect(
            code.problem(with: "output.paste_chord", reason: "no").description
                == "/c/config.toml:20:22: [output] paste_chord: no")
    }

    /// Line breaks run commands there.
    @Test(arguments: [
        ("XTerm", LineBreakStyle.space), ("org.kde.konsole", .space), ("foot", .space),
        ("org.gnome.Terminal", .space), ("kitty", .space), ("URxvt", .space),
        ("com.mitchellh.ghostty", .space), ("st-256color", .space),
        ("gedit", .keep), ("Firefox", .keep), ("libreoffice-writer", .keep),
    ])
    func lineBreaksStayOutOfTerminals(
        _ name: String, _ lineBreaks: LineBreakStyle
    ) throws {
        let window = DesktopWindow(identifier: "1", classes: [name])
        let keeping = "[output]\nline_breaks = 'keep'\n[[profile]]\nname = 'x'\nclass = '*'\n"
        let settings = try read(keeping)
        #expect(settings.resolved(for: window).settings.output.lineBreaks == lineBreaks)
        #expect(
            settings.resolved(for: window, profile: "x").settings.output.lineBreaks == lineBreaks)
        // Unless they are asked for, for these windows.
        let asked = try read("\(keeping)output.line_breaks = 'keep'")
        #expect(asked.resolved(for: window).settings.output.lineBreaks == .keep)
        #expect(settings.resolved(for: nil).settings.output.lineBreaks == .keep)
    }

    /// "auto" makes line breaks, but not where Enter would run or send.
    @Test(arguments: [
        ("XTerm", LineBreakStyle.space), ("rofi", .space), ("Hexchat", .space),
        ("Slack", .shiftEnter), ("org.telegram.desktop", .shiftEnter), ("firefox", .shiftEnter),
        ("Google-chrome", .shiftEnter), ("discord", .shiftEnter), ("gedit", .keep),
        ("libreoffice-writer", .keep), ("code", .auto), ("", .space),
    ])
    func lineBreaksSuitTheWindow(_ name: String, _ lineBreaks: LineBreakStyle) throws {
        let window = DesktopWindow(identifier: "1", classes: [name])
        let settings = Settings()
        #expect(settings.resolved(for: window).settings.output.lineBreaks == lineBreaks)
        #expect(settings.resolved(for: nil).settings.output.lineBreaks == .space)
        let asked = try read("[[profile]]\nname = 'x'\nclass = '*'\noutput.line_breaks = 'auto'")
        #expect(asked.resolved(for: window).settings.output.lineBreaks == lineBreaks)
    }

    @Test func terminalsGetPlainText() throws {
        let terminal = DesktopWindow(identifier: "1", classes: ["XTerm"])
        let editor = DesktopWindow(identifier: "1", classes: ["code"])
        func text(_ settings: Settings, _ window: DesktopWindow) -> SettingsValues<Settings.Text> {
            settings.resolved(for: window).settings.text
        }
        let plain = text(Settings(), terminal)
        #expect(!plain.capitals && !plain.typographic && plain.punctuation == .spoken)
        #expect(text(Settings(), editor).capitals)
        let wanted = try read("[text]\nplain_in = ['code-editors']")
        #expect(text(wanted, terminal).capitals && text(wanted, terminal).spacing == .none)
        #expect(!text(wanted, editor).capitals && !text(wanted, editor).typographic)
        let asked = try read(
            "[[profile]]\nname = 'x'\nclass = 'xterm'\ntext.capitals = true")
        #expect(text(asked, terminal).capitals && !text(asked, terminal).typographic)
    }

    @Test func namesInProgramsAreForWhereTheyAreWritten() throws {
        let terminal = DesktopWindow(identifier: "1", classes: ["xterm"])
        let editor = DesktopWindow(identifier: "2", classes: ["code"])
        let other = DesktopWindow(identifier: "3", classes: ["firefox"])
        let settings = Settings()
        #expect(settings.resolved(for: terminal).settings.text.codeNames == .anywhere)
        #expect(settings.resolved(for: editor).settings.text.codeNames == .anywhere)
        #expect(settings.resolved(for: other).settings.text.codeNames == .alone)
        #expect(settings.resolved(for: nil).settings.text.codeNames == .alone)
        let asked = try read(
            "[[profile]]\nname = 'x'\nclass = 'firefox'\ntext.code_names = 'anywhere'")
        #expect(asked.resolved(for: other).settings.text.codeNames == .anywhere)
    }

    @Test func theWindowMattersOnlyWhereItChangesSomething() throws {
        let settled =
            "[text]\nplain_in = []\ncode_names = 'alone'\n"
            + "[output]\nline_breaks = 'space'\nformatting = 'none'\n"
        #expect(Settings().dependsOnWindow)
        #expect(try !read(settled).dependsOnWindow)
        #expect(try !read("\(settled)[[profile]]\nname = 'x'").dependsOnWindow)
        #expect(try read("\(settled)[[profile]]\nname = 'x'\nclass = 'y'").dependsOnWindow)
        #expect(try read("[text]\nplain_in = []\n[output]\nline_breaks = 'keep'").dependsOnWindow)
        let named = settled.replacing("'alone'", with: "'auto'")
        #expect(try read(named).dependsOnWindow, "“camel case” is for an editor")
        let formatted = settled.replacing("'none'", with: "'auto'")
        #expect(try read(formatted).dependsOnWindow, "“bold that” is for a word processor")
        #expect(!Settings().dependOnWindow(toType: "a plain text"))
        #expect(Settings().dependOnWindow(toType: "two\nlines"))
        let profile = try read("[[profile]]\nname = 'x'\nclass = 'y'")
        #expect(profile.dependOnWindow(toType: "a plain text"))
    }

    @Test func bindingsHaveChoices() throws {
        let settings = try read(
            """
            [[hotkey.binding]]
            keys = "F8"
            profile = "mail"
            [[hotkey.binding]]
            keys = "F9"
            mode = "hold"
            language = "de"
            [[profile]]
            name = "mail"
            """)
        #expect(
            settings.hotkey.binding.map(\.choice)
                == [DictationOverrides(profile: "mail"), DictationOverrides(language: "de")])
    }

    @Test(arguments: [
        (
            "[profile]\nname = 'x'",
            "1:2: [profile]: expected profiles, each a table "
                + "(did you mean “[[profile]]”?)"
        ),
        ("profile = [1]", "1:12: [profile]: expected a table, found the integer 1"),
        (
            "[[profile]]\nclass = 'x'",
            "1:1: [profile]: a profile needs a name, such as name = \"mail\""
        ),
        (
            "[[profile]]\nname = 'x'\n[[profile]]\nname = 'x'",
            "4:8: [profile] name: \"x\" is there twice"
        ),
        (
            "[[profile]]\nname = 'x'\nclas = 'y'",
            "3:1: [profile] clas: unknown key (did you mean “class”?)"
        ),
        (
            "[[profile]]\nname = 'x'\ncapitals = false",
            "3:1: [profile] capitals: unknown key (did you mean “text.capitals”?)"
        ),
        (
            "[[profile]]\nname = 'x'\nhistory.keep = 3",
            "3:1: [profile] history: a profile may have keys of recognizer, text, output only"
        ),
        (
            "[[profile]]\nname = 'x'\ntext.capitls = false",
            "3:6: [profile.text] capitls: unknown key (did you mean “capitals”?)"
        ),
        (
            "[[profile]]\nname = 'x'\n[profile.text]\ncapitals = 3",
            "4:12: [profile.text] capitals: expected true or false, found the integer 3"
        ),
        (
            "[[profile]]\nname = 'x'\nclass = 3",
            "3:9: [profile] class: expected a string such as \"xterm\", found the integer 3"
        ),
        (
            "[[profile]]\nname = 'x'\nclass = ['a', '']",
            "3:15: [profile] class: must not be empty"
        ),
        (
            "[[profile]]\nname = 'mail'\n[[hotkey.binding]]\nkeys = 'F9'\nprofile = 'mial'",
            "5:11: [hotkey.binding] profile: there is no profile \"mial\" "
                + "(did you mean “mail”?)"
        ),
    ])
    func mistakes(_ text: String, _ problem: String) {
        let error = #expect(throws: SettingsError.self) { try read(text) }
        #expect(error?.problems.map(\.description) == ["/c/config.toml:" + problem])
    }

    @Test func showReadsBack() throws {
        let settings = try read(
            """
            \(Self.profiles)
            [profile.text.words]
            "Éloïse" = ""
            [profile.output]
            sinks = ["xtest"]
            [text]
            raw = false
            """)
        let shown = settings.show(all: false)
        #expect(
            shown.hasSuffix(
                """
                [[profile]]
                name = "by hand"  # /c/config.toml:12

                [profile.text]
                raw = true  # /c/config.toml:13

                [profile.text.words]
                "Éloïse" = ""  # /c/config.toml:15

                [profile.output]
                sinks = ["xtest"]  # /c/config.toml:17

                """), "\(shown)")
        let again = try read(shown)
        #expect(again.profiles.map(\.name) == settings.profiles.map(\.name))
        #expect(again.profiles.map(\.classes) == settings.profiles.map(\.classes))
        #expect(again.profiles.map(\.titles) == settings.profiles.map(\.titles))
        #expect(again.profiles.map(\.programs) == settings.profiles.map(\.programs))
        for (one, other) in zip(again.profiles, settings.profiles) {
            #expect(again.with(one).text == settings.with(other).text)
            #expect(again.with(one).output == settings.with(other).output)
        }
    }
}
