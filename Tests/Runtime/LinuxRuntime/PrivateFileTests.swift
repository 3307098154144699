import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

struct PrivateFileTests {
    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test func belongsToOnePersonWithItsFolders() throws {
        let place = try ScratchDirectory("utter-private")
        let path = place.path("a/b/file")
        try PrivateFile.write("one", to: FilePath(path))
        #expect(textOfFile(path) == "one" && mode(path) == 0o600)
        #expect(mode(place.path("a")) == 0o700 && mode(place.path("a/b")) == 0o700)
        #expect(PrivateFile.isMine(FilePath(path)))
        chmod(path, 0o620)
        #expect(!PrivateFile.isMine(FilePath(path)))
        try PrivateFile.write("two", to: FilePath(path))
        #expect(textOfFile(path) == "two" && mode(path) == 0o600)
    }

    /// Whoever has the old one open goes on reading it.
    @Test func isReplacedAtOnce() throws {
        let place = try ScratchDirectory("utter-private")
        let path = FilePath(place.path("file"))
        try PrivateFile.write("old", to: path)
        let old = try FileDescriptor.open(path, .readOnly)
        try PrivateFile.writeSuccessor(Array("new".utf8), of: path)
        #expect(textOfFile(path.string) == "old")
        try PrivateFile.replace(path)
        #expect(textOfFile(path.string) == "new")
        #expect(try old.closeAfter { try old.readToEnd() } == Array("old".utf8))
        #expect(access(PrivateFile.successor(of: path).string, F_OK) != 0)
    }

    /// Nothing is left of what failed, and the old one stays.
    @Test func failsWithoutATrace() throws {
        let place = try ScratchDirectory("utter-private")
        mkdir(place.path("file"), 0o700)
        let path = FilePath(place.path("file"))
        #expect(throws: Errno.isDirectory) { try PrivateFile.write("new", to: path) }
        #expect(access(PrivateFile.successor(of: path).string, F_OK) != 0)
        try place.write("", to: "plain")
        #expect(throws: Errno.notDirectory) {
            try PrivateFile.write("new", to: FilePath(place.path("plain/file")))
        }
    }

    /// Nobody may have laid a link there that leads the bytes elsewhere.
    @Test func aLinkIsNotFollowed() throws {
        let place = try ScratchDirectory("utter-private")
        let path = FilePath(place.path("file"))
        symlink(place.path("elsewhere"), path.string)
        #expect(throws: Errno.tooManySymbolicLinkLevels) {
            try PrivateFile.append([1], to: path)
        }
        try PrivateFile.write("here", to: path)
        #expect(access(place.path("elsewhere"), F_OK) != 0)
        symlink(place.path("elsewhere"), PrivateFile.successor(of: path).string)
        #expect(throws: Errno.tooManySymbolicLinkLevels) {
            try PrivateFile.write("there", to: path)
        }
        #expect(access(place.path("elsewhere"), F_OK) != 0 && textOfFile(path.string) == "here")
    }

    @Test func growsByAppending() throws {
        let place = try ScratchDirectory("utter-private")
        let path = place.path("file")
        try PrivateFile.append(Array("one\n".utf8), to: FilePath(path))
        chmod(path, 0o644)
        try PrivateFile.append(Array("two\n".utf8), to: FilePath(path))
        #expect(textOfFile(path) == "one\ntwo\n" && mode(path) == 0o600)
    }
}
