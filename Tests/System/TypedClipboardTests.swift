import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// `utter type` by the clipboard, without a daemon: what was copied before is there afterwards.
@Suite(.runningLoop, .serialized) struct TypedClipboardTests {
    @EventLoopActor
    private final class Stage {
        let display: XServer
        let session: UtterSession
        let window: XWindow

        init(_ kind: XWindow.Kind = .xterm) async throws {
            display = try await XServer()
            session = try UtterSession(display: display)
            window = try await XWindow(kind, on: display)
        }

        func copy(_ command: String, to selection: String, as target: String) async throws {
            try await display.run(
                "bash", "-c", "\(command) | xclip -i -selection \(selection) -t \(target)")
        }

        /// A form's checksum; nil if there is none.
        func sum(_ selection: String, _ target: String) async throws -> String? {
            let command = "timeout 180 xclip -o -selection \(selection) -t \(target) | sha256sum"
            let run = try await ProgramRun(
                ["bash", "-c", "set -o pipefail; \(command)"], environment: display.environment)
            return run.status == .exited(0) ? run.output : nil
        }

        /// The processes that serve what was copied on the display.
        var heirs: [String] { Self.heirs(display.environment) }

        /// - Parameter environment: has the display's name.
        static func heirs(_ environment: [String]) -> [String] {
            func lines(_ path: String) -> [String]? {
                FileManager.default.contents(atPath: path)?.split(separator: 0)
                    .map { String(decoding: $0, as: UTF8.self) }
            }
            let display = environment.first { $0.hasPrefix("DISPLAY=") } ?? ""
            return Folder.names(in: "/proc").filter { name in
                guard Int(name) != nil,
                    lines("/proc/\(name)/cmdline") == [UtterSession.program, "copy", "--inherit"]
                else { return false }
                // Only root may read it, for the process gives up being traced.
                return lines("/proc/\(name)/environ")?.contains(display) ?? true
            }
        }

        func type(_ text: String) async throws {
            let run = try await session.run("type", "--sink", "clipboard", text)
            #expect(run.status == .exited(0) && run.errors == "", "\(run.errors)")
        }
    }

    @EventLoopActor @Test(.onX) func whatWasCopiedIsBack() async throws {
        let stage = try await Stage()
        try await stage.copy("printf 'Grüße, 👋'", to: "clipboard", as: "UTF8_STRING")
        // Larger than one transfer, of bytes that are no text.
        try await stage.copy(
            "head -c 400001 /dev/urandom", to: "primary", as: "application/x-thing")
        let copied = try await stage.sum("clipboard", "UTF8_STRING")
        let selected = try await stage.sum("primary", "application/x-thing")
        try #require(copied != nil && selected != nil && copied != selected)
        for text in ["Once. ", "And again: ü 你. "] {
            try await stage.type(text)
            #expect(try await stage.sum("clipboard", "UTF8_STRING") == copied)
            #expect(try await stage.sum("primary", "application/x-thing") == selected)
        }
        try await stage.window.waitForText("Once. And again: ü 你. ")
        // The process of the first text has ended.
        try await waitUntil("one serves") { stage.heirs.count == 1 }
        // It ends, too, when something else is copied.
        for selection in ["clipboard", "primary"] {
            try await stage.copy("printf other", to: selection, as: "UTF8_STRING")
        }
        try await waitUntil("nobody serves") { stage.heirs.isEmpty }
    }

    @EventLoopActor @Test(.onX) func whereNothingWasNobodyStays() async throws {
        let stage = try await Stage()
        try await stage.type("text")
        try await stage.window.waitForText("text")
        #expect(stage.heirs.isEmpty)
        #expect(try await stage.sum("clipboard", "UTF8_STRING") == nil)
    }

    @EventLoopActor @Test(.onX) func endsWithTheDisplay() async throws {
        var environment: [String] = []
        do {
            let stage = try await Stage()
            environment = stage.display.environment
            try await stage.copy("printf before", to: "clipboard", as: "UTF8_STRING")
            try await stage.type("text")
            #expect(stage.heirs.count == 1)
        }
        try await waitUntil("nobody serves") { Stage.heirs(environment).isEmpty }
    }

    @EventLoopActor
    @Test(
        .needs("sway", "swaymsg", "foot", package: "sway and foot"),
        .needs("wl-copy", "wl-paste", package: "wl-clipboard"))
    func whatWasCopiedIsBackOnWayland() async throws {
        let sway = try await SwayServer.start()
        let session = try UtterSession()
        session.environment.removeAll { $0.hasPrefix("XDG_RUNTIME_DIR=") }
        session.environment += sway.environment.filter {
            $0.hasPrefix("XDG_RUNTIME_DIR=") || $0.hasPrefix("WAYLAND_DISPLAY=")
        }
        let window = try await sway.open(.foot) { text in
            try await session.output(
                "type", "--sink", "clipboard", "--line-breaks", "keep", text)
        }
        func pasted(_ command: String) async throws -> String {
            try await sway.run(["bash", "-c", command]).output
        }
        let copies = [
            "head -c 300001 /dev/urandom | wl-copy --type image/png",
            "printf 'Grüße, 👋' | wl-copy --primary --type text/plain",
        ]
        for copy in copies {
            #expect(try await sway.run(["bash", "-c", copy]).status == .exited(0))
        }
        let sums = [
            "wl-paste --no-newline --type image/png | sha256sum",
            "wl-paste --primary --no-newline --type text/plain | sha256sum",
        ]
        var before: [String] = []
        for sum in sums { before.append(try await pasted(sum)) }
        try #require(before[0] != before[1])
        try await session.output("type", "--sink", "clipboard", "--line-breaks", "keep", "text\n")
        #expect(try await window.line(within: .seconds(180)) == "text")
        for (sum, expected) in zip(sums, before) { #expect(try await pasted(sum) == expected) }
        // Another program's copy is not taken away.
        _ = try await pasted("printf other | wl-copy")
        #expect(try await pasted("wl-paste --no-newline") == "other")
    }
}

extension Trait where Self == ConditionTrait {
    fileprivate static var onX: Self {
        .needs("Xvfb", "xterm", "xdotool", "xclip", package: "xvfb, xterm, xdotool and xclip")
    }
}
