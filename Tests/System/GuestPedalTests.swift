import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// A pedal that writes a letter, with the kernel's driver for USB keyboards and udev.
@Suite(.runningLoop, .serialized, .inGuest) struct GuestPedalTests {
    /// The rule in docs/accessibility.md is for this pedal.
    @EventLoopActor @Test func theDocumentedRuleMakesItAHotkey() async throws {
        let page = textOfFile("docs/accessibility.md").split(
            separator: "\n", omittingEmptySubsequences: false)
        let first = try #require(page.firstIndex { $0.hasPrefix("    evdev:input:") })
        let rule = page[first...].prefix { !$0.isEmpty }.map { $0.dropFirst(4) + "\n" }.joined()
        let folder = try await ProgramRun(["mkdir", "-p", "/etc/udev/hwdb.d"])
        #expect(folder.status == .exited(0), "\(folder.errors)")
        let file = try FileDescriptor.open(
            "/etc/udev/hwdb.d/70-pedal.hwdb", .writeOnly, options: [.create, .truncate],
            permissions: [.ownerReadWrite, .groupRead, .otherRead])
        _ = try file.closeAfter { try file.writeAll(rule.utf8) }
        let update = try await ProgramRun(["systemd-hwdb", "update"])
        #expect(update.status == .exited(0), "\(update.errors)")

        let pedal = try HIDPedal()
        let settled = try await ProgramRun(["udevadm", "settle"])
        #expect(settled.status == .exited(0), "\(settled.errors)")
        let session = try UtterSession(configuration: "")
        let terminal = try PseudoTerminal(
            [UtterSession.program, "devices", "--keys", "--count", "1"],
            environment: session.environment)
        try await terminal.wait(for: "Press keys or buttons.")
        try pedal.press()
        try await terminal.wait(for: "F13  (KEY_F13, \(HIDPedal.name))")
        #expect(try await terminal.wait() == .exited(0), "\(terminal.output)")
    }
}
