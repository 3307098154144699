import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The schema for editors agrees with the program: both judge these files alike.
@Suite(
    .runningLoop,
    .needs("/usr/lib/python3/dist-packages/jsonschema", package: "python3-jsonschema"))
struct SchemaTests {
    static let files = [
        "", "[hotkey]\nenabled = false\nmode = 'auto'\ntap = '200ms'",
        "[hotkey]\nmode = 'sometimes'", "[hotkey]\nenabled = 'yes'", "[hotky]\n",
        "[hotkey]\ncancel = ''", "[hotkey]\ntap = 200",
        "[[hotkey.binding]]\nkeys = 'F9'\nmode = 'hold'\nlanguage = 'en'",
        "[[hotkey.binding]]\nmode = 'hold'", "[[hotkey.binding]]\nkeys = 'F9'\nmod = 'hold'",
        "[audio]\nsilence_limit = '8s'", "[audio]\nsilence_limit = '8 seconds'",
        "[audio]\ndevice = ''", "[audio]\nnonsense = 1",
        "[recognizer]\ncommand.command = ['cat', 'cat']",
        "[recognizer.pocketsphinx.options]\nlw = 8\nbeam = 1e-20",
        "[recognizer.pocketsphinx.options]\nlw = [1]", "[recognizer.vosk]\nmodel = 3",
        "[recognizer]\nmodel = 'm'", "[recognizer]\nserver = 'http://localhost'",
        "[recognizer.server]\nurl = 'http://localhost'\nca = 'c'",
        "[[profile]]\nname = 'x'\nrecognizer.vosk.model = 'm'",
        "[[profile]]\nname = 'x'\nrecognizer.vosk.modell = 'm'",
        "[text.words]\nSiobhan = ''\n[text.snippets]\na = 'b'", "[text.words]\nx = 1",
        "[[text.replace]]\nsay = 'a'\nwrite = ''", "[[text.replace]]\nsay = 'a'",
        "[[text.replace]]\nsay = 'a'\npattern = 'a'\nwrite = ''",
        "[output]\nsinks = ['xtest']", "[output]\nsinks = ['xtest', 'xtest']",
        "[output]\nfocus = 'return'", "[overlay]\nmargin = 1000", "[overlay]\nmargin = 1001",
        "[history]\nkeep = 2.5",
        "[[profile]]\nname = 'x'\nclass = 'a'\ntitle = ['b', 'c']\ntext.capitals = false",
        "[[profile]]\nclass = 'a'", "[[profile]]\nname = 'x'\naudio.device = 'a'",
        "[[profile]]\nname = 'x'\ntext.capitals = 1", "[[profile]]\nname = 'x'\nclass = []",
    ]

    /// Prints a line for each file in the folder that the schema refuses.
    private static let judge = """
        import json, jsonschema, pathlib, sys, tomllib
        schema = json.load(sys.stdin)
        jsonschema.Draft7Validator.check_schema(schema)
        validator = jsonschema.Draft7Validator(schema)
        for file in sorted(pathlib.Path(sys.argv[1]).glob("*.toml")):
            if not validator.is_valid(tomllib.loads(file.read_text())): print(file.name)
        """

    @EventLoopActor @Test func judgesAsTheProgramDoes() async throws {
        let session = try UtterSession()
        let folder = session.directory.appending(path: "files")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var wrong: Set<String> = []
        for (number, text) in Self.files.enumerated() {
            let name = "\(100 + number).toml"
            let file = folder.appending(path: name)
            try text.write(to: file, atomically: false, encoding: .utf8)
            let run = try await session.run("config", "show", "--config", file.path)
            if run.status == .exited(78) {
                wrong.insert(name)
            } else {
                try #require(run.status == .exited(0), "\(run.errors)")
            }
        }
        let schema = session.directory.appending(path: "schema.json")
        try await session.output("config", "schema")
            .write(to: schema, atomically: false, encoding: .utf8)
        let run = try await ProgramRun(
            ["/usr/bin/python3", "-c", Self.judge, folder.path],
            environment: session.environment, input: schema.path)
        try #require(run.status == .exited(0), "\(run.errors)")
        let refused = Set(run.output.split(separator: "\n").map(String.init))
        for name in refused.symmetricDifference(wrong) {
            let text = Self.files[Int(name.prefix(3))! - 100]
            Issue.record("the schema \(refused.contains(name) ? "refuses" : "takes") \(text)")
        }
        #expect(wrong.count > 10 && wrong.count < Self.files.count - 10)
    }
}
