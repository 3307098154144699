import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// The selections of a display, as xclip reads and sets them.
struct Selections {
    let server: XServer

    enum Name: String, CaseIterable { case clipboard, primary }

    init(_ server: XServer) { self.server = server }

    /// All forms that a selection offers: target to value, in hexadecimal digits. Nil if it has no
    /// owner.
    @EventLoopActor func contents(_ name: Name) async throws -> [String: String]? {
        guard let list = try await read(name, "TARGETS", digits: false) else { return nil }
        var contents: [String: String] = [:]
        let questions = ["TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS", "DELETE"]
        for target in list.split(separator: "\n").map({ String($0) })
        where !questions.contains(target) {
            contents[target] = try await read(name, target, digits: true)
        }
        return contents
    }

    /// All selections.
    @EventLoopActor func all() async throws -> [[String: String]?] {
        var all: [[String: String]?] = []
        for name in Name.allCases { all.append(try await contents(name)) }
        return all
    }

    @EventLoopActor func text(_ name: Name, target: String = "UTF8_STRING") async throws -> String?
    {
        try await read(name, target, digits: false)
    }

    /// Waits until the clipboard has contents marked as a secret.
    @EventLoopActor func waitForSecret() async throws {
        let deadline = MonotonicClock.nanoseconds + 180_000_000_000
        while try await text(.clipboard, target: "x-kde-passwordManagerHint") != "secret" {
            try #require(MonotonicClock.nanoseconds < deadline, "no secret was offered")
        }
    }

    @EventLoopActor private func read(
        _ name: Name, _ target: String, digits: Bool
    ) async throws -> String? {
        let command =
            "timeout 180 xclip -o -selection \(name.rawValue) -t '\(target)'"
            + (digits ? " | od -An -v -tx1" : "")
        let run = try await ProgramRun(
            ["bash", "-c", "set -o pipefail; " + command], environment: server.environment)
        return run.status == .exited(0) ? run.output : nil
    }

    /// Copies a text or a file's contents; xclip stays in the background to serve it.
    @EventLoopActor func copy(_ text: String, to name: Name) async throws {
        try await server.run(
            "bash", "-c", "printf %s \"$0\" | xclip -i -selection \(name.rawValue)", text)
    }

    /// Copies the output of a shell command, in one form.
    @EventLoopActor func copy(
        outputOf command: String, as target: String, to name: Name
    ) async throws {
        try await server.run(
            "bash", "-c", "\(command) | xclip -i -selection \(name.rawValue) -t \(target)")
    }

    /// A selection owner in the foreground, which can be stopped and killed.
    @EventLoopActor func owner(of name: Name, offering text: String) async throws -> ChildProcess {
        let owner = try server.start(
            [
                "bash", "-c",
                "printf %s \"$0\" | exec xclip -quiet -i -selection \(name.rawValue)", text,
            ])
        var isThere = false
        while !isThere { isThere = try await self.text(name) == text }
        return owner
    }
}

/// A terminal that ignores the paste chord, with the focus.
struct DeafWindow {
    private let process: ChildProcess

    @EventLoopActor init(on server: XServer) async throws {
        process = try server.start(
            [
                "xterm", "-T", "deaf", "-xrm",
                "XTerm*VT100.translations: #override Shift <KeyPress> Insert: ignore()",
            ])
        try await server.run(
            "timeout", "180", "xdotool", "search", "--sync", "--onlyvisible", "--name", "^deaf$",
            "windowfocus", "--sync")
    }
}
