import Glibc
import LinuxRuntime
import SystemPackage
import Testing

/// Files below a directory of a test's own, removed with the object.
final class TestRoot {
    let path: String

    init(_ files: [String: String] = [:]) throws {
        var template = Array("/tmp/utter-root-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template))) + "/"
        for (name, text) in files { try write(text, to: name) }
    }

    func write(_ text: String, to name: String) throws {
        var directory = path
        for part in name.split(separator: "/").dropLast() {
            directory += part + "/"
            mkdir(directory, 0o700)
        }
        let file = try FileDescriptor.open(
            FilePath(path + name), .writeOnly, options: [.create, .truncate],
            permissions: .ownerReadWrite)
        try file.closeAfter { _ = try file.writeAll(text.utf8) }
    }

    deinit {
        for name in [
            "etc/default/keyboard", "etc/X11/xorg.conf.d/00-keyboard.conf", "kxkbrc",
            "glib-2.0/settings/keyfile",
        ] { unlink(path + name) }
        for name in [
            "etc/default", "etc/X11/xorg.conf.d", "etc/X11", "etc", "glib-2.0/settings",
            "glib-2.0", "",
        ] { rmdir(path + name) }
    }
}
