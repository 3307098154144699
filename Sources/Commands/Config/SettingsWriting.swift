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
        try write(or: "Write it yourself: \(edit.line(value))") {
            edit.applied(to: $0, file: path, schema: Engines.schema, value)
        }
    }

    /// - Throws: a problem that says which lines to write by hand.
    func add(_ entry: TextEntry) throws(Problem) {
        try add([entry], or: "Write it yourself: \(entry.lines)")
    }

    /// Adds all of several entries, or none.
    func add(_ entries: [TextEntry], or remedy: String) throws(Problem) {
        try write(or: remedy) { entries.added(to: $0, file: path, schema: Engines.schema) }
    }

    /// - Throws: a problem that says what to delete by hand.
    func remove(_ entry: TextEntryRemoval) throws(Problem) {
        try rewrite(or: "Delete “\(entry.words)” there yourself.") {
            entry.applied(to: $0, file: path, schema: Engines.schema)
        }
    }

    /// Changes the file, or the template if there is none.
    private func write(or remedy: String, _ change: ([UInt8]) -> [UInt8]?) throws(Problem) {
        guard access(path, F_OK) != 0, errno == ENOENT else {
            return try rewrite(or: remedy, change)
        }
        guard let contents = change(Array(Engines.schema.template.utf8)) else {
            throw failure("the new value doesn’t fit", remedy)
        }
        do {
            try NewFile.write(String(decoding: contents, as: UTF8.self), to: path)
        } catch {
            throw failure((error as? Problem)?.why ?? "\(error)", remedy)
        }
    }

    /// Makes the value a comment, if there is one.
    ///
    /// - Throws: a problem that says which line to delete by hand.
    func reset(_ edit: SettingsEdit) throws(Problem) {
        if access(path, F_OK) != 0, errno == ENOENT { return }
        try rewrite(or: "Delete its line yourself: \(edit.key)") {
            edit.removed(from: $0, file: path, schema: Engines.schema)
        }
    }

    private func rewrite(
        or remedy: String, _ change: ([UInt8]) -> [UInt8]?
    ) throws(Problem) {
        do {
            if let edited = change(try StandardInput.readFile(path)) {
                return try replace(with: edited)
            }
        } catch {
            throw failure((error as? Problem)?.why ?? "\(error)", remedy)
        }
        throw failure("it is written in a way that a program can’t change safely", remedy)
    }

    private func failure(_ why: String, _ remedy: String) -> Problem {
        Problem("cannot write “\(path)”", why: why, remedy: remedy)
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
