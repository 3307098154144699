import DesktopParts
import Dictation
import Glibc
import KeyStrokes
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

@testable import SinkUinput

extension GuestUinputTests {
    /// Through the kernel into real receivers: a console, X with input devices, sway.
    @Suite struct ReceiverTests {
        private func text(_ string: String) -> TypableText {
            TypableText(cleaning: string, lineBreaks: .keep)
        }

        // MARK: The console

        /// The layout is the kernel keymap's: it isn't configured here.
        @EventLoopActor
        @Test(
            .needs("loadkeys", package: "kbd"), .needs("ckbcomp", package: "console-setup"))
        func typesIntoTheConsole() async throws {
            for layout in UinputTexts.layouts {
                let console = try await Console(layout)
                let sink = UinputSink(on: Desktops.console)
                #expect(
                    try await sink.layoutInUse() == "the console's keymap, reported by the console")
                try await UinputTexts.type(with: sink, layout, into: "console") { sample in
                    console.clear()
                    return { try await console.waitForText(sample) }
                }
                sink.close()
            }
        }

        /// The console is locked, and the light of our keyboard shows it, too.
        @EventLoopActor
        @Test(
            .needs("loadkeys", package: "kbd"), .needs("ckbcomp", package: "console-setup"))
        func reckonsWithCapsLockInTheConsole() async throws {
            let console = try await Console("us", capsLock: true)
            let person = try UinputKeyboard("a person's keyboard")
            let sink = UinputSink(on: Desktops.console)
            try await sink.prepare()
            person.tap("KEY_CAPSLOCK")
            person.tap("KEY_A")
            try await console.waitForText("A")
            console.clear()
            try await sink.insertText(text("Hello, World 12"))
            try await console.waitForText("Hello, World 12")
            person.tap("KEY_CAPSLOCK")
            console.clear()
            person.tap("KEY_A")
            try await console.waitForText("a")
        }

        // MARK: X

        @EventLoopActor @Test(.needsXorg)
        func typesIntoXterm() async throws {
            let server = try await XServer.withInputDevices()
            let sink = UinputSink(on: Desktops.x11(server.display))
            let start = MonotonicClock.nanoseconds
            try await sink.prepare()
            print(
                "Xorg has opened the keyboard after",
                (MonotonicClock.nanoseconds - start) / 1_000_000, "ms")
            for layout in UinputTexts.layouts {
                try await server.run("setxkbmap", layout)
                try await UinputTexts.type(with: sink, layout, into: "xterm in Xorg") { sample in
                    let window = try await XWindow(.xterm, on: server)
                    return { try await window.waitForSample(sample) }
                }
            }

            // Caps Lock is taken into account, and stays on.
            try await server.run("setxkbmap", "de")
            try await server.run("xdotool", "key", "Caps_Lock")
            let window = try await XWindow(.xterm, on: server)
            let sample = Samples.english(500)
            try await sink.insertText(text(sample))
            try await window.waitForText(sample)
            #expect(try await server.run("xset", "q").contains("Caps Lock:   on"))
            try await server.run("xdotool", "key", "Caps_Lock")

            // Two groups, and keys that switch between them.
            try await server.run("setxkbmap", "us,ru", "-option", "grp:alt_shift_toggle")
            let russian = try await XWindow(.xterm, on: server)
            try await sink.insertText(text("Hello, Привет! and back, ещё раз"))
            try await russian.waitForText("Hello, Привет! and back, ещё раз")
            #expect(try await sink.untypable(text("漢字")) == ["漢", "字"])
            #expect(
                try await sink.layoutInUse()
                    == "English (US), reported by the X server \(server.display)")
        }

        @EventLoopActor @Test(.needsXorg)
        func stopsWhenTheFocusMovesInX() async throws {
            let server = try await XServer.withInputDevices()
            let sink = UinputSink(on: Desktops.x11(server.display))
            try await sink.prepare()
            let (other, window) = (
                try await XWindow(.xterm, on: server), try await XWindow(.xterm, on: server)
            )
            let sample = Samples.english(20_000)
            let task = EventLoop.throwingTask { try await sink.insertText(text(sample)) }
            try await waitUntil("typing has begun") { window.text.count > 100 }
            try await server.run("xdotool", "windowfocus", "--sync", other.identifier)
            let failure = try #require(
                await #expect(throws: SinkFailure.self) { try await task.value })
            #expect(failure.problem == FocusLoss.problem)
            #expect(!failure.handsOver)
            #expect(failure.inserted < sample.count)
            let typed = String(sample.prefix(failure.inserted))
            try await waitUntil("all that was typed has arrived") {
                window.text.count + other.text.count >= typed.count
            }
            #expect(window.text + other.text == typed)
            #expect(other.text.count <= 64)
        }

        /// On a keyboard that this process can't read: XTEST's.
        @EventLoopActor @Test(.needsXorg)
        func waitsForModifiersThatTheServerKnows() async throws {
            let server = try await XServer.withInputDevices()
            var settings = UinputSettings()
            settings.timeout = .milliseconds(100)
            let sink = UinputSink(settings, on: Desktops.x11(server.display))
            try await sink.prepare()
            let window = try await XWindow(.xterm, on: server)
            try await server.run("xdotool", "keydown", "super")
            let failure = await #expect(throws: SinkFailure.self) {
                try await sink.insertText(text("abc"))
            }
            #expect(failure?.problem?.what == "cannot type while Super is held")
            #expect(failure?.inserted == 0)
            try await server.run("xdotool", "keyup", "super")
            try await sink.insertText(text("abc"))
            try await window.waitForText("abc")
        }

        @EventLoopActor @Test(.needsXorg)
        func connectsAnewWhenTheServerIsThereAgain() async throws {
            let server = try await XServer.withInputDevices()
            let sink = UinputSink(on: Desktops.x11(server.display))
            try await sink.prepare()
            let window = try await XWindow(.xterm, on: server)
            let task = EventLoop.throwingTask {
                try await sink.insertText(text(Samples.english(20_000)))
            }
            try await waitUntil("typing has begun") { !window.text.isEmpty }
            try await server.kill()
            let failure = await #expect(throws: SinkFailure.self) { try await task.value }
            #expect(failure?.problem?.why == "the X server \(server.display) is gone")
            await #expect(throws: SinkFailure.self) { try await sink.insertText(text("abc")) }

            let next = try await XServer.withInputDevices(display: server.display)
            let nextWindow = try await XWindow(.xterm, on: next)
            try await sink.insertText(text("abc"))
            try await nextWindow.waitForText("abc")
        }

        @EventLoopActor @Test(.needs("Xvfb", package: "xvfb"))
        func refusesAServerWithoutInputDevices() async throws {
            let server = try await XServer()
            var settings = UinputSettings()
            settings.readiness = .seconds(5)
            let sink = UinputSink(settings, on: Desktops.x11(server.display))
            let problem = await #expect(throws: Problem.self) { try await sink.prepare() }
            #expect(problem?.remedy.contains("use the sink xtest there") == true)
            try await waitUntil("its keyboard is gone") { KernelKeyboard.nodes.isEmpty }
        }

        // MARK: sway

        @EventLoopActor
        @Test(
            .needs("sway", package: "sway"), .needs("foot", package: "foot"),
            .needs("seatd", package: "seatd"))
        func typesIntoFoot() async throws {
            let sway = try await Sway(layouts: "us,ru,de,fr")
            let sink = UinputSink(on: Desktops.sway(sway.environment))
            let start = MonotonicClock.nanoseconds
            try await sink.prepare()
            print(
                "sway has opened the keyboard after",
                (MonotonicClock.nanoseconds - start) / 1_000_000, "ms")
            for (group, layout) in [(0, "us"), (2, "de"), (3, "fr")] {
                try await sway.tell("input type:keyboard xkb_switch_layout \(group)")
                try await UinputTexts.type(with: sink, layout, into: "foot in sway") { sample in
                    sway.clear()
                    return { try await sway.waitForText(sample) }
                }
            }
            try await sway.tell("input type:keyboard xkb_switch_layout 1")
            sway.clear()
            try await sink.insertText(text("Привет, ёлка"))
            try await sway.waitForText("Привет, ёлка")
            #expect(try await sink.untypable(text("Hi")) == ["H", "i"])
            #expect(try await sink.layoutInUse() == "Russian, reported by sway")

            // A user's Caps Lock applies to our keyboard, since sway groups keyboards.
            try await sway.tell("input type:keyboard xkb_switch_layout 0")
            let person = try UinputKeyboard("a person's keyboard")
            sway.clear()
            try await waitUntil("sway has opened the person's keyboard") {
                person.tap("KEY_A")
                return sway.text.hasSuffix("a")
            }
            person.tap("KEY_CAPSLOCK")
            try await waitUntil("Caps Lock is on") {
                person.tap("KEY_A")
                return sway.text.hasSuffix("A")
            }
            person.tap("KEY_ENTER")
            try await waitUntil("that is over") { sway.text.hasSuffix("\n") }
            sway.clear()
            try await sink.insertText(text("Hello, World"))
            try await sway.waitForText("Hello, World")
            person.tap("KEY_CAPSLOCK")
            person.unplug()

            // Another window takes the focus.
            let sample = Samples.english(20_000)
            sway.clear()
            let task = EventLoop.throwingTask { try await sink.insertText(text(sample)) }
            try await waitUntil("typing has begun") { sway.text.count > 100 }
            try await sway.tell("exec foot sleep 3600")
            let failure = try #require(
                await #expect(throws: SinkFailure.self) { try await task.value })
            #expect(failure.problem == FocusLoss.problem)
            #expect(!failure.handsOver)
            #expect(failure.inserted < sample.count)
            // All but what was in transit at that moment.
            try await waitUntil("it has arrived") { failure.inserted - sway.text.count <= 64 }
            #expect(sample.hasPrefix(sway.text))
        }
    }
}

extension XWindow {
    /// Like `waitForText`, for long texts on an emulated machine; reports how far it got.
    @EventLoopActor fileprivate func waitForSample(_ expected: String) async throws {
        do {
            try await waitForText(expected, within: .seconds(120))
        } catch {
            let (arrived, wanted) = (text.unicodeScalars, expected.unicodeScalars)
            let same = zip(arrived, wanted).prefix { $0 == $1 }.count
            Issue.record("\(arrived.count) of \(wanted.count) came, the first \(same) right")
            throw error
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Requires an X server that reads the kernel's keyboards, and the programs that tests run in
    /// it.
    static var needsXorg: Self {
        .needs(
            "Xorg", "xterm", "xdotool", "setxkbmap",
            "/usr/lib/xorg/modules/drivers/dummy_drv.so",
            "/usr/lib/xorg/modules/input/libinput_drv.so",
            package: "xserver-xorg-core, xserver-xorg-video-dummy or xserver-xorg-input-libinput")
    }
}
