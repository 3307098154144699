import CLinux
import Glibc
import LinuxRuntime
import SystemPackage

/// What a program gets, as a file that is in memory only, until this object goes.
final class InputFile {
    /// Nil for a file without a name.
    let path: String?
    private let owned: OwnedDescriptor

    var descriptor: FileDescriptor { owned.descriptor }

    /// - Parameter suffix: how its name ends, if a program must find it by a path. It then lies in
    ///   `$XDG_RUNTIME_DIR`, which is memory and this user's own (pam_systemd(8)), or where there
    ///   is none in /dev/shm, readable for this user only.
    init(_ bytes: [UInt8], suffix: String?) throws(SystemError) {
        if let suffix {
            let place = Self.place
            var template = Array("\(place)/utter-XXXXXX\(suffix)".utf8CString)
            // Mode 0600; the suffix stays as it is.
            let file = try check(
                mkstemps(&template, Int32(suffix.utf8.count)), "mkstemps in \(place)")
            owned = OwnedDescriptor(adopting: file)
            _ = fcntl(file, F_SETFD, FD_CLOEXEC)
            path = String(
                decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        } else {
            let file = try check(utter_memory_file("utter"), "memfd_create")
            owned = OwnedDescriptor(adopting: file)
            path = nil
        }
        do {
            try descriptor.writeAll(bytes)
            try descriptor.seek(offset: 0, from: .start)
        } catch {
            throw SystemError("write the program's input", error as? Errno ?? .ioError)
        }
    }

    deinit {
        if let path { unlink(path) }
    }

    private static var place: String {
        let directory = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        return directory.hasPrefix("/") ? directory : "/dev/shm"
    }
}
