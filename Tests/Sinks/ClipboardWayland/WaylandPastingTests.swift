import Dictation
import Glibc
import LinuxRuntime
import SinkClipboardWayland
import TestSupport
import Testing

/// Pasting into real windows of a real compositor.
@Suite(
    .runningLoop, .serialized, .needs("sway", "swaymsg", "foot", package: "sway and foot"),
    .needs("wl-copy", "wl-paste", package: "wl-clipboard"),
    .needs("xterm", "Xwayland", package: "xterm and xwayland"),
    .needs("/usr/bin/python3", XWindow.gtk3, package: "gir1.2-gtk-3.0"))
struct WaylandPastingTests {
    static let sample = "Привет 你好 “Größe” 🙂👍🏽👩‍👩‍👧 e\u{301} עברית ไทย it's 50% @ $9!"

    @EventLoopActor
    @Test(arguments: [
        (TextWindow.Kind.foot, PasteChord.shiftInsert), (.foot, .controlShiftV),
        (.gtk3, .shiftInsert), (.gtk3, .controlV), (.gtk4, .shiftInsert), (.xterm, .shiftInsert),
        (.gtk3OnX11, .shiftInsert), (.chromium, .shiftInsert), (.chromium, .controlShiftV),
    ])
    func arrivesExactlyAndTheClipboardIsBack(
        in kind: TextWindow.Kind, with chord: PasteChord
    ) async throws {
        try await withWaylandPaste(kind, chord: chord) { sink, window, selections in
            try await selections.copy("copied before: ä 你", to: .clipboard)
            try await selections.copy("selected before: ö 好", to: .primary)
            let before = try await selections.all()
            try #require(before.allSatisfy { $0?.isEmpty == false })
            let user = try await SelectionUser(selections.server)
            try await sink.paste(Self.sample)
            try await user.type("\n")
            #expect(try await window.line(within: .seconds(180)) == Self.sample)
            try await selections.become(before)
            // From now on this process serves it, and keeps it over the next paste.
            try await sink.paste("next")
            try await user.type("\n")
            #expect(try await window.line(within: .seconds(180)) == "next")
            try await selections.become(before)
        }
    }

    /// Qt 5 waits for a second, and then pastes nothing.
    @EventLoopActor
    @Test(.needs(TextWindow.Kind.qt5.program, package: "qtwayland5"))
    func aTextThatComesTooLateIsPastedAgain() async throws {
        try await withWaylandPaste(.qt5AnnouncingPastes) { sink, window, selections in
            let user = try await SelectionUser(selections.server)
            let stall = window.stallWhilePasting()
            try await sink.paste(Self.sample)
            #expect(await stall.value == "pasting")
            #expect(try await window.line() == "pasting")
            try await user.type("\n")
            #expect(try await window.line() == Self.sample)
        }
    }

    /// Also where the compositor ignores a virtual keyboard's modifiers.
    @EventLoopActor
    @Test(.needs("cc", package: "gcc"), arguments: [PasteChord.shiftInsert, .controlV])
    func arrivesByModifiersThatAreKeys(with chord: PasteChord) async throws {
        let changes = SeatKeymapCompositor.changes(layouts: "us")
        try await withWaylandPaste(.gtk3, chord: chord, changes: changes) {
            sink, window, selections in
            let user = try await SelectionUser(selections.server)
            try await sink.paste(Self.sample)
            try await user.type("\n")
            #expect(try await window.line(within: .seconds(180)) == Self.sample)
        }
    }

    @EventLoopActor @Test func largeContentsAreBack() async throws {
        try await withWaylandPaste(.foot) { sink, window, selections in
            // More than fits into a pipe, and bytes of every value.
            try await selections.copy(
                outputOf: "head -c 3000001 /dev/urandom", as: "image/png", to: .clipboard)
            let before = try await selections.contents(.clipboard)
            try #require(before?["image/png"]?.count ?? 0 > 9_000_000)
            try await sink.paste("text\n")
            #expect(try await window.line(within: .seconds(180)) == "text")
            #expect(try await selections.contents(.clipboard) == before)
            #expect(try await selections.contents(.primary) == nil)
        }
    }

    @EventLoopActor @Test func aMegabyteArrives() async throws {
        try await withWaylandPaste(.foot) { sink, window, selections in
            try await selections.copy("before", to: .clipboard)
            let text = (0..<30_000).map { "Zeile \($0): 你好, мир, 🙂 ß;" }.joined()
            try #require(text.utf8.count > 1_000_000)
            try await sink.paste(text + "\n")
            let line = try await window.line()
            #expect(line == text)
            #expect(try await selections.text(.clipboard) == "before")
        }
    }

    @EventLoopActor @Test func whereNothingWasNothingIsLeft() async throws {
        try await withWaylandPaste(.foot) { sink, window, selections in
            try await sink.paste("text\n")
            #expect(try await window.line(within: .seconds(180)) == "text")
            #expect(try await selections.all() == [nil, nil])
        }
    }

    @EventLoopActor @Test func whatIsCopiedAfterwardsStays() async throws {
        try await withWaylandPaste(.foot) { sink, window, selections in
            try await selections.copy("first", to: .clipboard)
            try await sink.paste("text\n")
            #expect(try await window.line(within: .seconds(180)) == "text")
            try await selections.copy("second", to: .clipboard)
            #expect(try await selections.text(.clipboard) == "second")
            try await sink.paste("more\n")
            #expect(try await window.line(within: .seconds(180)) == "more")
            #expect(try await selections.text(.clipboard) == "second")
        }
    }

    @EventLoopActor @Test func deletesBackward() async throws {
        try await withWaylandPaste(.gtk3) { sink, window, selections in
            let user = try await SelectionUser(selections.server)
            try await sink.paste("Größe 你好" + String(repeating: "x", count: 100))
            try await sink.deleteBackward(104)
            try await user.type("\n")
            #expect(try await window.line(within: .seconds(180)) == "Größ")
        }
    }
}
