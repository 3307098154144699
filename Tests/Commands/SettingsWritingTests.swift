import EngineRegistry
import Glibc
import Problems
import Settings
import TestSupport
import Testing

@testable import UtterCommands

struct SettingsWritingTests {
    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    @Test func aMissingFileIsTheTemplateWithTheValue() throws {
        let place = try ScratchDirectory("utter-settings")
        let path = place.path("new/folder/config.toml")
        try SettingsWriting(path: path).set(.hotkey, to: "Super+F9")
        #expect(try Settings.load(path: path, schema: Engines.schema).hotkey.dictate == "Super+F9")
    }

    /// Modes and links of the user's, and all other lines, stay.
    @Test func onlyTheValueChanges() throws {
        let place = try ScratchDirectory("utter-settings")
        try place.write("# mine\n[audio]\ndevice = \"old\"  # here\nsounds = true\n", to: "real")
        chmod(place.path("real"), 0o640)
        symlink("real", place.path("config.toml"))
        try SettingsWriting(path: place.path("config.toml")).set(.microphone, to: "new")
        #expect(
            textOfFile(place.path("real"))
                == "# mine\n[audio]\ndevice = \"new\"  # here\nsounds = true\n")
        #expect(mode(place.path("real")) & 0o7777 == 0o640)
        #expect(mode(place.path("config.toml")) & S_IFMT == S_IFLNK)
        #expect(Set(names(place)) == ["real", "config.toml"])
    }

    /// The line to write by hand is in the remedy, and the file is as it was.
    @Test(arguments: ["[audio\n", "[audio]\ndevice = 7\n"])
    func whatCannotBeChangedIsLeft(_ text: String) throws {
        let place = try ScratchDirectory("utter-settings")
        try place.write(text, to: "config.toml")
        let path = place.path("config.toml")
        let problem = #expect(throws: Problem.self) {
            try SettingsWriting(path: path).set(.microphone, to: "new")
        }
        #expect(problem?.what == "cannot write “\(path)”")
        #expect(problem?.remedy == #"Write it yourself: [audio] device = "new""#)
        #expect(textOfFile(path) == text && names(place) == ["config.toml"])
    }

    @Test func aNewFileReplacesNone() throws {
        let place = try ScratchDirectory("utter-settings")
        try NewFile.write("one", to: place.path("a/file"))
        let problem = #expect(throws: Problem.self) {
            try NewFile.write("two", to: place.path("a/file"))
        }
        #expect(problem?.why == "it exists already" && textOfFile(place.path("a/file")) == "one")
        let other = #expect(throws: Problem.self) {
            try NewFile.write("two", to: place.path("a/file/b"))
        }
        #expect(other?.why == "Not a directory")
    }

    private func names(_ place: ScratchDirectory) -> [String] {
        var names: [String] = []
        guard let directory = opendir(place.path) else { return [] }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
