import DesktopParts
import KeyStrokes
import LinuxRuntime
import Problems
import X11Connection

/// An X server with real input devices.
final class XServerReceiver: KeyboardReceiver {
    let name: String
    private let keyboards: XServerLine<XServerKeyboards>
    private let compose: ComposeTable?

    /// - Parameter display: as in $DISPLAY (X(7)).
    static func open(display: String) async throws -> XServerReceiver {
        let receiver = try XServerReceiver(display)
        try await receiver.ask { try await $0.connect() }
        return receiver
    }

    private init(_ display: String) throws(Problem) {
        name = "the X server \(display)"
        keyboards = XServerLine(display) { XServerKeyboards(display: display) }
        compose = try ComposeTable()
    }

    func beginWatching() async throws {
        try await ask { $0.beginWatching() }
    }

    func waitUntilOpened(_ node: String, within limit: Duration) async throws {
        try await ask { try await $0.waitUntilOpened(node, within: limit) }
    }

    func activeLayout(lights: KeyboardLocks) async throws -> ActiveLayout {
        let layout = try await ask { try $0.activeLayout() }
        return ActiveLayout(
            keymap: layout.keymap, group: layout.group, locks: layout.locks, compose: compose,
            source: name)
    }

    func heldModifier() async throws -> String? {
        try await ask { try await $0.heldModifier() }
    }

    func beginTyping() async throws {
        try await ask { try await $0.beginTyping() }
    }

    func catchUp(after releases: Int) async throws {
        try await ask { try await $0.catchUp(after: releases) }
    }

    func isGone() async -> Bool {
        await keyboards.ask { $0.isGone() } ?? true
    }

    private func ask<Answer: Sendable>(
        _ body: @escaping @X11Actor (XServerKeyboards) async throws -> Answer
    ) async throws -> Answer {
        let result = await keyboards.ask { keyboards in
            do {
                return Result<Answer, any Error>.success(try await body(keyboards))
            } catch { return .failure(error) }
        }
        if let result { return try result.get() }
        try Task.checkCancellation()
        throw keyboards.silence
    }
}
