import Dictation
import Glibc
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing
import WaylandClient

@testable import SinkClipboardWayland

/// Failures of a paste on Wayland, and what they must not leave behind.
@Suite(
    .runningLoop, .serialized, .needs("sway", "swaymsg", "foot", package: "sway and foot"),
    .needs("wl-copy", "wl-paste", package: "wl-clipboard"))
struct WaylandPasteFailureTests {
    /// Who inherits the clipboard keeps the offers that were there, longer than the device.
    @EventLoopActor @Test func theConnectionLivesAsLongAsAnOffer() async throws {
        let server = try await SwayServer.start()
        try await WaylandSelections(server: server).copy("copied", to: .clipboard)
        weak var connection: WaylandConnection?
        var offer: DataOffer?
        do {
            let opened = try WaylandConnection(path: server.socket)
            connection = opened
            let device = try #require(DataDevice(on: try await WaylandGlobals.all(of: opened)))
            try await opened.roundtrip()
            offer = device.offers[.clipboard]
        }
        #expect(offer != nil && connection != nil)
        offer = nil
        try await waitUntil("it is closed") { connection == nil }
        try await server.stop()
    }

    /// foot has no Ctrl+V.
    @EventLoopActor @Test func aWindowThatNeverAsksIsAFailure() async throws {
        try await withWaylandPaste(.foot, chord: .controlV) { sink, _, selections in
            try await selections.copy("copied", to: .clipboard)
            let failure = try #require(await sink.failure(pasting: "dictated"))
            #expect(failure.inserted == 0)
            #expect(failure.problem?.what == "the focused window took no paste")
            #expect(try await selections.text(.clipboard) == "copied")
        }
    }

    @EventLoopActor @Test func historiesAreToldThatItIsASecret() async throws {
        try await withWaylandPaste(.foot, chord: .controlV) { sink, _, selections in
            let pasting = EventLoop.task { await sink.failure(pasting: "dictated") }
            var text: String?
            while text != "dictated" { text = try await selections.text(.clipboard) }
            let hint = try await selections.text(.clipboard, type: "x-kde-passwordManagerHint")
            #expect(hint == "secret")
            _ = await pasting.value
            #expect(try await selections.text(.clipboard) == nil)
        }
    }

    /// A program that reads all copied text at once is not taken for the window.
    @EventLoopActor @Test func aProgramThatReadsAllThatIsCopiedIsNotTheWindow() async throws {
        try await withWaylandPaste(.foot, chord: .controlV) { sink, _, selections in
            let (server, read) = (selections.server, selections.server.path("read"))
            let watcher = try server.start(["wl-paste", "--watch", "tee", "--append", read])
            try await selections.copy("copied", to: .clipboard)
            while try await server.run(["cat", read]).output != "copied" {}
            let failure = try #require(await sink.failure(pasting: "dictated"))
            #expect(failure.problem?.what == "the focused window took no paste")
            #expect(try await selections.text(.clipboard) == "copied")
            // It did read it.
            #expect(try await server.run(["cat", read]).output.contains("dictated"))
            watcher.send(signal: SIGTERM)
        }
    }

    @EventLoopActor @Test func whatIsCopiedMeanwhileStays() async throws {
        try await withWaylandPaste(.foot, chord: .controlV) { sink, _, selections in
            try await selections.copy("first", to: .clipboard)
            let pasting = EventLoop.task { await sink.failure(pasting: "dictated") }
            var text: String?
            while text != "dictated" { text = try await selections.text(.clipboard) }
            try await selections.copy("second", to: .clipboard)
            _ = await pasting.value
            #expect(try await selections.text(.clipboard) == "second")
        }
    }

    /// It gets neither the old contents nor the text when it wakes up.
    @EventLoopActor @Test func aWindowThatHangsPastesNothingLater() async throws {
        try await withWaylandPaste(.foot) { sink, window, selections in
            try await selections.copy("copied", to: .clipboard)
            try await selections.copy("selected", to: .primary)
            let before = try await selections.all()
            window.freeze(true)
            let failure = try #require(await sink.failure(pasting: "dictated"))
            #expect(failure.problem?.what == "the focused window took no paste")
            #expect(try await selections.text(.clipboard) == nil)
            window.freeze(false)
            // Restored once the window has read the chord.
            while try await selections.all() != before {}
            let user = try await SelectionUser(selections.server)
            try await user.type("awake\n")
            #expect(try await window.line(within: .seconds(180)) == "awake")
        }
    }

    @EventLoopActor @Test func cancellingBeforeTheChordPastesNothing() async throws {
        try await withWaylandPaste(.foot) { sink, window, selections in
            try await selections.copy("copied", to: .clipboard)
            let pasting = EventLoop.task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await sink.failure(pasting: "dictated\n")
            }
            #expect(await pasting.value == SinkFailure(inserted: 0, problem: nil))
            #expect(try await selections.text(.clipboard) == "copied")
            try await sink.paste("other\n")
            #expect(try await window.line(within: .seconds(180)) == "other")
        }
    }

    /// foot has no Ctrl+V: the window never requests the text, and cancelling needn't wait for it.
    @EventLoopActor @Test func cancellingAfterTheChordGivesBackWhatWasCopied() async throws {
        try await withWaylandPaste(.foot, chord: .controlV) { sink, _, selections in
            try await selections.copy("copied", to: .clipboard)
            let pasting = EventLoop.task { await sink.failure(pasting: "dictated") }
            // The text is offered, and only the window would request it.
            var types = ""
            while !types.contains("x-kde-passwordManagerHint") {
                types = try await selections.server.run(["wl-paste", "--list-types"]).output
            }
            pasting.cancel()
            #expect(await pasting.value == SinkFailure(inserted: 0, problem: nil))
            #expect(try await selections.text(.clipboard) != "dictated")
            while try await selections.text(.clipboard) != "copied" {}
        }
    }

    /// As when the settings are reloaded.
    @EventLoopActor @Test func whatWasCopiedOutlivesTheSink() async throws {
        try await withWaylandPaste(.foot) { sink, window, selections in
            try await selections.copy("copied", to: .clipboard)
            do {
                let closed = WaylandClipboardSink(display: selections.server.socket)
                try await closed.paste("dictated\n")
                #expect(try await window.line(within: .seconds(180)) == "dictated")
                closed.close()
            }
            #expect(try await selections.text(.clipboard) == "copied")
            // The next sink takes it over, and copying something else ends it.
            try await sink.paste("again\n")
            #expect(try await window.line(within: .seconds(180)) == "again")
            #expect(try await selections.text(.clipboard) == "copied")
            try await selections.copy("other", to: .clipboard)
            #expect(try await selections.text(.clipboard) == "other")
        }
    }

    @EventLoopActor @Test func anOwnerThatDoesNotAnswerKeepsItsClipboard() async throws {
        try await withWaylandPaste(.foot) { sink, _, selections in
            let owner = try selections.server.start(["wl-copy", "--foreground", "copied"])
            while try await selections.text(.clipboard) != "copied" {}
            owner.send(signal: SIGSTOP)
            let failure = try #require(await sink.failure(pasting: "dictated"))
            #expect(
                failure.problem?.what
                    == "cannot keep what is on the clipboard, so nothing was pasted over it")
            owner.send(signal: SIGCONT)
            #expect(try await selections.text(.clipboard) == "copied")
        }
    }

    @EventLoopActor @Test func aKilledProcessLeavesNoText() async throws {
        try await withWaylandPaste(.foot) { sink, window, selections in
            var random = SplitMix(seed: 8)
            for _ in 0..<5 {
                let victim = try TrialTypist(
                    .waylandClipboard, "dictated\n", isRepeated: true,
                    environment: selections.server.environment
                        + ["WAYLAND_DISPLAY=\(selections.server.socket)"])
                #expect(try await window.line(within: .seconds(180)) == "dictated")
                try await EventLoop.shared.sleep(for: .milliseconds(Int(random.next() % 400)))
                victim.kill()
                for name in WaylandSelections.Name.allCases {
                    #expect(try await selections.text(name) != "dictated\n")
                }
                // No key is pressed, and the keyboard is unchanged.
                let user = try await SelectionUser(selections.server)
                try await user.type("after\n")
                while try await window.line(within: .seconds(180)) != "after" {}
            }
        }
    }

    @EventLoopActor @Test func aDeadCompositorIsAFailure() async throws {
        let server = try await SwayServer.start()
        let sink = WaylandClipboardSink(display: server.socket)
        try await sink.prepare()
        server.kill()
        let failure = try #require(await sink.failure(pasting: "dictated"))
        #expect(failure.inserted == 0)
        #expect(failure.problem != nil)
        try await server.restart()
        try await sink.prepare()
        sink.close()
        try await server.stop()
    }

    @EventLoopActor @Test(.needs("weston", package: "weston"))
    func aCompositorWithoutTheProtocolsIsToldFrom() async throws {
        let server = try await WestonServer()
        let sink = WaylandClipboardSink(display: server.socket)
        let problem = try await #require(throws: Problem.self) { try await sink.prepare() }
        #expect(problem.why.contains("zwp_virtual_keyboard_manager_v1"))
        #expect(problem.remedy.contains("uinput"))
    }
}
