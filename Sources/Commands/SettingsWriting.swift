import EngineRegistry
import Glibc
import LinuxRuntime
import Problems
import Settings
import SystemPackage

/// Writes a value into the user's configuration file, completely or not at all.
struct SettingsWriting {
    /// The file, which may not exist yet.
    let path: String

    /// - Throws: a problem that says which line to write by hand.
    func set(_ edit: SettingsEdit, to value: String) throws(Problem) {
        let what = "cannot write “\(path)”"
        let remedy = "Write it yourself: \(edit.line(value))"
        if access(path, F_OK) != 0, errno == ENOENT {
            let template = Array(Engines.schema.template.utf8)
            guard let contents = edit.applied(
                to: template, file: path, schema: Engines.schema, value) else {
                throw Problem(what, why: "“\(value)” doesn’t fit", remedy: remedy)
            }
            do {
                return try NewFile.write(String(decoding: contents, as: UTF8.self), to: path)
            } catch {
                throw Problem(what, why: (error as? Problem)?.why ?? "\(error)", remedy: remedy)
            }
        }
        do {
            let contents = try StandardInput.readFile(path)
            guard let edited = edit.applied(
                to: contents, file: path, schema: Engines.schema, value) else {
                throw Problem(
                    what, why: "it is written in a way that a program can’t change safely")
            }
            try replace(with: edited)
        } catch {
            let why = (error as? Problem)?.why ?? "\(error)"
            throw Problem(what, why: why, remedy: remedy)
        }
    }

    /// Writes a file beside it and renames that, so that no program ever reads half of it. If the
    /// file is a symbolic link, its target is replaced.
    private func replace(with contents: [UInt8]) throws {
        guard let real = realpath(path, nil) else { throw SystemError.last("realpath") }
        defer { free(real) }
        let target = String(cString: real)
        var status = stat()
        try check(stat(target, &status), "stat")
        var template = Array("\(target).XXXXXX".utf8CString)
        let new = OwnedDescriptor(adopting: try check(mkstemp(&template), "write beside it"))
        let name = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        do {
            try check(fchmod(new.rawValue, status.st_mode & 0o7777), "fchmod")
            try new.descriptor.writeAll(contents)
            try check(fsync(new.rawValue), "fsync")
            try check(rename(name, target), "rename")
        } catch {
            unlink(name)
            throw error
        }
    }
}
