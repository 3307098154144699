import Dictation
import Glibc
import KeyStrokes
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

@testable import DesktopConsole
@testable import SinkUinput

extension GuestUinputTests {
    /// Through the real kernel, to a reader of the keyboard's event node.
    @Suite struct SinkTests {
        /// A sink for the console, with a layout.
        @EventLoopActor
        private func makeSink(_ layout: String, _ change: (inout UinputSettings) -> Void = { _ in })
            throws -> UinputSink
        {
            var settings = UinputSettings()
            settings.layout = LayoutNames(setting: layout)
            change(&settings)
            return UinputSink(settings, on: Desktops.console)
        }

        private func keyboard() throws -> KernelKeyboard {
            try KernelKeyboard(try #require(KernelKeyboard.nodes.last))
        }

        private func text(_ string: String) -> TypableText {
            TypableText(cleaning: string, lineBreaks: .keep)
        }

        /// The changes of keys in a plan.
        private func changes(_ layout: String, _ string: String) throws -> [UInt16] {
            let planner = StrokePlanner(
                try Keymap(LayoutNames(setting: layout)!), compose: try ConsoleCompose.table())
            return planner.plan(string).steps.flatMap { step in
                step.strokes!.flatMap { $0.holding + [$0.key, $0.key] + $0.holding.reversed() }
            }
        }

        @EventLoopActor @Test(arguments: ["us", "de", "fr"])
        func typesExactlyThePlannedStrokes(_ layout: String) async throws {
            let sink = try makeSink(layout)
            try await sink.prepare()
            let keyboard = try keyboard()
            try keyboard.follow()
            let sample =
                layout == "us"
                ? Samples.english(2000)
                : layout == "de" ? Samples.german(2000) : Samples.french(2000)
            let start = MonotonicClock.nanoseconds
            try await sink.insertText(text(sample))
            let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
            keyboard.read()
            print("uinput, \(layout): \(Int(2000 / seconds)) characters a second into the kernel")
            #expect(try keyboard.changes.map(\.key) == changes(layout, sample))
            #expect(keyboard.down.isEmpty && !keyboard.hasLost)
        }

        /// A compositor that is busy while 120 characters are typed reads them all later.
        @EventLoopActor @Test func aBusyReaderLosesNothing() async throws {
            let sink = try makeSink("us")
            try await sink.prepare()
            let keyboard = try keyboard()
            let sample = Samples.english(120)
            try await sink.insertText(text(sample))
            keyboard.read()
            #expect(!keyboard.hasLost)
            #expect(try keyboard.changes.map(\.key) == changes("us", sample))
        }

        @EventLoopActor @Test func holdsKeysWhereTheDesktopNeedsIt() async throws {
            let sink = try makeSink("us") { $0.keyHold = .milliseconds(8) }
            try await sink.prepare()
            let keyboard = try keyboard()
            try keyboard.follow()
            try await sink.insertText(text("Hello, World"))
            keyboard.read()
            #expect(try keyboard.changes.map(\.key) == changes("us", "Hello, World"))
            #expect(keyboard.down.isEmpty)
        }

        @EventLoopActor @Test(arguments: [Duration.zero, .milliseconds(8)])
        func stopsAtOnceAndCountsExactly(_ hold: Duration) async throws {
            let sink = try makeSink("us") { $0.keyHold = hold }
            try await sink.prepare()
            let keyboard = try keyboard()
            try keyboard.follow()
            let sample = Samples.english(2000)
            let task = Task { @EventLoopActor in
                do throws(SinkFailure) {
                    try await sink.insertText(text(sample))
                    return nil as SinkFailure?
                } catch { return error }
            }
            try await waitUntil("typing has begun") { keyboard.changes.count > 50 }
            task.cancel()
            let failure = try #require(await task.value)
            keyboard.read()
            #expect(failure.problem == nil)
            #expect(failure.inserted > 10 && failure.inserted < 2000)
            #expect(keyboard.down.isEmpty)
            #expect(
                try keyboard.changes.map(\.key)
                    == changes("us", String(sample.prefix(failure.inserted))))
        }

        @EventLoopActor @Test func stopsBeforeWhatItCannotType() async throws {
            let sink = try makeSink("us")
            try await sink.prepare()
            let keyboard = try keyboard()
            let failure = await #expect(throws: SinkFailure.self) {
                try await sink.insertText(text("abc €, 👍🏽 and €"))
            }
            keyboard.read()
            #expect(failure?.inserted == 4)
            #expect(failure?.problem?.what == "cannot type € 👍🏽 with the virtual keyboard")
            #expect(try keyboard.changes.map(\.key) == changes("us", "abc "))
            #expect(try await sink.untypable(text("abc €, 👍🏽 and €")) == ["€", "👍🏽"])
            #expect(try await sink.untypable(text("abc")) == [])
            let explained = try await sink.explain(text("aB€"))
            #expect(explained.steps.map(\.character) == ["a", "B", "€"])
            #expect(explained.steps.map(\.strokes) == ["a", "Shift+b", nil])
            #expect(explained.steps.map(\.keys) == ["30", "42+48", ""])
        }

        @EventLoopActor @Test func deletesWithBackspace() async throws {
            let sink = try makeSink("us")
            try await sink.prepare()
            let keyboard = try keyboard()
            try await sink.deleteBackward(5)
            keyboard.read()
            #expect(keyboard.changes.map(\.key) == Array(repeating: 14, count: 10))
        }

        @EventLoopActor @Test func waitsForTheUsersModifiers() async throws {
            let person = try UinputKeyboard("a person's keyboard")
            let sink = try makeSink("us") { $0.timeout = .milliseconds(300) }
            try await sink.prepare()
            try await waitUntil("udev knows the person's keyboard") {
                access("/run/udev/data", F_OK) != 0 || KernelKeyboard.isTagged(person.node)
            }
            let keyboard = try keyboard()
            try keyboard.follow()
            person.press("KEY_LEFTMETA")
            let failure = await #expect(throws: SinkFailure.self) {
                try await sink.insertText(text("abc"))
            }
            #expect(
                failure
                    == SinkFailure(
                        inserted: 0,
                        problem: Problem(
                            "cannot type while Super is held",
                            why: "it would turn text into commands",
                            remedy: "Let go of it.")))
            #expect(keyboard.changes.isEmpty)

            let patient = try makeSink("us")
            try await patient.prepare()
            let other = try self.keyboard()
            try other.follow()
            let task = Task { @EventLoopActor in try await patient.insertText(text("abc")) }
            try await EventLoop.shared.sleep(for: .milliseconds(1))
            #expect(other.changes.isEmpty)
            person.release("KEY_LEFTMETA")
            try await task.value
            other.read()
            #expect(try other.changes.map(\.key) == changes("us", "abc"))

            // It reads nothing but modifiers: no other key reaches this process.
            let open = (3..<256).map { FileDescriptor(rawValue: $0) }.filter {
                (try? SymbolicLink.target(of: "/proc/self/fd/\($0.rawValue)")) == person.node
            }
            let idle = open.filter { !isReadable($0) }
            try #require(!idle.isEmpty)
            person.tap("KEY_P")
            #expect(!idle.contains(where: isReadable))
            person.tap("KEY_LEFTSHIFT")
            #expect(idle.allSatisfy(isReadable))
        }

        /// Whether there is something to read (poll(2)).
        private func isReadable(_ file: FileDescriptor) -> Bool {
            var query = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
            return poll(&query, 1, 0) == 1
        }

        @EventLoopActor @Test func saysThatPermissionIsMissing() async throws {
            let sink = try makeSink("us")
            // Affects the whole process for a moment: no other test runs, and nothing here
            // suspends.
            seteuid(65534)
            defer { seteuid(0) }
            let problem = await #expect(throws: Problem.self) { try await sink.prepare() }
            #expect(problem == UinputDevice.problem(.permissionDenied))
        }

        @EventLoopActor @Test func goesWhenClosed() async throws {
            // Keyboards of earlier tests.
            try await waitUntil("no keyboard is there") { KernelKeyboard.nodes.isEmpty }
            for _ in 0..<20 {
                let sink = try makeSink("us")
                try await sink.prepare()
                #expect(KernelKeyboard.nodes.count == 1)
                sink.close()
                try await waitUntil("the keyboard is gone") { KernelKeyboard.nodes.isEmpty }
            }
        }

        @EventLoopActor @Test(.needs("/usr/sbin/modprobe", package: "kmod"))
        func saysThatTheModuleIsMissing() async throws {
            let environment = ProgramPlaces.environment(path: "/usr/sbin:/usr/bin:/sbin:/bin")
            let removal = try await ProgramRun(
                ["modprobe", "-r", "uinput"], environment: environment)
            try #require(removal.status == .exited(0), "\(removal.errors)")
            let sink = try makeSink("us")
            #expect(sink.availability().problem == UinputDevice.problem(.noSuchFileOrDirectory))
            let problem = await #expect(throws: Problem.self) { try await sink.prepare() }
            #expect(problem == UinputDevice.problem(.noSuchFileOrDirectory))
            _ = try await ProgramRun(["modprobe", "uinput"], environment: environment)
            // The same sink, once the remedy has been followed.
            try await sink.prepare()
            #expect(KernelKeyboard.nodes.count == 1)
        }

        /// The kernel removes the keyboard when its process is killed, even with keys held: at any
        /// point of a text, 50 times in make test-typing.
        @EventLoopActor @Test func goesWhenKilled() async throws {
            var random = SplitMix(seed: 1)
            for _ in 0..<(FullTyping.isWanted ? 50 : 3) {
                let point = Int.random(in: 1...200, using: &random)
                let victim = try TrialTypist(
                    .uinput, Samples.english(2000), isRepeated: true)
                try await waitUntil("a keyboard is there") { !KernelKeyboard.nodes.isEmpty }
                let keyboard = try KernelKeyboard(try #require(KernelKeyboard.nodes.last))
                try keyboard.follow()
                try await waitUntil("it has come to that point") {
                    keyboard.changes.count >= point
                }
                victim.kill()
                try await waitUntil("the keyboard is gone") { KernelKeyboard.nodes.isEmpty }
            }
        }

        /// Held keys are released for readers that continue: the X server.
        @EventLoopActor @Test(.needsXorg)
        func leavesNoKeyDownWhenKilled() async throws {
            let server = try await XServer.withInputDevices()
            let state = XKeyboardState(server)
            for _ in 0..<(FullTyping.isWanted ? 10 : 1) {
                let victim = try TrialTypist(
                    .uinput, Samples.english(2000), isRepeated: true)
                try await waitUntil("a key is down") { !state.keysDown.isEmpty }
                victim.kill()
                try await waitUntil("no key is down") { state.keysDown.isEmpty }
            }
        }
    }
}
