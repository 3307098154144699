import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The program as installed by `make install`, run by an ordinary user who may use the sound card.
/// For the guest, where all changes are lost at its end.
@EventLoopActor
final class InstalledUtter {
    /// Debian's nobody, who may read no keyboard.
    static let userNumber: uid_t = 65534
    /// Where everything is installed.
    private static let prefix = "/opt/utter"
    /// The prefix with only `utter`, its engines, and a helper without the group `input`.
    private static let barePrefix = "/opt/utter-alone"

    /// Where the helper is.
    let helper: String
    let session: UtterSession
    private(set) var daemon: ChildProcess?

    /// - Parameters:
    ///   - withGroup: whether the helper gets the group `input`.
    ///   - groups: the user's additional groups.
    init(
        configuration: String, withGroup: Bool = true, groups: [String] = ["audio"]
    ) async throws {
        try await Self.install()
        let prefix = withGroup ? Self.prefix : Self.barePrefix
        helper = "\(prefix)/libexec/utter/utter-hotkeys"
        session = try UtterSession(
            configuration: configuration,
            command: [
                "setpriv", "--reuid=\(Self.userNumber)", "--regid=\(Self.userNumber)",
                "--groups=\(groups.joined(separator: ","))",
                "\(prefix)/bin/utter",
            ])
        try await Self.run(
            "chown", "-R", "\(Self.userNumber):\(Self.userNumber)", session.directory.path)
    }

    private static func install() async throws {
        guard access("\(barePrefix)/bin/utter", X_OK) != 0 else { return }
        let built = URL(filePath: UtterSession.program).deletingLastPathComponent()
        try await run(
            "make", "--directory", Project.folder, "install", "PREFIX=\(prefix)",
            "program=\(UtterSession.program)", "front=\(built.path)/utter-front",
            "overlay=\(built.path)/utter-overlay", "helper=\(built.path)/utter-hotkeys",
            "speech=\(built.path)/utter-speech", "kwin=\(built.path)/utter-kwin",
            "settings=\(built.path)/utter-settings")
        // A whole window of it in a machine that is emulated takes half a minute.
        try await run("rm", "-rf", "\(prefix)/share/utter/models")
        let parts = ["utter", "utter-speech", "utter-hotkeys"].map { "libexec/utter/\($0)" }
        for name in ["bin/utter"] + parts {
            try await run("install", "-D", "\(prefix)/\(name)", "\(barePrefix)/\(name)")
        }
    }

    private static func run(_ command: String...) async throws {
        let run = try await ProgramRun(command, within: .seconds(300))
        try #require(run.status == .exited(0), "\(command): \(run.output)\(run.errors)")
    }

    /// Starts the daemon and waits until its model is loaded.
    func start() async throws {
        daemon = try session.spawnDaemon()
        try await wait(for: "the daemon’s model") { $0.recognizer.state == .ready }
    }

    /// Requests the status as the user until it fulfils a condition.
    @discardableResult
    func wait(
        for what: String, _ isReached: (StatusReport) -> Bool
    ) async throws -> StatusReport {
        let deadline = MonotonicClock.nanoseconds + 120_000_000_000
        while true {
            let run = try await session.run("status", "--json")
            let report = try? JSONDecoder().decode(StatusReport.self, from: Data(run.output.utf8))
            if let report, isReached(report) { return report }
            try #require(daemon?.status == nil, "the daemon ended before \(what): \(log)")
            try #require(
                MonotonicClock.nanoseconds < deadline,
                "\(what): \(run.output)\(run.errors)\(log)")
            try await EventLoop.shared.sleep(for: .milliseconds(50))
        }
    }

    /// The daemon's log.
    var log: String { session.log.text }

    /// The line of `utter doctor` about the hotkey, with its remedy.
    func doctor() async throws -> String {
        let lines = try await session.run("doctor").output.split(separator: "\n")
        guard let start = lines.firstIndex(where: { $0.contains(" hotkey: ") }) else { return "" }
        let more = lines[(start + 1)...].prefix { $0.hasPrefix(" ") }
        return ([lines[start]] + more).joined(separator: "\n")
    }

    // MARK: Processes

    /// The helper's two processes.
    var helpers: [Int32] {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap { Int32($0) }
            .filter { Self.link("/proc/\($0)/exe") == helper }
    }

    /// Waits until one of some processes is ready for a keyboard's events. It has the device open
    /// twice, and the event loop has a duplicate of each.
    func waitUntilWatched(
        _ keyboard: UinputKeyboard, by processes: () -> [Int32]
    ) async throws {
        try await waitUntil("\(keyboard.node) is watched") {
            processes().contains { process in
                let links =
                    (try? FileManager.default.contentsOfDirectory(
                        atPath: "/proc/\(process)/fd")) ?? []
                return links.count { Self.link("/proc/\(process)/fd/\($0)") == keyboard.node } == 4
            }
        }
    }

    private static func link(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }
}
