import Dictation
import Glibc
import KeyStrokes
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

@testable import SinkUinput

extension GuestUinputTests {
    /// Through the kernel into what people have: a console, X with input devices, sway.
    @Suite struct ReceiverTests {
        private static let layouts = ["us", "de", "fr"]

        private func sample(_ layout: String, _ count: Int = 2000) -> String {
            switch layout {
            case "de": Samples.german(count)
            case "fr": Samples.french(count)
            default: Samples.english(count)
            }
        }

        private func text(_ string: String) -> TypableText {
            TypableText(cleaning: string, lineBreaks: .keep)
        }

        // MARK: The console

        @EventLoopActor @Test(
            .needs("loadkeys", package: "kbd"), .needs("ckbcomp", package: "console-setup"),
            arguments: layouts)
        func typesIntoTheConsole(_ layout: String) async throws {
            let console = try await Console(layout)
            var settings = UinputSettings(environment: [:])
            settings.layout = LayoutNames(setting: layout)
            let sink = UinputSink(settings)
            try await sink.prepare()
            let sample = sample(layout)
            let speed = try await Speed.of(sample.count) {
                try await sink.insertText(text(sample))
                try await console.waitForText(sample)
            }
            print("uinput, console, \(layout): \(speed)")
        }

        @EventLoopActor @Test(
            .needs("loadkeys", package: "kbd"), .needs("ckbcomp", package: "console-setup"),
            .needs("ydotool", package: "ydotool"))
        func isTenTimesAsFastAsYdotoolInTheConsole() async throws {
            let console = try await Console("us")
            let sample = Samples.english(500)
            let sink = UinputSink(UinputSettings(environment: ["XKB_DEFAULT_LAYOUT": "us"]))
            try await sink.prepare()
            let ours = try await Speed.of(sample.count) {
                try await sink.insertText(text(sample))
                try await console.waitForText(sample)
            }
            console.clear()
            let theirs = try await Ydotool.speed(sample) { try await console.waitForText($0) }
            print("console: uinput \(ours), ydotool \(theirs)")
            #expect(ours.charactersPerSecond >= 10 * theirs.charactersPerSecond)
        }

        // MARK: X

        @EventLoopActor @Test(
            .needs("Xorg", package: "xserver-xorg-core"), .needs("xterm", package: "xterm"),
            .needs(
                "/usr/lib/xorg/modules/drivers/dummy_drv.so",
                package: "xserver-xorg-video-dummy"),
            .needs(
                "/usr/lib/xorg/modules/input/libinput_drv.so",
                package: "xserver-xorg-input-libinput"),
            .needs("xdotool", package: "xdotool"), .needs("setxkbmap", package: "x11-xkb-utils"))
        func typesIntoXterm() async throws {
            let server = try await XServer.withInputDevices()
            let sink = UinputSink(UinputSettings(environment: ["DISPLAY": server.display]))
            let start = MonotonicClock.nanoseconds
            try await sink.prepare()
            print("Xorg has opened the keyboard after",
                (MonotonicClock.nanoseconds - start) / 1_000_000, "ms")
            for layout in Self.layouts {
                try await server.run("setxkbmap", layout)
                let window = try await XWindow(.xterm, on: server)
                let sample = sample(layout)
                let speed = try await Speed.of(sample.count) {
                    try await sink.insertText(text(sample))
                    try await window.waitForText(sample)
                }
                print("uinput, xterm in Xorg, \(layout): \(speed)")
            }

            // Caps Lock is reckoned with, and stays.
            try await server.run("setxkbmap", "de")
            try await server.run("xdotool", "key", "Caps_Lock")
            let window = try await XWindow(.xterm, on: server)
            let sample = Samples.english(500)
            try await sink.insertText(text(sample))
            try await window.waitForText(sample)
            #expect(try await server.run("xset", "q").contains("Caps Lock:   on"))
            try await server.run("xdotool", "key", "Caps_Lock")

            // Two groups, and keys that lead from one to the other.
            try await server.run("setxkbmap", "us,ru", "-option", "grp:alt_shift_toggle")
            let russian = try await XWindow(.xterm, on: server)
            try await sink.insertText(text("Hello, Привет! and back, ещё раз"))
            try await russian.waitForText("Hello, Привет! and back, ещё раз")
            #expect(try await sink.untypable(text("漢字")) == ["漢", "字"])

            if access("/usr/bin/ydotool", X_OK) == 0 {
                try await server.run("setxkbmap", "us", "-option", "")
                let sample = Samples.english(500)
                let mine = try await XWindow(.xterm, on: server)
                let ours = try await Speed.of(sample.count) {
                    try await sink.insertText(text(sample))
                    try await mine.waitForText(sample)
                }
                let other = try await XWindow(.xterm, on: server)
                let theirs = try await Ydotool.speed(sample) { try await other.waitForText($0) }
                print("xterm in Xorg: uinput \(ours), ydotool \(theirs)")
                // An emulated processor that draws each character is the limit here, at 350 to
                // 700 a second, while ydotool only sleeps: ten times where xterm is faster.
                #expect(ours.charactersPerSecond >= 4 * theirs.charactersPerSecond)
            }

            // The server dies in mid-text.
            let task = Task { @EventLoopActor in
                try await sink.insertText(text(Samples.english(5000)))
            }
            try await EventLoop.shared.sleep(for: .milliseconds(200))
            try await server.kill()
            let failure = await #expect(throws: SinkFailure.self) { try await task.value }
            #expect(failure?.problem?.why == "the X server \(server.display) is gone")
        }

        // MARK: sway

        @EventLoopActor @Test(
            .needs("sway", package: "sway"), .needs("foot", package: "foot"),
            .needs("seatd", package: "seatd"))
        func typesIntoFoot() async throws {
            let sway = try await Sway(layouts: "us,ru,de,fr")
            let sink = UinputSink(UinputSettings(environment: sway.environment))
            let start = MonotonicClock.nanoseconds
            try await sink.prepare()
            print("sway has opened the keyboard after",
                (MonotonicClock.nanoseconds - start) / 1_000_000, "ms")
            for (group, layout) in [(0, "us"), (2, "de"), (3, "fr")] {
                try await sway.tell("input type:keyboard xkb_switch_layout \(group)")
                let sample = sample(layout)
                sway.clear()
                let speed = try await Speed.of(sample.count) {
                    try await sink.insertText(text(sample))
                    try await waitUntil("foot has all bytes", within: .seconds(30)) {
                        sway.text.utf8.count >= sample.utf8.count
                    }
                }
                let isSame = sway.text == sample
                #expect(isSame, "\(layout)")
                print("uinput, foot in sway, \(layout): \(speed)")
            }
            try await sway.tell("input type:keyboard xkb_switch_layout 1")
            sway.clear()
            try await sink.insertText(text("Привет, ёлка"))
            try await waitUntil("foot has it") { sway.text == "Привет, ёлка" }
            #expect(try await sink.untypable(text("Hi")) == ["H", "i"])
        }

        @EventLoopActor @Test(.needs("Xvfb", package: "xvfb"))
        func refusesAServerWithoutInputDevices() async throws {
            let server = try await XServer()
            var settings = UinputSettings(environment: ["DISPLAY": server.display])
            settings.readiness = .milliseconds(500)
            let sink = UinputSink(settings)
            let problem = await #expect(throws: Problem.self) { try await sink.prepare() }
            #expect(problem?.remedy.contains("use the sink xtest there") == true)
            #expect(KernelKeyboard.nodes == [])
        }
    }
}

/// How fast a text went from the typist to the reader.
struct Speed: CustomStringConvertible {
    let charactersPerSecond: Double

    @EventLoopActor static func of(
        _ count: Int, _ body: () async throws -> Void
    ) async throws -> Speed {
        let start = MonotonicClock.nanoseconds
        try await body()
        let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
        return Speed(charactersPerSecond: Double(count) / seconds)
    }

    var description: String { "\(Int(charactersPerSecond)) characters a second" }
}
