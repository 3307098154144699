import Dictation
import Glibc
import LinuxRuntime
import SinkClipboardX11
import TestSupport
import Testing

@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("xclip", package: "xclip"),
    .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"))
struct PastingTests {
    static let samples = [
        "plain English: it's 50% @ $9!", "„Größe“ – déjà vu — Łódź, 100 € … İstanbul ß",
        "Привет 你好世界 한국어 🙂👍🏽👩‍👩‍👧 e\u{301} עברית ไทย",
    ]

    @EventLoopActor @Test(arguments: XWindow.Kind.allCases, samples)
    func arrivesExactlyAndTheClipboardIsBack(kind: XWindow.Kind, sample: String) async throws {
        let server = try await XServer()
        let selections = Selections(server)
        try await selections.copy("copied before: ä 你", to: .clipboard)
        try await selections.copy("selected before: ö 好", to: .primary)
        let before = try await selections.all()
        try #require(before.allSatisfy { $0?.isEmpty == false })
        let window = try await XWindow(kind, on: server)
        let sink = X11ClipboardSink(display: server.display)
        try await sink.insertText(TypableText(cleaning: sample, lineBreaks: .keep))
        try await window.waitForText(sample)
        #expect(try await selections.all() == before)
        // From now on this process serves it, and keeps it over the next paste.
        try await sink.insertText(TypableText(cleaning: "next", lineBreaks: .keep))
        try await window.waitForText(sample + "next")
        #expect(try await selections.all() == before)
        sink.close()
    }

    @EventLoopActor @Test func everyFormOfAnImageIsBack() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        let image = """
            import gi
            gi.require_version("Gdk", "3.0"); gi.require_version("Gtk", "3.0")
            from gi.repository import Gdk, GdkPixbuf, Gtk
            picture = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, True, 8, 400, 300)
            picture.fill(0x7f3010ff)
            Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).set_image(picture)
            Gtk.main()
            """
        let owner = try server.start(["/usr/bin/python3", "-c", image])
        var before: [String: String]?
        while before == nil {
            try #require(owner.status == nil)
            before = try await selections.contents(.clipboard)
        }
        try #require(before!.keys.contains("image/png") && before!.count > 3)
        let window = try await XWindow(.textView, on: server)
        let sink = X11ClipboardSink(display: server.display)
        try await sink.insertText(TypableText(cleaning: "text", lineBreaks: .keep))
        try await window.waitForText("text")
        owner.send(signal: SIGKILL)
        let after = try await selections.contents(.clipboard)
        #expect(after?.keys.sorted() == before?.keys.sorted())
        #expect(after == before)
        sink.close()
    }

    /// Other programs request it, for example to keep a history.
    @EventLoopActor @Test func nobodyElseIsGivenTheText() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        try await selections.copy("before", to: .clipboard)
        try await selections.copy("before", to: .primary)
        let before = try await selections.all()
        let seen = try TemporaryFile()
        let question = Selections.Name.allCases
            .map { "xclip -o -selection \($0.rawValue)" }.joined(separator: "; ")
        let spy = try server.start(
            ["bash", "-c", "while :; do \(question); done >> \(seen.path) 2>&1"])
        let window = try await XWindow(.xterm, on: server)
        try await waitUntil("it sees what is there") { seen.text.contains("beforebefore") }
        let sink = X11ClipboardSink(display: server.display)
        try await sink.insertText(TypableText(cleaning: "dictated", lineBreaks: .keep))
        try await window.waitForText("dictated")
        #expect(try await selections.all() == before)
        sink.close()
        #expect(!seen.text.contains("dictated"))
        spy.send(signal: SIGTERM)
    }

    @EventLoopActor @Test func largeContentsAreBack() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        // More than fits into a request, and bytes of every value.
        try await selections.copy(
            outputOf: "head -c 3000001 /dev/urandom", as: "image/png", to: .clipboard)
        let before = try await selections.contents(.clipboard)
        try #require(before?["image/png"]?.count ?? 0 > 9_000_000)
        let window = try await XWindow(.entry, on: server)
        let sink = X11ClipboardSink(display: server.display)
        try await sink.insertText(TypableText(cleaning: "text", lineBreaks: .keep))
        try await window.waitForText("text")
        #expect(try await selections.contents(.clipboard) == before)
        sink.close()
    }

    @EventLoopActor @Test func whereNothingWasNothingIsLeft() async throws {
        let server = try await XServer()
        let window = try await XWindow(.xterm, on: server)
        let sink = X11ClipboardSink(display: server.display)
        try await sink.insertText(TypableText(cleaning: "text", lineBreaks: .keep))
        try await window.waitForText("text")
        #expect(try await Selections(server).all() == [nil, nil])
        sink.close()
    }

    /// Not in GTK 3: its test window grows with the text and dies when it is too large for X.
    @EventLoopActor @Test func aMegabyteArrives() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        try await selections.copy("before", to: .clipboard)
        let window = try await XWindow(.xterm, on: server)
        let sink = X11ClipboardSink(display: server.display)
        let text = (0..<30_000).map { "Zeile \($0): 你好, мир, 🙂 ß\n" }.joined()
        try #require(text.utf8.count > 1_000_000)
        try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
        try await window.waitForText(text, within: .seconds(120))
        #expect(try await selections.text(.clipboard) == "before")
        #expect(try await selections.text(.primary) == nil)
        sink.close()
    }

    @EventLoopActor @Test func controlVLeavesThePrimarySelectionAlone() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        let owner = try await selections.owner(of: .primary, offering: "selected")
        let window = try await XWindow(.entry, on: server)
        let sink = X11ClipboardSink(display: server.display, chord: .controlV)
        try await sink.insertText(TypableText(cleaning: "größer", lineBreaks: .keep))
        try await window.waitForText("größer")
        // It still belongs to that program.
        sink.close()
        #expect(owner.status == nil)
        #expect(try await selections.text(.primary) == "selected")
        #expect(try await selections.text(.clipboard) == nil)
    }

    @EventLoopActor @Test func aHeldModifierIsReleased() async throws {
        let server = try await XServer()
        let window = try await XWindow(.entry, on: server)
        try await server.run("xdotool", "keydown", "ctrl", "keydown", "alt")
        let sink = X11ClipboardSink(display: server.display)
        try await sink.insertText(TypableText(cleaning: "text", lineBreaks: .keep))
        try await window.waitForText("text")
        #expect(XKeyboardState(server).keysDown.isEmpty)
        sink.close()
    }

    @EventLoopActor @Test func deletesBackward() async throws {
        let server = try await XServer()
        let window = try await XWindow(.entry, on: server)
        let sink = X11ClipboardSink(display: server.display)
        let text = "Größe 你好" + String(repeating: "x", count: 100)
        try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
        try await sink.deleteBackward(104)
        try await window.waitForText("Größ")
        sink.close()
    }
}
