import Foundation
import TestSupport

extension UtterSession {
    /// A configuration that ends in the section of the microphone, which hears the desktop's speaker.
    nonisolated static let withoutHotkeyInDesktop =
        withoutHotkey
        + "[audio]\ndevice = \"\(DesktopSpeaker.microphone)\"\n"

    /// In the session of a real desktop in which this program runs, with its own configuration.
    convenience init(
        inDesktop configuration: String, command: [String] = [UtterSession.program]
    ) async throws {
        try self.init(configuration: configuration, command: command)
        let own = ProcessInfo.processInfo.environment
        let folder = own["XDG_RUNTIME_DIR"] ?? ""
        // Found in the runtime directory and in the configuration's, which differ here.
        var other = [
            "PULSE_SERVER": "unix:\(folder)/pulse/native",
            "WAYLAND_DISPLAY": "\(folder)/\(own["WAYLAND_DISPLAY"] ?? "")",
        ]
        if DesktopSession.desktop == .gnome {
            let ibus = try await ProgramRun(["ibus", "address"])
            other["IBUS_ADDRESS"] = String(ibus.output.dropLast())
        }
        let places = environment.filter {
            $0.hasPrefix("XDG_CONFIG_HOME=") || $0.hasPrefix("XDG_RUNTIME_DIR=")
        }
        environment =
            own.merging(other) { $1 }
            .filter { !["XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"].contains($0.key) }
            .map { "\($0)=\($1)" } + places
    }

    /// Installs the program as far as the portal asks for that: it ignores an entry whose program
    /// isn't there.
    func installEntry() throws {
        let applications = URL(filePath: ProcessInfo.processInfo.environment["HOME"] ?? "")
            .appending(path: ".local/share/applications")
        try FileManager.default.createDirectory(
            at: applications, withIntermediateDirectories: true)
        let entry = try String(
            contentsOf: URL(filePath: Project.path("packaging/desktop/org.utter.Utter.desktop")),
            encoding: .utf8
        ).replacing("Exec=utter", with: "Exec=\(UtterSession.program)")
        try entry.write(
            to: applications.appending(path: "org.utter.Utter.desktop"), atomically: true,
            encoding: .utf8)
    }
}
