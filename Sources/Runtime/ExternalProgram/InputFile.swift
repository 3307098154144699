import Glibc
import LinuxRuntime
import SystemPackage

/// What a program gets, as a file without a name that is in memory only, and gone with the last who
/// has it open: nothing of it can stay, however this process ends.
struct InputFile: ~Copyable {
    /// Where the program finds it, if it must find it by a path: a link that its guardian makes
    /// and removes. Nil for standard input.
    let path: String?
    private let memory: OwnedDescriptor

    var descriptor: FileDescriptor { memory.descriptor }

    /// - Parameter suffix: how its path ends, if it is to have one.
    init(_ bytes: [UInt8], suffix: String?) throws(SystemError) {
        memory = try .memory(bytes)
        path = suffix.map { suffix in
            let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
            return "\(Self.place)/utter-\(name)\(suffix)"
        }
    }

    /// `$XDG_RUNTIME_DIR`, this user's own (pam_systemd(8)), or where there is none /dev/shm.
    private static var place: String {
        let directory = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        return directory.hasPrefix("/") ? directory : "/dev/shm"
    }
}
