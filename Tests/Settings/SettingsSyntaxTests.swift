import Testing

@testable import Settings

@Suite struct SettingsSyntaxTests {
    @Test(arguments: [
        (
            "<html>\n",
            "1:1: not TOML: in the file, expected keys, tables, whitespace or comments, found "
                + "'<'"
        ),
        (
            "{\"a\": 1}",
            "1:1: not TOML: in the file, expected keys, tables, whitespace or comments, found "
                + "'{'"
        ),
        ("[audio]\ndevice: x\n", "2:7: not TOML: in a key-value pair, expected '=', found ':'"),
        ("[audio\n", "1:7: not TOML: in a table header, expected ']', found the end of the line"),
        (
            "[]\n",
            "1:2: not TOML: in a table header, tables with blank bare keys are explicitly "
                + "prohibited"
        ),
        (
            "[audio]\ndevice =\n",
            "2:9: not TOML: in a key-value pair, expected value, found the end of the line"
        ),
        ("[audio]\ndevice = \"x\n", "2:12: the quotes are not closed on this line"),
        ("[audio]\r\ndevice = 'é\r\n", "2:12: the quotes are not closed on this line"),
        (
            "a = \"x\u{1}y\"\n",
            "1:7: not TOML: in a string, unescaped control characters other than TAB (U+0009) "
                + "are explicitly prohibited"
        ),
        (
            "a = pulse\n",
            "1:5: not a value: text needs quotes, and true and false are small letters"
        ),
        ("a = True\n", "1:5: not a value: text needs quotes, and true and false are small letters"),
        ("a = 8s\n", "1:6: not a number: text, also times such as \"8s\", needs quotes"),
        ("a", "1:2: the file ends within a key-value pair"),
        ("a = [1, 2", "1:10: the file ends within an array"),
        ("a = \"\"\"x", "1:9: the file ends within a string"),
        ("[hotkey]\ndictate = 'A'\ndictate = 'B'\n", "3:11: dictate is there twice"),
        ("[hotkey]\n[audio]\n[hotkey]\n", "3:1: [hotkey] is there twice"),
        ("a = 1\na.b = 2\n", "2:1: this key is there twice"),
        (
            "é = 1\n",
            "1:1: not TOML: in the file, expected keys, tables, whitespace or comments, found "
                + "'é'"
        ),
        // Unpatched toml++ 3.3 aborts or worse on these two.
        (
            "[= 1\n",
            "1:2: not TOML: in a key, expected bare key starting character or string delimiter, "
                + "found '='"
        ),
        ("a = \"\"\"\\\né\"\"\"", "1:1: a: this key is in no section"),
        ("a = \(String(repeating: "[", count: 20))", "1:21: brackets are nested too deeply"),
        (
            "a\(String(repeating: ".a", count: 300)) = 1",
            "1:1: not TOML: more dots in one line than any key has"
        ),
        ("\(String(repeating: "a.", count: 200))a = 1", "1:1: [a]: unknown section"),
    ])
    func noTOML(text: String, problem: String) {
        expect(text, [problem])
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x61, 0x00], "f: is UTF-16: save it as UTF-8"),
            ([0xFE, 0xFF, 0x00, 0x61], "f: is UTF-16: save it as UTF-8"),
            (Array("# caf".utf8) + [0xE9, 0x0A], "f:1:6: is not UTF-8: the byte 0xE9"),
            (Array("\n# é".utf8) + [0xC3], "f:2:4: is not UTF-8: the byte 0xC3"),
            ([0x7F, 0x45, 0x4C, 0x46, 0x80], "f:1:5: is not UTF-8: the byte 0x80"),
            ([0xEF, 0xBB, 0xBF, 0xFF], "f:1:1: is not UTF-8: the byte 0xFF"),
            (
                [0x00],
                "f:1:1: not TOML: in the file, expected keys, tables, whitespace or comments, "
                    + "found '\\u0000'"
            ),
        ] as [([UInt8], String)])
    func noText(bytes: [UInt8], problem: String) throws {
        let error = try #require(throws: SettingsError.self) {
            try Settings.parse(bytes, file: "f")
        }
        #expect(error.description == problem)
    }

    @Test func aByteOrderMarkMovesNothing() throws {
        let settings = try read("\u{FEFF}[audio]\r\ndevice = 'x'\r\n")
        #expect(settings.place(of: "audio.device")?.description == "/c/config.toml:2:10")
        #expect(
            throws: SettingsError([
                SettingsProblem(
                    file: "/c/config.toml", line: 1, column: 1, section: nil, key: "a",
                    reason: "this key is in no section")
            ])
        ) { try read("\u{FEFF}a = 1") }
    }

    /// The deepest tables that the C++ part accepts, many at a time, are freed without overflowing
    /// the stack.
    @Test func theDeepestFile() {
        let key = "a" + String(repeating: ".a", count: 255)
        let opening = String(repeating: "[\n{\(key) = ", count: 7)
        let closing = String(repeating: "}]", count: 7)
        expect("[\(key)]\n\(key) = \(opening)1\(closing)", ["1:2: [a]: unknown section"])
    }
}
