import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// Files and folders of others.
struct SmallFileTests {
    @Test func aFileIsReadUpToALimit() throws {
        let place = try ScratchDirectory("utter-files")
        let text = String(repeating: "x", count: 100_000)
        try place.write(text, to: "file")
        func read(_ limit: Int, _ path: String) throws -> Int? {
            let file = try FileDescriptor.open(FilePath(path), .readOnly)
            return try file.closeAfter { try file.readToEnd(atMost: limit)?.count }
        }
        #expect(try read(100_000, place.path("file")) == 100_000)
        #expect(try read(99_999, place.path("file")) == nil)
        // It has no end, and its status says that it is empty.
        #expect(try read(1 << 20, "/dev/zero") == nil)
        #expect(throws: Errno.isDirectory) { try read(1, place.path) }
    }

    @Test func linesOfAConfiguration() throws {
        let place = try ScratchDirectory("utter-files")
        try place.write("a=1\n\nb=2\r\nc=3", to: "file")
        #expect(ConfigurationLines.read(place.path("file")) == ["a=1", "b=2", "c=3"])
        #expect(ConfigurationLines.read(place.path("none")).isEmpty)
        // No such file is that large.
        #expect(ConfigurationLines.text("/dev/zero") == nil)
    }

    @Test func aFoldersNamesAndSize() throws {
        let place = try ScratchDirectory("utter-files")
        try place.makeFolders(for: "in/in/file")
        for name in ["b", "a", ".hidden", "in/c", "in/in/d"] {
            try place.write("12345", to: name)
        }
        symlink(place.path, place.path("in/loop"))
        symlink(place.path("a"), place.path("link"))
        #expect(Folder.names(in: place.path) == ["a", "b", "in", "link"])
        #expect(Folder.names(in: place.path("none")).isEmpty)
        #expect(Folder.size(of: place.path) == 20)
    }

    @Test func aLinkLeadsSomewhere() throws {
        let place = try ScratchDirectory("utter-files")
        symlink("some/where", place.path("link"))
        #expect(try SymbolicLink.target(of: place.path("link")) == "some/where")
        try place.write("", to: "file")
        let error = #expect(throws: SystemError.self) {
            try SymbolicLink.target(of: place.path("file"))
        }
        #expect(error?.errno == .invalidArgument)
    }

    @Test(arguments: [
        (["HOME=/home/a"], "/home/a/.config/utter", "/home/a/.local/state/utter"),
        (["HOME=/home/a/", "XDG_STATE_HOME=/s/"], "/home/a/.config/utter", "/s/utter"),
        (
            ["HOME=/home/a", "XDG_CONFIG_HOME=relative"], "/home/a/.config/utter",
            "/home/a/.local/state/utter"
        ),
        (["HOME=relative", "XDG_STATE_HOME=/s"], nil, "/s/utter"), ([], nil, nil),
    ])
    func whereTheFilesAre(_ variables: [String], _ configuration: String?, _ state: String?) {
        func value(_ name: String) -> String? {
            variables.first { $0.hasPrefix("\(name)=") }.map {
                String($0.dropFirst(name.count + 1))
            }
        }
        #expect(BaseDirectory.configuration.path(value) == configuration)
        #expect(BaseDirectory.state.path(value) == state)
    }
}
