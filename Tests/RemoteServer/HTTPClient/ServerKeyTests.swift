import Glibc
import HTTPClient
import Problems
import TestSupport
import Testing

struct ServerKeyTests {
    private func value(of file: String) throws(Problem) -> String? {
        try ServerKey(file: file, variable: "UTTER_NO_SUCH", setting: "[here] key")
            .value(for: "https://a.example:443")
    }

    @Test func isOneWordOfItsFile() throws {
        let directory = try ScratchDirectory("utter-key")
        try directory.write("\n  a-Key.1=  \n", to: "key")
        chmod(directory.path("key"), 0o600)
        #expect(try value(of: directory.path("key")) == "a-Key.1=")
    }

    @Test(arguments: ["", "two secrets", "sécret", "secret\u{1}"])
    func isNoKey(_ text: String) throws {
        let directory = try ScratchDirectory("utter-key")
        try directory.write(text, to: "key")
        chmod(directory.path("key"), 0o600)
        let problem = #expect(throws: Problem.self) { try value(of: directory.path("key")) }
        #expect(problem?.what == "cannot use the key of the server https://a.example:443")
        #expect(problem.map { "\($0)".contains("secret") || "\($0)".contains("sécret") } == false)
    }

    /// Nor is it waited for: a pipe has nobody who writes.
    @Test(arguments: ["pipe", "directory"])
    func isInARegularFile(_ name: String) throws {
        let directory = try ScratchDirectory("utter-key")
        let path = directory.path(name)
        try #require((name == "pipe" ? mkfifo(path, 0o600) : mkdir(path, 0o700)) == 0)
        let problem = #expect(throws: Problem.self) { try value(of: path) }
        #expect(problem?.why == "it isn't a regular file")
    }

    @Test func nobodyElseMayReadIt() throws {
        let directory = try ScratchDirectory("utter-key")
        try directory.write("key", to: "key")
        chmod(directory.path("key"), 0o640)
        let problem = #expect(throws: Problem.self) { try value(of: directory.path("key")) }
        #expect(problem?.why == "others may read it")
        #expect(problem?.remedy == "Run: chmod 600 \(directory.path("key"))")
    }

    @Test func aMissingFileNamesTheSetting() throws {
        let directory = try ScratchDirectory("utter-key")
        let problem = #expect(throws: Problem.self) { try value(of: directory.path("none")) }
        #expect(problem?.remedy == "Write the key there, or correct [here] key.")
    }

    @Test func isOptional() throws {
        let key = ServerKey(file: nil, variable: "UTTER_NO_SUCH", setting: "")
        #expect(try key.value(for: "") == nil)
    }
}
