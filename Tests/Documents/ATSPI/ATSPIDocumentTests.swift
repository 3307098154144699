import Dictation
import DictationParts
import LinuxRuntime
import TestSupport
import Testing

@testable import DocumentATSPI

/// What windows of real programs report to a reader on a real accessibility bus.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", "openbox", package: "xvfb and openbox"),
    .needs("xdotool", "xprop", package: "xdotool and x11-utils"),
    .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
    .needs(TextWindow.Kind.gtk3.program, package: "gir1.2-gtk-3.0"),
    .needs(TextWindow.Kind.gtk4.program, package: "gir1.2-gtk-4.0"),
    .needs("/usr/lib/python3/dist-packages/PyQt5", package: "python3-pyqt5"),
    .needs("/usr/lib/python3/dist-packages/PyQt6", package: "python3-pyqt6"),
    .needs(
        "/usr/lib/python3/dist-packages/PyQt6/QtQuick.abi3.so", package: "python3-pyqt6.qtquick"),
    .needs(
        "/usr/lib/x86_64-linux-gnu/qt6/qml/QtQuick/Controls",
        package: "qml6-module-qtquick-controls"))
struct ATSPIDocumentTests {
    @EventLoopActor
    @Test(arguments: [
        ReportingWindow.Kind.entry3, .view3, .entry4, .view4, .entryQt5, .viewQt5, .entryQt6,
        .viewQt6,
    ])
    func theTextAroundTheCursorIsRead(in kind: ReportingWindow.Kind) async throws {
        let window = try await ReportingWindow(kind, "Grüße 👍🏽|an é 😀 alle")
        let document = try await reading(window)
        #expect(document.contextBeforeInput == "Grüße 👍🏽")
        #expect(document.selectedText == "")
        #expect(document.contextAfterInput == "an é 😀 alle")
        #expect(document.traits?.isSecure == false)
        #expect(document.hasText == true)
        document.endDictation()
        #expect(document.contextBeforeInput == nil, "it is forgotten with the dictation")
        #expect(document.traits == nil)
    }

    @EventLoopActor
    @Test(arguments: [
        ReportingWindow.Kind.entry3, .view3, .entry4, .view4, .entryQt5, .viewQt5, .entryQt6,
        .viewQt6,
    ])
    func theSelectionIsRead(in kind: ReportingWindow.Kind) async throws {
        let window = try await ReportingWindow(kind, "I like [red 😀] pears")
        let document = try await reading(window)
        #expect(document.contextBeforeInput == "I like ")
        #expect(document.selectedText == "red 😀")
        #expect(document.contextAfterInput == " pears")
    }

    /// Issue 42, 1.6: in LibreOffice Writer the text before the cursor wasn't known after a line
    /// break.
    @EventLoopActor @Test func theParagraphsBeforeAreRead() async throws {
        let window = try await ReportingWindow(.paragraphs3, "eins 👍🏽\n\ndrei|vier")
        let document = try await reading(window)
        #expect(document.contextBeforeInput == "eins 👍🏽\n\ndrei")
        #expect(document.contextAfterInput == "vier")
        let line = String(repeating: "x", count: 99)
        let many = try await ReportingWindow(
            .paragraphs3, String(repeating: line + "\n", count: 12) + "drei|")
        let read = try await reading(many).contextBeforeInput
        #expect(read.map { line + "\ndrei" == $0.suffix(104) && $0.count == 1_000 } == true)
    }

    /// GTK 4.8 doesn't say where its characters are.
    @EventLoopActor @Test(arguments: [ReportingWindow.Kind.entry3, .view3])
    func thePlaceOfTheCursorIsKnown(in kind: ReportingWindow.Kind) async throws {
        var carets: [ScreenArea] = []
        for text in ["|I like red pears", "I like red| pears", "I like red pears|"] {
            let window = try await ReportingWindow(kind, text)
            let document = try await reading(window)
            try await waitUntil("the place is known") { document.caret != nil }
            carets.append(try #require(document.caret))
            document.endDictation()
            #expect(document.caret == nil)
        }
        #expect(carets.allSatisfy { 8...40 ~= $0.height && 0..<800 ~= $0.x && 0..<600 ~= $0.y })
        #expect(carets[0].x + 20 < carets[1].x && carets[1].x + 20 < carets[2].x)
    }

    @EventLoopActor @Test(arguments: [ReportingWindow.Kind.view3, .view4])
    func atMostAThousandCharactersAreReadOnEachSide(in kind: ReportingWindow.Kind) async throws {
        let before = String(repeating: "ab ", count: 700)
        let after = String(repeating: "yz ", count: 700)
        let window = try await ReportingWindow(kind, before + "|" + after)
        let document = try await reading(window)
        #expect(document.contextBeforeInput == String(before.suffix(1_000)))
        #expect(document.contextAfterInput == String(after.prefix(1_000)))
        #expect(document.traits?.isMultiline == true)
    }

    /// GTK 4 and Qt report nothing of a field of one line but their toolkit, Qt Quick of none.
    @EventLoopActor
    @Test(arguments: [
        (ReportingWindow.Kind.entry3, false as Bool?), (.entry4, false), (.view3, true),
        (.view4, true),
        (.entryQt5, false), (.entryQt6, false), (.viewQt5, true), (.viewQt6, true),
        (.quickAreaQt6, nil),
    ])
    func itIsKnownWhetherAFieldHasSeveralLines(
        kind: ReportingWindow.Kind, isMultiline: Bool?
    ) async throws {
        let document = try await reading(try await ReportingWindow(kind, "I like|"))
        #expect(document.traits?.isMultiline == isMultiline)
    }

    @EventLoopActor
    @Test(arguments: [
        ReportingWindow.Kind.password3, .password4, .passwordQt5, .passwordQt6,
    ])
    func ofAPasswordNothingIsRead(in kind: ReportingWindow.Kind) async throws {
        let window = try await ReportingWindow(kind, "secret|")
        let document = try await reading(window)
        #expect(document.traits?.isSecure == true)
        #expect(document.contextBeforeInput == nil)
        #expect(document.selectedText == nil)
        #expect(document.contextAfterInput == nil)
    }

    @EventLoopActor @Test(arguments: [ReportingWindow.Kind.spin3, .spin4, .spinQt5, .spinQt6])
    func aFieldForANumberIsKnown(in kind: ReportingWindow.Kind) async throws {
        let document = try await reading(try await ReportingWindow(kind, "12|"))
        #expect(document.traits?.kind == .number)
        #expect(document.contextBeforeInput == "12")
    }

    /// Firefox writes one after each character that has two code units of UTF-16.
    @Test func aMarkThatOnlyCountsIsNoText() {
        let text = AccessibleField.Text(
            before: "I 👍\u{FEFF}🏽\u{FEFF} é", selected: "\u{FEFF}red", after: "a\u{FEFF}b")
        #expect(text.before == "I 👍🏽 é")
        #expect(text.selected == "red")
        #expect(text.after == "a\u{FEFF}b")
    }

    /// As browsers report it.
    @Test(arguments: [
        ("search", FieldKind.search), ("url", .url), ("email", .email), ("tel", .number),
        ("password", .password), ("text", .text), ("color", .unknown),
    ])
    func theTypeOfAnInputIsItsKind(_ type: String, _ kind: FieldKind) {
        #expect(FieldKind(inputType: type) == kind)
    }

    @EventLoopActor @Test(arguments: [ReportingWindow.Kind.entry3, .entry4])
    func nothingIsKnownOnceTheTextHasLostTheFocus(in kind: ReportingWindow.Kind) async throws {
        let window = try await ReportingWindow(kind, "I like|")
        let document = try await reading(window)
        #expect(document.contextBeforeInput == "I like")
        try await window.leave()
        while document.traits != nil { await document.read(within: .seconds(60)) }
        #expect(document.contextBeforeInput == nil, "unknown, and not empty")
    }

    /// A program that hangs.
    @EventLoopActor @Test func aTextThatCannotBeReadInTimeIsUnknown() async throws {
        let window = try await ReportingWindow(.entry3, "I like|")
        let document = try await reading(window)
        window.freeze(true)
        await document.read(within: .milliseconds(20))
        #expect(document.contextBeforeInput == nil)
        window.freeze(false)
        while document.contextBeforeInput == nil { await document.read(within: .seconds(60)) }
        #expect(document.contextBeforeInput == "I like")
    }

    @EventLoopActor @Test func nothingIsReadWhileNothingIsDictated() async throws {
        let window = try await ReportingWindow(.entry3, "I like|")
        let document = ATSPIDocument(environment: window.bus.environment)
        await document.read(within: .seconds(60))
        #expect(document.traits == nil)
    }

    @EventLoopActor @Test func theAccessibilityBusIsNotStarted() async throws {
        let bus = try await BusServer()
        let document = ATSPIDocument(environment: bus.environment)
        document.beginDictation()
        await document.read(within: .seconds(60))
        #expect(document.traits == nil)
        let names = try await bus.connect().call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
        #expect(names.first?.elements?.contains(.string("org.a11y.Bus")) == false)
    }

    @EventLoopActor @Test func withoutASessionBusNothingIsKnown() async {
        let document = ATSPIDocument(environment: [:])
        document.beginDictation()
        await document.read(within: .seconds(60))
        #expect(document.contextBeforeInput == nil)
    }

    /// A document that is read as soon as the program reports it.
    @EventLoopActor private func reading(_ window: ReportingWindow) async throws -> ATSPIDocument {
        let document = ATSPIDocument(environment: window.bus.environment)
        document.beginDictation()
        while document.traits == nil {
            await document.read(within: .seconds(60))
            try await EventLoop.shared.sleep(for: .milliseconds(2))
        }
        return document
    }
}
