import Dictation
import Glibc
import HotkeyChords
import HotkeyHelperProtocol
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// Whose seat it is, as systemd-logind writes it (sd-login(3)); no logind runs in the guest.
extension GuestHelperTests {
    @EventLoopActor @Test func watchesForTheActiveUserOnly() async throws {
        try check(mkdir("/run/systemd", 0o755), "mkdir")
        try check(mkdir("/run/systemd/seats", 0o755), "mkdir")
        defer {
            unlink("/run/systemd/seats/seat0")
            rmdir("/run/systemd/seats")
            rmdir("/run/systemd")
        }
        try giveSeat(to: 1000)
        let keyboard = try UinputKeyboard.forGroup("shared keyboard")
        let helper = try await Self.helper([.f9])
        try await helper.tells("accepted", "cannot watch: inactive")
        keyboard.tap("KEY_F9")

        try giveSeat(to: 65534)
        try await helper.watches(keyboard.node)
        keyboard.press("KEY_F9")
        try await helper.tells("accepted", "cannot watch: inactive", "watching", "pressed 0")

        // What is held when the other one takes over is let go, and no more is told.
        try giveSeat(to: 1000)
        try await helper.noLongerWatches(keyboard.node)
        keyboard.release("KEY_F9")
        keyboard.tap("KEY_F9")
        try giveSeat(to: 65534)
        try await helper.watches(keyboard.node)
        keyboard.tap("KEY_F9")
        try await waitUntil("it tells again") { helper.told.count >= 9 }
        #expect(helper.told.filter { $0.hasSuffix(" 0") } == [
            "pressed 0", "released 0", "pressed 0", "released 0",
        ])
        #expect(helper.told.filter { $0 == "cannot watch: inactive" }.count == 2)
        #expect(helper.told.filter { $0 == "watching" }.count == 2)
    }

    /// As logind does: it moves a new file into place.
    private func giveSeat(to user: Int) throws {
        let text = "IS_SEAT0=1\nCAN_MULTI_SESSION=1\nACTIVE_UID=\(user)\nUIDS=1000 65534\n"
        let file = try FileDescriptor.open(
            "/run/systemd/seats/.new", .writeOnly, options: [.create, .truncate],
            permissions: [.ownerReadWrite, .groupRead, .otherRead])
        _ = try file.closeAfter { try file.writeAll(text.utf8) }
        try check(rename("/run/systemd/seats/.new", "/run/systemd/seats/seat0"), "rename")
    }
}
