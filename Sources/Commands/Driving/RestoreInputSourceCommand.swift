import ArgumentParser
import Assembly
import LinuxRuntime

/// The command that the service runs after the daemon has ended, for whatever reason.
struct RestoreInputSourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-input-source",
        abstract: "Activate your input source again after a crash in the middle of a text.",
        discussion: """
            Only where text is typed through IBus (GNOME on Wayland). Does nothing if there is \
            nothing to restore.
            """,
        shouldDisplay: false)

    func run() throws {
        try EventLoop.shared.run { try await Registry.restoreInputSource() }
    }
}
