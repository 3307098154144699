import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// Programs that come first in a session's PATH, for what must not be done for real. They record
/// how they were called.
@EventLoopActor
final class Programs {
    private let folder: URL
    private let log: URL
    private let session: UtterSession

    init(in session: UtterSession) throws {
        self.session = session
        folder = session.directory.appending(path: "bin")
        log = session.directory.appending(path: "calls")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: log)
        chmod(log.path, 0o666)
        chmod(folder.path, 0o755)
        session.environment = session.environment.map {
            $0.hasPrefix("PATH=") ? "PATH=\(folder.path):\($0.dropFirst(5))" : $0
        }
    }

    /// - Parameter script: its work, as a shell script.
    func add(_ name: String, _ script: String) throws {
        let file = folder.appending(path: name)
        try "#!/bin/sh\necho \"\(name) $*\" | tr -d \"'\" >>\(log.path)\n\(script)\n"
            .write(to: file, atomically: true, encoding: .utf8)
        chmod(file.path, 0o755)
    }

    /// A systemctl that knows the unit, which is disabled. Enabling and starting it waits for the
    /// daemon, as with the real one.
    ///
    /// - Parameter session: the state of the graphical session's target.
    func addService(session: String = "active") throws {
        let enabled = self.session.directory.appending(path: "enabled").path
        try add(
            "systemctl",
            """
            case "$2" in
            show)
                echo Id=utter.service
                echo LoadState=loaded
                if [ -e \(enabled) ]; then echo UnitFileState=enabled
                else echo UnitFileState=disabled; fi
                echo
                echo Id=graphical-session.target
                echo ActiveState=\(session) ;;
            enable)
                touch \(enabled)
                while [ ! -S \(self.session.socket) ]; do sleep 0.05; done ;;
            *) exit 1 ;;
            esac
            """)
    }

    /// The calls of the programs with their arguments, one a line.
    var calls: [String] {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    func wait(for call: String) async throws {
        try await waitUntil("“\(call)” is called") { calls.contains(call) }
    }
}
