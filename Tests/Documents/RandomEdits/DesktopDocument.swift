import Assembly
import DesktopParts
import LinuxRuntime
import Settings
import TestSupport
import Testing

@testable import SinkChains

/// A window in the session of a real desktop, with the user's keyboard of the layout `us`, and what
/// the program types there with by itself.
@EventLoopActor
final class DesktopDocument: EditedDocument {
    private let window: SessionWindow
    private let chain: SinkChain
    private let speaker: DocumentSpeaker

    /// - Parameter isUntouched: whether its field has never had a text. Any other has been emptied.
    init(
        _ kind: SessionWindow.Kind, reports: DocumentSpeaker.Report, isUntouched: Bool = false
    ) async throws {
        try await DesktopSession.setLayouts(["us"])
        if DesktopSession.desktop == .kde { try await KWin6Permission.give() }
        chain = try Registry.sinks(Settings())
        window = try await SessionWindow(kind, isTried: !isUntouched)
        speaker = DocumentSpeaker(chain, windows: Registry.desktop.focus, name: "\(kind)")
        speaker.report = reports
    }

    var text: String { window.text }
    var notice: String { speaker.notice }
    /// The text that was typed last.
    var typed: String { speaker.typed }

    func type(_ text: String) async throws { try await DesktopSession.type(text) }

    func press(_ key: String, _ count: Int) async throws {
        if key.count == 1 { return try await type(String(repeating: key, count: count)) }
        let code = try #require(Self.named[key], "no key “\(key)”")
        for _ in 0..<count { try await DesktopSession.press(code) }
    }

    func click(_ x: Int, _ y: Int) async throws { Issue.record("nobody clicks here") }

    func clear() async throws { try await window.clear() }

    func dictate(_ words: String, over selected: String) async throws {
        try await speaker.dictate(words, over: selected)
    }

    /// Dictates once the window has reported this text before the cursor, if it does.
    func dictate(_ words: String, behind before: String) async throws {
        try await speaker.dictate(words, over: "", behind: before)
    }

    func close() async throws {
        chain.close()
        try await window.close()
    }

    // Of linux/input-event-codes.h.
    private static let named: [String: UInt16] = [
        "Left": 105, "Right": 106, "BackSpace": 14, "Return": 28, "End": 107,
    ]
}
