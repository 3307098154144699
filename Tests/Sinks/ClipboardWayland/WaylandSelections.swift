import Dictation
import LinuxRuntime
import SinkClipboardWayland
import TestSupport
import Testing

/// The selections of a compositor, as wl-clipboard reads and sets them.
struct WaylandSelections {
    let server: SwayServer

    enum Name: String, CaseIterable {
        case clipboard, primary

        /// wl-clipboard's option.
        var option: String { self == .primary ? "--primary" : "--" }
    }

    /// Every form of a selection, in hexadecimal digits. Nil if there is nothing.
    @EventLoopActor func contents(_ name: Name) async throws -> [String: String]? {
        guard let list = try await read(name, "wl-paste --list-types $0") else { return nil }
        var contents: [String: String] = [:]
        for type in Set(list.split(separator: "\n").map(String.init)) {
            contents[type] = try await read(
                name, "wl-paste --no-newline --type '\(type)' $0 | od -An -v -tx1")
        }
        return contents
    }

    /// All selections.
    @EventLoopActor func all() async throws -> [[String: String]?] {
        var all: [[String: String]?] = []
        for name in Name.allCases { all.append(try await contents(name)) }
        return all
    }

    /// Waits until all selections are so. A busy window that hasn't read the keys yet finds nothing
    /// to paste until it has.
    @EventLoopActor func become(_ wanted: [[String: String]?]) async throws {
        let start = ContinuousClock.now
        while try await all() != wanted {
            try #require(ContinuousClock.now - start < .seconds(180))
        }
    }

    @EventLoopActor func text(_ name: Name, type: String = "text/plain") async throws -> String? {
        try await read(name, "wl-paste --no-newline --type '\(type)' $0")
    }

    @EventLoopActor private func read(_ name: Name, _ command: String) async throws -> String? {
        let run = try await server.run(["bash", "-c", "set -o pipefail; " + command, name.option])
        return run.status == .exited(0) ? run.output : nil
    }

    /// Copies a text; wl-copy stays in the background to serve it.
    @EventLoopActor func copy(_ text: String, to name: Name) async throws {
        try await copy(outputOf: "printf %s '\(text)'", to: name)
    }

    /// Copies the output of a shell command.
    @EventLoopActor func copy(
        outputOf command: String, as type: String = "text/plain", to name: Name
    ) async throws {
        let run = try await server.run(
            ["bash", "-c", "\(command) | wl-copy --type '\(type)' $0 2>&1", name.option])
        if run.status != .exited(0) { throw CopyFailed(why: run.output) }
    }

    private struct CopyFailed: Error {
        let why: String
    }
}

/// A scene with a window, a keyboard that the windows listen to, and the selections.
@EventLoopActor
func withWaylandPaste(
    _ kind: TextWindow.Kind, chord: PasteChord = .shiftInsert, changes: String = "",
    _ body: (WaylandClipboardSink, TextWindow, WaylandSelections) async throws -> Void
) async throws {
    Signals.ignoreBrokenPipes()
    let server = try await SwayServer.start(changes: changes)
    let sink = WaylandClipboardSink(display: server.socket, chord: chord)
    let user = try await SelectionUser(server)
    let window = try await server.open(kind) { try await user.type($0) }
    try await body(sink, window, WaylandSelections(server: server))
    sink.close()
    withExtendedLifetime(user) {}
    try await server.stop()
}

extension WaylandClipboardSink {
    func paste(_ text: String) async throws(SinkFailure) {
        try await insertText(TypableText(cleaning: text, lineBreaks: .keep))
    }

    func failure(pasting text: String) async -> SinkFailure? {
        do throws(SinkFailure) {
            try await paste(text)
            return nil
        } catch { return error }
    }
}
