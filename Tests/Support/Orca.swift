internal import Glibc
public import LinuxRuntime
internal import SystemPackage
internal import Testing

/// A private Orca (Debian's package of that name), the screen reader of a window's display and bus.
@EventLoopActor
public final class Orca {
    /// What it says of what the user types: one of its settings, by its name in their file.
    public enum Echo: String, CaseIterable, Sendable {
        /// As it is installed: the name of each key.
        case keys = "enableKeyEcho"
        /// Each character that has appeared.
        case characters = "enableEchoByCharacter"
        case nothing = ""
    }

    private let process: ChildProcess
    private let directory: ScratchDirectory

    /// Starts it, and returns when it has read the window, and so hears of keys.
    ///
    /// - Parameters:
    ///   - text: the text in the window's field.
    ///   - voice: where it speaks.
    public init(
        reading window: ReportingWindow, _ text: String, to voice: SpeechServer, _ echo: Echo
    ) async throws {
        directory = try ScratchDirectory("utter-orca")
        if echo != .keys {
            try directory.makeFolders(for: ".local/share/orca/user-settings.conf")
            try directory.write(Self.settings(echo), to: ".local/share/orca/user-settings.conf")
        }
        // By this program it looks for others of the same user, whatever their display: the
        // user's own isn't its concern.
        try directory.makeFolders(for: "programs/pgrep")
        try directory.write("#!/bin/sh\n", to: "programs/pgrep")
        chmod(directory.path("programs/pgrep"), 0o700)
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        var variables = window.bus.environment
        variables["HOME"] = directory.path
        variables["DISPLAY"] = window.server.display
        variables["SPEECHD_ADDRESS"] = "unix_socket:\(voice.socket)"
        variables["GSETTINGS_BACKEND"] = "memory"
        variables["LC_ALL"] = "C.UTF-8"
        let log = try directory.create("log")
        defer { try? log.close() }
        process = try ChildProcess(
            ["setpriv", "--pdeathsig", "KILL", "orca"],
            environment: ProgramPlaces.environment(path: "\(directory.path("programs")):\(path)")
                + variables.map { "\($0)=\($1)" },
            descriptors: [nil, log, log]
        ) { _ in }
        try await waitUntil("Orca reads the window, not “\(voice.said)”") {
            process.status != nil || voice.said.contains(text)
        }
        try #require(process.status == nil, "\(textOfFile(directory.path("log")))")
    }

    private static func settings(_ echo: Echo) -> String {
        let values = Echo.allCases.filter { $0 != .nothing }
            .map { "\"\($0.rawValue)\": \($0 == echo)" }.joined(separator: ", ")
        let profile = "[\"Default\", \"default\"]"
        return """
            {"general": {"startingProfile": \(profile), \(values)},
            "profiles": {"default": {"profile": \(profile)}},
            "pronunciations": {}, "keybindings": {}}
            """
    }
}
