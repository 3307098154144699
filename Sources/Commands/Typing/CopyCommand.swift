import ArgumentParser
import ControlProtocol
import Glibc
import LinuxRuntime
import Problems

struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Put the last dictation on the clipboard.",
        discussion: "A process stays until something else is copied.")

    @Flag(help: "Copy the engine's own words.")
    var raw = false

    /// Makes this the process that stays and serves the clipboard: it reads the text from its
    /// standard input.
    @Flag(help: .hidden)
    var serve = false

    /// Makes this the process that serves what another one, which ends, has served.
    @Flag(help: .hidden)
    var inherit = false

    func run() throws {
        if serve || inherit {
            // The terminal may be closed.
            signal(SIGHUP, SIG_IGN)
            return try EventLoop.shared.run { [serve] in
                if serve {
                    try await ClipboardServer.serveText()
                } else {
                    try await ClipboardServer.serveInheritance()
                }
            }
        }
        let isCopied = try EventLoop.shared.run { [raw] in
            guard let record = try await KeptTranscripts.read(1).first else {
                throw Problem("nothing to copy", why: "nothing was dictated yet")
            }
            return try await ClipboardServer.copy(raw ? record.raw : record.text)
        }
        // The serving process has said why.
        if !isCopied { throw ExitCode.failure }
    }
}
