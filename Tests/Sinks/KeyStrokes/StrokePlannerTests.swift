import CXkbcommon
import Dictation
import KeyStrokes
import Problems
import Testing

/// Layouts of many kinds: levels, dead keys, AltGr, several groups, other scripts, combining
/// marks on keys, level 5.
private let layouts = [
    "us", "us(intl)", "us(dvorak)", "us(altgr-intl)", "gb", "de", "de(nodeadkeys)", "de(neo)",
    "ch", "ch(fr)", "fr", "fr(oss)", "fr(bepo)", "be", "es", "it", "pt", "br", "cz", "sk", "pl",
    "hu", "ro", "hr", "tr", "dk", "no", "se", "fi", "is", "ee", "lv", "lt", "ca", "gr",
    "gr(polytonic)", "ru", "ru(phonetic)", "ua", "bg", "rs", "il", "ir", "ara", "in", "th",
    "vn", "ge", "am", "jp", "kr", "us+ru", "de+us", "gr+us+ru",
]

private let everyLock: [KeyboardLocks] = [[], [.caps], [.num], [.caps, .num]]

@Suite struct StrokePlannerTests {
    /// The strokes of a plan type the characters that it has strokes for, and leave the keyboard's
    /// state unchanged, with every lock, in every group, with and without a Compose key. The four
    /// states of the locks share the characters; without locks `EveryLayoutTests` has more.
    @Test(arguments: layouts, everyLock) func typesWhatItClaims(
        _ layout: String, _ locks: KeyboardLocks
    ) throws {
        let compose = try ComposeTable(locale: "en_US.UTF-8")
        for options in [[], ["compose:menu", "grp:alt_shift_toggle"]] {
            var names = try #require(LayoutNames(setting: layout))
            names.options = options
            let keymap = try Keymap(names)
            for group in 0..<keymap.groupCount {
                let planner = StrokePlanner(keymap, group: group, locks: locks, compose: compose)
                let characters = planner.characters(inGroup: group)
                #expect(characters.count > 40)
                for character in characters.part(everyLock.firstIndex(of: locks)!, of: 4) {
                    let step = try #require(planner.plan(String(character)).steps.first)
                    let strokes = try #require(step.strokes)
                    let writer = Typewriter(
                        keymap, group: group, locks: locks, compose: compose)
                    writer.type(strokes)
                    #expect(
                        writer.text == String(character) && writer.isAtRest
                            && writer.group == group && step.group == group,
                        """
                        \(character) by \(planner.explain(strokes, group: group)) gave \
                        “\(writer.text)”
                        """)
                }
            }
        }
    }

    /// The letter of a chord is the active group's, without modifiers.
    @Test(
        arguments: [
            ("us", 0, 48), ("de", 0, 48), ("us(dvorak)", 0, 49), ("fr(bepo)", 0, 16),
            ("us+ru", 0, 48),
            ("us+ru", 1, nil), ("ru", 0, nil), ("gr", 0, nil),
        ] as [(String, Int, UInt16?)])
    func chordsAreOnTheKeyOfTheLayout(
        _ layout: String, _ group: Int, _ key: UInt16?
    ) throws {
        let keymap = try Keymap(try #require(LayoutNames(setting: layout)))
        let planner = StrokePlanner(keymap, group: group, locks: .caps)
        guard let key else {
            let problem = #expect(throws: Problem.self) {
                _ = try KeyStroke.pressing(.bold, on: planner)
            }
            #expect(problem?.why.contains("has no key “b”") == true)
            return
        }
        let stroke = try KeyStroke.pressing(.bold, on: planner)
        #expect((stroke.key, stroke.holding) == (key, [29]))
    }

    /// A whole text at once: groups change in the middle and sequences don't disturb each other.
    @Test(arguments: everyLock) func typesATextAcrossGroups(_ locks: KeyboardLocks) throws {
        let compose = try ComposeTable(locale: "en_US.UTF-8")
        var names = try #require(LayoutNames(setting: "us(intl)+ru+de"))
        names.options = ["grp:win_space_toggle"]
        let keymap = try Keymap(names)
        let text = "Naïve café — Привет, Ёлка! “Größe” 'quoted' ^~` ß\nend"
        for group in 0..<3 {
            let planner = StrokePlanner(keymap, group: group, locks: locks, compose: compose)
            let plan = planner.plan(text)
            let writer = Typewriter(keymap, group: group, locks: locks, compose: compose)
            for step in plan.steps {
                writer.type(step.strokes ?? [])
                #expect(writer.group == step.group)
            }
            let back = try #require(planner.strokes(fromGroup: writer.group, to: group))
            writer.type(back)
            #expect(writer.group == group && writer.isAtRest)
            let typable = text.filter { !plan.missing.contains($0) }
            #expect(writer.text == typable)
            // Caps Lock makes ß a capital in some versions of libxkbcommon, which Shift doesn't undo.
            let small = UInt32(XKB_KEY_ssharp)
            let isCapital = locks.contains(.caps) && xkb_keysym_to_upper(small) != small
            #expect(plan.missing == (isCapital ? ["ß"] : []))
        }
    }

    @Test(arguments: [
        ("us", "a", "a"), ("us", "A", "Shift+a"), ("us", "?", "Shift+/"), ("us", "\n", "Return"),
        ("de", "€", "AltGr+e"), ("de", "z", "z"), ("de", "ß", "ß"), ("de", "é", "dead_acute, e"),
        ("de", "^", "dead_circumflex, space"), ("fr", "1", "Shift+&"), ("fr", "é", "é"),
        ("fr", "ê", "dead_circumflex, e"), ("us(intl)", "ü", "AltGr+y"),
        ("us(intl)", "â", "dead_circumflex, a"),
        ("us(intl)", "'", "AltGr+dead_acute"), ("us", " ", "space"),
        ("gr", "ά", "dead_acute, α"), ("de(neo)", "α", "AltGr+Shift+a"),
    ])
    func explains(_ layout: String, _ character: String, _ expected: String) throws {
        #expect(try explanation(layout, character) == expected)
    }

    @Test func usesComposeWhereTheKeymapHasIt() throws {
        #expect(try explanation("us", "€") == nil)
        #expect(try explanation("us", "€", options: ["compose:ralt"]) == "Compose, =, c")
        #expect(try explanation("us", "½", options: ["compose:menu"]) == "Compose, 1, 2")
    }

    @Test func switchesGroupsWhereKeysDo() throws {
        #expect(try explanation("us+ru", "д") == nil)
        #expect(
            try explanation("us+ru", "д", options: ["grp:alt_shift_toggle"]) == "Shift+Alt, д")
        #expect(try explanation("us+ru", "д", options: ["grp:toggle"]) == "ISO_Next_Group, д")
    }

    @Test func takesCombiningSequencesForTheLayoutsOwnKey() throws {
        #expect(try explanation("fr", "e\u{301}") == "é")
        #expect(try explanation("de", "u\u{308}") == "ü")
        #expect(try explanation("vn", "\u{1EA5}") == explanation("vn", "â\u{301}"))
        #expect(try explanation("vn", "\u{1EA5}") != nil)
    }

    @Test func countsWithCapsLock() throws {
        #expect(try explanation("us", "a", locks: [.caps]) == "Shift+a")
        #expect(try explanation("us", "A", locks: [.caps]) == "a")
        #expect(try explanation("us", "1", locks: [.caps]) == "1")
        #expect(try explanation("de", "Ü", locks: [.caps]) == "ü")
    }

    /// With this option Shift unlocks Caps Lock: text that needs Shift can't be typed while it is
    /// locked.
    @Test func neverTouchesALock() throws {
        let option = ["shift:breaks_caps"]
        #expect(try explanation("us", "A", options: option, locks: [.caps]) == "a")
        #expect(try explanation("us", "a", options: option, locks: [.caps]) == nil)
        #expect(try explanation("us", "A", options: option) == "Shift+a")
    }

    @Test func namesWhatItCannotType() throws {
        let planner = StrokePlanner(try Keymap(LayoutNames(setting: "us")!))
        let plan = planner.plan("a👍🏽b漢👍🏽")
        #expect(plan.steps.map { $0.strokes != nil } == [true, false, true, false, false])
        #expect(plan.missing == ["👍🏽", "漢"])
    }

    @Test func readsWhatTheServerPrints() throws {
        #expect(throws: Problem.self) { try Keymap(text: "xkb_keymap {") }
        #expect(throws: Problem.self) { try Keymap(LayoutNames(setting: "de(nosuch)")!) }
    }

    private func explanation(
        _ layout: String, _ character: String, options: [String] = [], locks: KeyboardLocks = []
    ) throws -> String? {
        var names = try #require(LayoutNames(setting: layout))
        names.options = options
        let planner = StrokePlanner(
            try Keymap(names), locks: locks, compose: try ComposeTable(locale: "en_US.UTF-8"))
        let step = try #require(planner.plan(character).steps.first)
        return step.strokes.map { planner.explain($0, group: step.group) }
    }
}

@Suite struct LayoutNamesTests {
    @Test(arguments: ["de", "fr(oss)", "us+ru", "us(intl)+ru(phonetic)", "us,ru", " us + ru "])
    func readsSettings(_ setting: String) {
        let names = LayoutNames(setting: setting)
        #expect(names?.setting == setting.replacing(" ", with: "").replacing(",", with: "+"))
    }

    @Test(arguments: ["", "de(", "de()", "+", "us+", "d e", "../etc", "a+b+c+d+e", "de)x("])
    func rejectsOtherText(_ setting: String) {
        #expect(LayoutNames(setting: setting) == nil)
    }

    @Test func readsListsWithCommas() {
        let names = LayoutNames(layout: "us,ru", variant: ",phonetic", options: "a:b,c:d")
        #expect(names.setting == "us+ru(phonetic)")
        #expect(names.options == ["a:b", "c:d"])
    }
}
