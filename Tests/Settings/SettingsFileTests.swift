import Glibc
import Testing

@testable import Settings

@Suite struct SettingsFileTests {
    @Test func theDefaultPath() {
        func path(_ environment: [String: String]) -> String? {
            Settings.defaultPath { environment[$0] }
        }
        #expect(path(["XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == "/x/utter/config.toml")
        #expect(path(["XDG_CONFIG_HOME": "/x/"]) == "/x/utter/config.toml")
        #expect(path(["XDG_CONFIG_HOME": "", "HOME": "/h"]) == "/h/.config/utter/config.toml")
        // "All paths set in these environment variables must be absolute."
        #expect(path(["XDG_CONFIG_HOME": "x", "HOME": "/h"]) == "/h/.config/utter/config.toml")
        #expect(path([:]) == nil)
    }

    @Test func aFileThatIsThere() throws {
        let folder = try Folder()
        try folder.write("[text.cleanup]\nserver_key = 'k'\n", to: "config.toml")
        let settings = try Settings.load(path: folder.path + "/config.toml", schema: .general)
        #expect(settings.cleanup.serverKey == folder.path + "/k")
        #expect(settings.file == folder.path + "/config.toml")
    }

    @Test func theDefaultFile() throws {
        let folder = try Folder()
        let environment = { (name: String) in name == "XDG_CONFIG_HOME" ? folder.path : nil }
        #expect(try Settings.loadDefault(schema: .general, environment: environment).file == nil)
        #expect(mkdir(folder.path + "/utter", 0o700) == 0)
        #expect(try Settings.loadDefault(schema: .general, environment: environment).file == nil)
        try folder.write("[history]\nkeep = 3\n", to: "utter/config.toml")
        let settings = try Settings.loadDefault(schema: .general, environment: environment)
        #expect(settings.history.keep == 3)
        #expect(try Settings.loadDefault(schema: .general) { _ in nil }.history.keep == 20)
        try folder.write("[history]\nkeep = 3\nkeeep = 2", to: "utter/config.toml")
        let error = #expect(throws: SettingsError.self) {
            try Settings.loadDefault(schema: .general, environment: environment)
        }
        #expect(
            error?.description == folder.path
                + "/utter/config.toml:3:1: [history] keeep: unknown key (did you mean “keep”?)")
    }

    @Test func filesThatCannotBeRead() throws {
        let folder = try Folder()
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        #expect(symlink("nowhere", folder.path + "/link") == 0)
        try folder.write(String(repeating: "#", count: 1 << 20 + 1), to: "huge")
        try folder.write("x", to: "file")
        func problem(_ name: String) -> String? {
            do {
                _ = try Settings.load(path: "\(folder.path)/\(name)", schema: .general)
                return nil
            } catch {
                return error.description.replacing(folder.path + "/", with: "")
            }
        }
        #expect(problem("missing") == "missing: there is no such file")
        #expect(problem("link") == "link: is a symbolic link to a file that does not exist")
        #expect(problem("") == ": is a directory")
        #expect(problem("pipe") == "pipe: is not a regular file")
        #expect(problem("huge") == "huge: is longer than 1 MiB")
        #expect(problem("file/x") == "file/x: cannot be read: Not a directory")
        #expect(problem("a\0b") == "a\0b: isn't a file name")
    }

    /// Root may read everything but this: the kernel can't read from address 0 of a process's
    /// memory.
    @Test func readingFails() throws {
        let error = #expect(throws: SettingsError.self) {
            try Settings.load(path: "/proc/self/mem", schema: .general)
        }
        #expect(error?.description == "/proc/self/mem: cannot be read: Input/output error")
    }

    @Test func noPermission() throws {
        let folder = try Folder()
        try folder.write("", to: "secret")
        #expect(chmod(folder.path, 0o755) == 0)
        #expect(chmod(folder.path + "/secret", 0) == 0)
        var problem: String?
        withoutRootsRights {
            do {
                _ = try Settings.load(path: folder.path + "/secret", schema: .general)
            } catch {
                problem = "\(error)"
            }
        }
        #expect(problem == "\(folder.path)/secret: cannot be read: Permission denied")
    }

    @Test func aMebibyteIsStillRead() throws {
        let folder = try Folder()
        let comment = "#" + String(repeating: "x", count: 1 << 20 - 2) + "\n"
        try folder.write(comment, to: "config.toml")
        let settings = try Settings.load(path: folder.path + "/config.toml", schema: .general)
        #expect(settings.history.keep == 20)
    }

    @Test func devicesEnd() throws {
        #expect(try Settings.load(path: "/dev/null", schema: .general).history.keep == 20)
        let error = #expect(throws: SettingsError.self) {
            try Settings.load(path: "/dev/zero", schema: .general)
        }
        #expect(error?.description == "/dev/zero: is longer than 1 MiB")
    }
}

/// A directory for one test, with the files that the test puts there.
private final class Folder {
    let path: String
    private var names: [String] = []

    init() throws {
        var template = Array("/tmp/utter-settings-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    func write(_ text: String, to name: String) throws {
        names.append(name)
        let file = try #require(fopen("\(path)/\(name)", "w"))
        #expect(fputs(text, file) >= 0)
        #expect(fclose(file) == 0)
    }

    deinit {
        for name in names + ["utter", "pipe", "link"] { remove("\(path)/\(name)") }
        rmdir(path)
    }
}

/// Runs something with the file access of user nobody, if we are root. It applies to the thread
/// (setfsuid(2)), so that other tests keep theirs. Swift's Glibc module lacks the function.
private func withoutRootsRights(_ body: () -> Void) {
    typealias SetUser = @convention(c) (uid_t) -> Int32
    let setUser = unsafeBitCast(dlsym(nil, "setfsuid"), to: SetUser.self)
    let own = setUser(65534)
    body()
    _ = setUser(uid_t(own))
}
