import DesktopGNOME
import DocumentATSPI
import Foundation
import LinuxRuntime
import SinkIBus
import TestSupport
import Testing

@testable import SinkChains

/// The same in windows of GNOME Shell, typed into by IBus. Their program takes the text away now and
/// then, as a chat does when it is sent.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellRandomEditTests {
    /// Qt 6 and Chromium tell IBus nothing of an empty field, so words there may follow those before.
    @EventLoopActor
    @Test(arguments: [SessionWindow.Kind.gtk3, .gtk4])
    func theTextIsTheModels(in kind: SessionWindow.Kind) async throws {
        try await DesktopSession.setLayouts(["us"])
        // What is undone must be in the window that has the focus.
        try await extend("enable")
        let document = try await GNOMEDocument(kind)
        try await document.takeRandomEdits(
            RandomEditCount.count, seed: RandomEditCount.seed,
            EditingAbilities(reportsSelection: false, isClicked: false, isEmptied: true),
            name: "\(kind)")
        try await document.close()
        try await extend("disable")
    }

    @EventLoopActor private func extend(_ verb: String) async throws {
        let run = try await ProgramRun(["gnome-extensions", verb, "utter-focus@utter.org"])
        try #require(run.status == .exited(0), "\(run.errors)")
    }
}

/// A window in the session, with the user's keyboard of the layout `us`.
@EventLoopActor
private final class GNOMEDocument: EditedDocument {
    private let window: SessionWindow
    private let chain: SinkChain
    private let speaker: DocumentSpeaker

    init(_ kind: SessionWindow.Kind) async throws {
        window = try await SessionWindow(kind)
        let options = IBusSinkOptions(environment: ProcessInfo.processInfo.environment)
        let reader = ATSPIDocument(
            environment: options.environment, texts: .untoldToInputMethods)
        chain = SinkChain([IBusSink(options)], reader: reader)
        speaker = DocumentSpeaker(
            chain, reader, windows: GNOMEWindowFocus(environment: options.environment),
            name: "\(kind)")
        speaker.reportsAnyText = false
    }

    var text: String { window.text }
    var notice: String { speaker.notice }

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

    func close() async throws {
        chain.close()
        try await window.close()
    }

    // Of linux/input-event-codes.h.
    private static let named: [String: UInt16] = [
        "Left": 105, "Right": 106, "BackSpace": 14, "Return": 28,
    ]
}
