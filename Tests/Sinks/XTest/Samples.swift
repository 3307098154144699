import Dictation
import LinuxRuntime
import TestSupport
import Testing
import X11Connection

/// A text to type.
struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String

    var typable: TypableText { TypableText(cleaning: text, lineBreaks: .keep) }
    var testDescription: String { name }

    static let english = Sample(
        name: "English",
        text: "The quick brown fox can't jump over 1,234 lazy dogs; (why)? It's 50% @ $9!")
    static let european = Sample(
        name: "European",
        text: "„Größe“ – «déjà vu» — ‘naïve’ Łódź, ¿señor?, 100 € … İstanbul ß Ü É")
    static let world = Sample(
        name: "world",
        text: "Привет, мир! Ёлка 你好世界 こんにちは 안녕 🙂👍🏽👩‍👩‍👧 e\u{301} עברית ไทย")
    /// More symbols than fit on two keymaps.
    static let many = Sample(
        name: "several keymaps",
        text: (0..<400).map { String(Unicode.Scalar(0x4E00 + $0)!) }.joined() + " end")

    static let all = [english, european, world, many]
}

/// The keymaps of the XTEST keyboard and of the core keyboard, as a server prints them, and whether
/// the former's keys repeat.
struct Keymaps: Equatable {
    let device: String
    let core: String
    let repeats: Bool

    @EventLoopActor init(_ server: XServer) async throws {
        let list = try await server.run(
            "xinput", "list", "--id-only", "Virtual core XTEST keyboard")
        let id = list.filter(\.isNumber)
        device = try await server.run("xkbcomp", "-w", "0", "-i", id, server.display, "-")
        core = try await server.run("xkbcomp", "-w", "0", server.display, "-")
        let connection = try XConnection(DisplayName(server.display), on: .shared)
        defer { withExtendedLifetime(connection) {} }
        repeats = try XTestKeyboard(connection).repeatsKeys
    }

    func hasSameKeys(as other: Keymaps) -> Bool {
        core == other.core && device == other.device
    }
}
