import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// What the settings' window does besides writing a value: it starts the daemon, downloads a model
/// and stops that, and lists the microphones that are there.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(20)), .needs("Xvfb", package: "xvfb"),
    .needs("xdotool", package: "xdotool"),
    .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
    .needs(SettingsWindowTests.reading, package: "gir1.2-atspi-2.0"))
struct SettingsWindowActionTests {
    @EventLoopActor @Test func startItStartsTheService() async throws {
        let (display, bus) = (try await XServer(), try await BusServer())
        let session = try UtterSession(display: display)
        let programs = try Programs(in: session)
        try programs.addService()
        let (process, _) = try await SettingsWindowTests.open(session, on: display, bus)
        let before = try await SettingsWindowTests.wait(for: "Utter isn’t running.", on: bus)
        #expect(before.contains("Start it"), "\(before)")
        try await display.run("xdotool", "key", "alt+t")
        // It waits for the daemon, as the real one does.
        try await programs.wait(for: "systemctl --user enable --now utter")
        let daemon = try session.spawnDaemon()
        let after = try await SettingsWindowTests.wait(for: "Ready, but ", on: bus)
        #expect(!after.contains { $0.contains("isn’t running") }, "\(after)")
        #expect(process.status == nil && daemon.status == nil)
        // It says so when the daemon has ended, whoever ended it.
        daemon.send(signal: SIGTERM)
        _ = try await SettingsWindowTests.wait(for: "Utter isn’t running.", on: bus)
        process.send(signal: SIGTERM)
    }

    /// The model that is recommended, from a mirror that stops in the middle.
    @EventLoopActor
    @Test(.needs("python3", package: "python3"), .needs("openssl", package: "openssl"))
    func aDownloadIsShownAndStopped() async throws {
        let (display, bus, server) = (
            try await XServer(), try await BusServer(), try await FileServer()
        )
        let session = try UtterSession(display: display)
        let listed = try await session.output("models", "available", "--json")
        let line = try #require(
            listed.split(separator: "\n").first { $0.contains("\"recommended\":true") })
        let bytes = try #require(line.firstMatch(of: /"bytes":(\d+)/).flatMap { Int($0.1) })
        let name = try #require(line.firstMatch(of: /"file":"([^"]+)"/)?.1)
        let file = session.directory.appending(path: "config/utter/config.toml")
        try "[models]\nmirror = \"\(server.address("stall"))/zeros-\(bytes)\"\n"
            .write(to: file, atomically: true, encoding: .utf8)
        let (process, _) = try await SettingsWindowTests.open(session, on: display, bus)
        _ = try await SettingsWindowTests.wait(for: "; licence ", on: bus)
        try await display.run("xdotool", "key", "alt+o")
        let during = try await SettingsWindowTests.wait(for: "50 % of ", on: bus)
        #expect(during.contains("Stop") && !during.contains("Download"), "\(during)")
        try await display.run("xdotool", "key", "alt+o")
        let after = try await SettingsWindowTests.wait(
            for: "Stopped; a new download continues from there.", on: bus)
        #expect(after.contains("Download"), "\(after)")
        let part = session.directory.appending(path: ".local/share/utter/models/.\(name).part")
        try await waitUntil("the part is kept") {
            let size = try? FileManager.default.attributesOfItem(atPath: part.path)[.size] as? Int
            return size == bytes / 2
        }
        #expect(process.status == nil)
        process.send(signal: SIGTERM)
    }

    /// The sound server's are there; the chosen one is in the file.
    @EventLoopActor @Test(.needs("pulseaudio", package: "pulseaudio"))
    func aMicrophoneIsChosen() async throws {
        let (display, sound) = (try await XServer(), try await PulseServer.start())
        let session = try UtterSession(
            display: display, sound: sound,
            configuration: "[audio]\ndevice = \"default\" # of the desk\n")
        let values = try await session.output("config", "values", "audio.device")
            .split(separator: "\n").compactMap { $0.split(separator: "\t").first }
        let last = try #require(values.last)
        try #require(values.count > 1 && last != "default", "\(values)")
        let (process, _) = try await SettingsWindowTests.open(session, on: display)
        let file = session.directory.appending(path: "config/utter/config.toml")
        let wanted = "[audio]\ndevice = \"\(last)\" # of the desk\n"
        // Keys that a busy window takes late may choose in what follows, too.
        while try !String(contentsOf: file, encoding: .utf8).hasPrefix(wanted) {
            try #require(process.status == nil)
            try await display.run(
                "xdotool", "key", "--delay", "100", "Escape", "alt+i", "End", "Return")
        }
        process.send(signal: SIGTERM)
        withExtendedLifetime(sound) {}
    }
}
