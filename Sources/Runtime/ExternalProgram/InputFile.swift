import Glibc
import LinuxRuntime
import SystemPackage

/// The input of a program, as a nameless file in memory, which is freed when the last process
/// closes it: nothing of it stays, however this process ends.
struct InputFile: ~Copyable {
    /// The path for a program that needs one: a link that its guardian makes and removes. Nil for
    /// standard input.
    let path: String?
    private let memory: OwnedDescriptor

    var descriptor: FileDescriptor { memory.descriptor }

    /// - Parameter suffix: the end of the path; nil for no path.
    init(_ bytes: [UInt8], suffix: String?) throws(SystemError) {
        memory = try .memory(bytes)
        path = suffix.map { suffix in
            let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
            return "\(Self.place)/utter-\(name)\(suffix)"
        }
    }

    /// `$XDG_RUNTIME_DIR`, which belongs to the user (pam_systemd(8)), or else /dev/shm.
    private static var place: String {
        let directory = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        return directory.hasPrefix("/") ? directory : "/dev/shm"
    }
}
