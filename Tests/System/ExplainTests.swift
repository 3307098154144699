import LinuxRuntime
import TestSupport
import Testing

/// `utter type --explain` on a display with different layouts. Xvfb opens no virtual keyboard, so
/// uinput explains what it would do.
@Suite(
    .runningLoop, .needs("Xvfb", package: "xvfb"),
    .needs("setxkbmap", package: "x11-xkb-utils"))
struct ExplainTests {
    @EventLoopActor
    @Test(arguments: [
        (["us"], "€", "no key: xtest types it"), (["us"], "A", "Shift+a  42+30"),
        (["us"], "e\u{301}", "no key: xtest types it"),
        (["de"], "€", "AltGr+e  100+18"), (["de"], "ê", "dead_circumflex, e  41 18"),
        (["de"], "u\u{308}", "ü  26"), (["fr"], "é", "é  3"), (["fr"], "1", "Shift+&  42+2"),
        (["us(intl)"], "ï", "dead_diaeresis, i  42+40 23"), (["us(intl)"], "é", "AltGr+e  100+18"),
        (["us", "-option", "compose:menu"], "€", "Compose, =, c  127 13 46"),
        (["us,ru"], "д", "no key: xtest types it"),
        (["us,ru", "-option", "grp:alt_shift_toggle"], "д", "Shift+Alt, д  42+56 38"),
        (["de(neo)"], "α", "AltGr+Shift+a  43+42+32"),
    ])
    func strokesAreThoseOfTheLayout(
        _ layout: [String], _ character: String, _ expected: String
    ) async throws {
        let server = try await XServer()
        try await server.run(["setxkbmap"] + layout)
        let session = try UtterSession(display: server)
        let output = try await session.output("type", "--explain", character)
        let blocks = output.split(separator: "\n\n").map { $0.split(separator: "\n") }
        let keyboard = try #require(blocks.first { $0[0].hasPrefix("uinput:") }, "\(output)")
        #expect(keyboard.last == "  \(character)\t\(expected)")
        #expect(blocks.last == ["xtest would type it."])
        // It has typed nothing, changed nothing, and leaves no record for the next session to undo.
        #expect(try await !server.run("xprop", "-root").contains("UTTER"))
    }

    @EventLoopActor
    @Test func aPrivateKeymapIsCounted() async throws {
        let server = try await XServer()
        try await server.run("setxkbmap", "us")
        let session = try UtterSession(display: server)
        let output = try await session.output("type", "--explain", "--sink", "xtest", "naïve €")
        #expect(
            output == """
                xtest: types any text: 5 symbols by the layout's keys, 2 symbols by a private \
                keymap (1 upload)
                  n\tn            49
                  a\ta            30
                  ï\tprivate key  2
                  v\tv            47
                  e\te            18
                  space\tspace        57
                  €\tprivate key  3

                xtest would type it.
                """)
        let many = String(String.UnicodeScalarView((0..<1000).map { Unicode.Scalar(0x4E00 + $0)! }))
        let long = try await session.output("type", "--explain", "--sink", "xtest", many)
        #expect(long.contains("1000 symbols by a private keymap (8 uploads)"))
    }

    /// The setting has precedence over the session's layout.
    @EventLoopActor
    @Test func theConfiguredLayoutCounts() async throws {
        let server = try await XServer()
        let session = try UtterSession(
            display: server, configuration: "[output]\nlayout = \"de\"\nsinks = [\"uinput\"]\n")
        let output = try await session.output("type", "--explain", "z€")
        #expect(output.contains("of the layout German\n"), "\(output)")
        #expect(output.contains("  z\tz        21\n  €\tAltGr+e  100+18\n"), "\(output)")
    }
}
