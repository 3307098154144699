import Glibc
import LinuxRuntime
import SystemPackage

/// The first seat as described by systemd-logind (sd-login(3)), as long as this lives; no logind
/// runs in the guest.
final class Seat {
    /// Begins with an active user, one of 1000 and 65534.
    init(of user: Int) throws {
        try check(mkdir("/run/systemd", 0o755), "mkdir")
        try check(mkdir("/run/systemd/seats", 0o755), "mkdir")
        try give(to: user)
    }

    deinit {
        unlink("/run/systemd/seats/seat0")
        rmdir("/run/systemd/seats")
        rmdir("/run/systemd")
    }

    /// Makes another user active. Like logind, it moves a new file into place.
    func give(to user: Int) throws {
        let text = "IS_SEAT0=1\nCAN_MULTI_SESSION=1\nACTIVE_UID=\(user)\nUIDS=1000 65534\n"
        let file = try FileDescriptor.open(
            "/run/systemd/seats/.new", .writeOnly, options: [.create, .truncate],
            permissions: [.ownerReadWrite, .groupRead, .otherRead])
        _ = try file.closeAfter { try file.writeAll(text.utf8) }
        try check(rename("/run/systemd/seats/.new", "/run/systemd/seats/seat0"), "rename")
    }
}
