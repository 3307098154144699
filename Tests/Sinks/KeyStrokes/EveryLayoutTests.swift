import Foundation
import KeyStrokes
import Testing

/// The layouts of xkeyboard-config, as it lists them.
private enum EveryLayout {
    /// `de`, `de(neo)` and so on, some 580.
    static let settings: [String] = {
        let path = "/usr/share/X11/xkb/rules/evdev.lst"
        let list = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        var section = ""
        var settings: [String] = []
        for line in list.split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            if line.hasPrefix("!") {
                section = String(words.last ?? "")
            } else if section == "layout", words.count > 1, words[0] != "custom" {
                settings.append(String(words[0]))
            } else if section == "variant", words.count > 1 {
                settings.append("\(words[1].dropLast())(\(words[0]))")
            }
        }
        return settings
    }()

    /// In portions that run in parallel.
    static let portions = (0..<8).map { portion in
        settings.indices.filter { $0 % 8 == portion }.map { settings[$0] }
    }
}

extension Collection<Character> {
    /// One of so many parts, each with characters from everywhere.
    func part(_ number: Int, of count: Int) -> [Character] {
        sorted().enumerated().filter { $0.offset % count == number }.map(\.element)
    }
}

@Suite struct EveryLayoutTests {
    @Test func thereAreMany() {
        #expect(EveryLayout.settings.count > 400)
        #expect(EveryLayout.settings.contains("de(neo)"))
    }

    /// In every layout, the strokes of a plan type the characters that it has strokes for, and the
    /// plan is the same for decomposed text: a quarter of them in each, another one in the next.
    @Test(arguments: EveryLayout.portions)
    func everyLayoutTypesWhatItClaims(_ settings: [String]) throws {
        let compose = try ComposeTable(locale: "en_US.UTF-8")
        for (number, setting) in settings.enumerated() {
            let keymap = try Keymap(try #require(LayoutNames(setting: setting)))
            let planner = StrokePlanner(keymap, compose: compose)
            for character in planner.characters(inGroup: 0).part(number % 4, of: 4) {
                let step = try #require(planner.plan(String(character)).steps.first)
                let strokes = try #require(step.strokes)
                let parts = String(character).decomposedStringWithCanonicalMapping
                #expect(planner.plan(parts).steps.map(\.strokes) == [strokes])
                let writer = Typewriter(keymap, group: 0, locks: [], compose: compose)
                writer.type(strokes)
                #expect(
                    writer.text == String(character) && writer.isAtRest,
                    """
                    \(setting): \(character.unicodeScalars) by \
                    \(planner.explain(strokes, group: 0)) gave “\(writer.text)”
                    """)
            }
        }
    }

    /// No character that the keys can type is missing, and none uses more keys than necessary:
    /// compared with trying everything.
    @Test(arguments: [
        ("us", "compose:menu"), ("us(intl)", ""), ("us(altgr-intl)", ""), ("de", ""),
        ("de(neo)", ""), ("fr", ""), ("fr(bepo)", "compose:ralt"), ("fr(oss)", ""),
        ("ca(multix)", ""), ("gr(polytonic)", ""), ("pt", ""), ("cz", ""), ("tr", ""), ("vn", ""),
        ("lv", ""), ("il", ""), ("us+ru", "compose:caps"),
    ])
    func plansAreCompleteAndShortest(_ setting: String, _ option: String) throws {
        let compose = try ComposeTable(locale: "en_US.UTF-8")
        var names = try #require(LayoutNames(setting: setting))
        names.options = option.isEmpty ? [] : [option]
        let keymap = try Keymap(names)
        for group in 0..<keymap.groupCount {
            let planner = StrokePlanner(keymap, group: group, compose: compose)
            let all = BruteForce(keymap, group: group, locks: [], compose: compose)
            #expect(all.singles.count > 40)
            for (character, held) in all.singles {
                let strokes = planner.plan(String(character)).steps[0].strokes
                #expect(
                    strokes?.count == 1 && strokes?.first?.holding.count == held,
                    """
                    \(setting): \(character) takes one key and \(held) held; planned \
                    \(strokes as Any)
                    """)
            }
            for character in all.pairs where all.singles[character] == nil {
                let strokes = planner.plan(String(character)).steps[0].strokes
                #expect(
                    strokes?.count == 2,
                    "\(setting): \(character) takes two keys; planned \(strokes as Any)")
            }
        }
    }
}
