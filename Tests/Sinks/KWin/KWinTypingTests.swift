import DesktopParts
import Dictation
import LinuxRuntime
import Problems
import SinkKWin
import TestSupport
import Testing

/// Windows of KWin read what is typed.
@Suite(
    .runningLoop, .serialized, .needs("kwin_wayland", "Xwayland", package: "kwin-wayland"),
    .needs("xterm", "/usr/bin/python3", package: "xterm and python3-gi"),
    .needs(TextWindow.Kind.qt5.program, package: "qtwayland5"))
struct KWinTypingTests {
    /// What a layout has, dead keys and Compose included, in each toolkit. Those are not typed into Qt,
    /// which may put a composed character before keys that it has not handled yet: see `KWinSink`.
    @EventLoopActor
    @Test(
        arguments: [TextWindow.Kind.gtk3, .gtk4, .qt5, .xterm], ["us", "de", "fr"])
    func whatTheLayoutHasArrives(in kind: TextWindow.Kind, layout: String) async throws {
        let isComposing = kind != .qt5
        try await withKWin(kind, layouts: layout, isComposing: isComposing) { sink, window, _ in
            let sample = Sample.text(of: layout)
            let missing = try await sink.untypable(
                TypableText(cleaning: sample, lineBreaks: .keep))
            if isComposing { #expect(missing == []) }
            let text = sample.filter { !missing.contains($0) }
            try await sink.type(text + "\n")
            #expect(try await window.line() == text)
        }
    }

    /// With the keys that switch between the layouts.
    @EventLoopActor @Test(arguments: [TextWindow.Kind.gtk3, .qt5, .xterm])
    func bothLayoutsOfASessionType(in kind: TextWindow.Kind) async throws {
        try await withKWin(kind, layouts: "us,ru", options: "grp:rctrl_toggle") {
            sink, window, _ in
            for _ in 0..<5 {
                let text = "Мир and peace, война and война; "
                try await sink.type(text + "\n")
                #expect(try await window.line() == text)
            }
        }
    }

    /// What the layout lacks is refused, with its name, before anything of the rest is typed.
    @EventLoopActor @Test func whatTheLayoutLacksIsNamed() async throws {
        try await withKWin(.gtk3, layouts: "us") { sink, window, _ in
            let failure = await #expect(throws: SinkFailure.self) {
                try await sink.type("ab 我 cd")
            }
            #expect(failure?.inserted == 3)
            #expect(failure?.problem?.what == "cannot type 我 with KWin’s keyboard")
            try await sink.type("\n")
            #expect(try await window.line() == "ab ")
        }
    }

    @EventLoopActor @Test(arguments: [TextWindow.Kind.gtk3, .gtk4, .qt5])
    func deletesAndSelects(in kind: TextWindow.Kind) async throws {
        try await withKWin(kind, layouts: "de") { sink, window, _ in
            try await sink.type("unnötig: richtig")
            try await sink.deleteBackward(7)
            try await sink.type("one two")
            try await sink.selectBackward(3)
            try await sink.type("ten")
            try await sink.press(.enter, 1)
            #expect(try await window.line() == "unnötig: one ten")
        }
    }

    @EventLoopActor @Test func saysHowItTypes() async throws {
        try await withKWin(.gtk3, layouts: "de") { sink, _, _ in
            #expect(sink.availability() == .available)
            #expect(
                try await sink.ability() == "can type what the layout has: German, reported by KWin"
            )
            let explanation = try await sink.explain(
                TypableText(cleaning: "ß€é我", lineBreaks: .keep))
            #expect(explanation.steps.map(\.keys) == ["12", "100+18", "13 18", ""])
        }
    }

    /// A window that hangs in mid-text is not ended by KWin for what it has not read, and gets all of
    /// it when it continues.
    @EventLoopActor @Test(arguments: [TextWindow.Kind.gtk3, .gtk4, .qt5, .xterm])
    func aFrozenWindowReadsLater(_ kind: TextWindow.Kind) async throws {
        try await withKWin(kind, layouts: "us") { sink, window, _ in
            // More than its socket holds.
            let text = String(repeating: Sample.text(of: "us"), count: 5)
            window.freeze(true)
            let typing = EventLoop.throwingTask { try await sink.type(text + "\n") }
            try await EventLoop.shared.sleep(for: .milliseconds(2500))
            window.freeze(false)
            try await typing.value
            #expect(try await window.line() == text)
            #expect(window.isRunning)
        }
    }

    @EventLoopActor @Test func cancellingStopsAtACharacter() async throws {
        try await withKWin(.xterm, layouts: "us") { sink, window, _ in
            let rest = String(repeating: "Abc ", count: 10_000)
            let typing = EventLoop.task {
                do throws(SinkFailure) {
                    try await sink.insertText(
                        TypableText(cleaning: "begun\n" + rest, lineBreaks: .keep))
                    return nil as SinkFailure?
                } catch { return error }
            }
            #expect(try await window.line() == "begun")
            typing.cancel()
            let failure = try #require(await typing.value)
            #expect(failure.problem == nil)
            try await sink.type("\n")
            let line = try await window.line()
            #expect(line.count == failure.inserted - "begun\n".count)
            #expect(line == String(rest.prefix(line.count)))
        }
    }
}

/// Texts for a layout, of what it has.
enum Sample {
    static func text(of layout: String) -> String {
        let line =
            switch layout {
            case "de":
                "Größe: 12 €, „naiv“ à la café – über 50 % Öl @ Äsop's {x} [y] ~ é è ê á ô û? "
            case "fr":
                "L'été, où ça ? Noël à 12 € ; forêt, naïve, « garçon » : çÀÉ @ {x} [y] ~ ! "
            default:
                "The quick brown fox (age 7) jumps over \"lazy\" dogs; why?! -- 3.5 & #1, 50% @ $4 "
                    + "[sic] {a|b} <tag/> x^2 = y_1 * `z` ~ Zebra. "
            }
        return String(String(repeating: line, count: 6).prefix(400))
    }
}

/// Opens a window in a private KWin and types into it.
@EventLoopActor
func withKWin(
    _ kind: TextWindow.Kind, layouts: String, options: String = "", hasX11Windows: Bool = false,
    isComposing: Bool = true, _ body: (KWinSink, TextWindow, KWinServer) async throws -> Void
) async throws {
    let isOnX11 = [.xterm, .gtk3OnX11, .gtk4OnX11].contains(kind)
    let server = try await KWinServer(
        layouts: layouts, options: options, hasX11Windows: hasX11Windows || isOnX11, isDrawn: false)
    let sink = KWinSink(
        display: server.socket, on: try server.desktop, isComposing: isComposing,
        launcher: OrdinaryUser.command([]))
    try await sink.prepare()
    let window = try await server.open(kind) { try await sink.type($0) }
    try await body(sink, window, server)
    sink.close()
    try await server.stop()
}

extension KWinServer {
    /// What this program knows of the session.
    var desktop: any Desktop {
        get throws {
            try SessionVariables.desktop(SessionVariables.dictionary(environment))
        }
    }
}

extension KWinSink {
    func type(_ text: String) async throws {
        try await insertText(TypableText(cleaning: text, lineBreaks: .keep))
    }
}
