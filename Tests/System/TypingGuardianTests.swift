import Foundation
import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// `utter type` is stopped in mid-text: without another run of utter the keyboard is restored, and the
/// desktop keeps working. `KilledTypistTests` kill it.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("xprop", package: "x11-utils"))
struct TypingGuardianTests {
    private static let text = String(repeating: "Zwölf Boxkämpfer jagen Öl — “€”. ", count: 5_000)

    @EventLoopActor private final class Scene {
        let display: XServer
        let window: XWindow
        let keyboard: XKeyboardState
        let keymap: String
        private let session: UtterSession
        let input = try! TemporaryFile()
        let errors = try! TemporaryFile()

        init() async throws {
            display = try await XServer()
            session = try UtterSession(display: display)
            window = try await XWindow(.xterm, on: display)
            keyboard = XKeyboardState(display)
            keymap = keyboard.xtestKeymap
            try await display.run("xdotool", "key", "Caps_Lock")
            let writing = try FileDescriptor.open(FilePath(input.path), .writeOnly)
            try writing.closeAfter { _ = try writing.writeAll(text.utf8) }
        }

        func startTyping() throws -> ChildProcess {
            let descriptors = [
                try FileDescriptor.open(FilePath(input.path), .readOnly),
                try FileDescriptor.open("/dev/null", .writeOnly),
                try FileDescriptor.open(FilePath(errors.path), .writeOnly, options: .truncate),
            ]
            defer { for descriptor in descriptors { try? descriptor.close() } }
            return try ChildProcess(
                [UtterSession.program, "type", "-"], environment: session.environment,
                descriptors: descriptors
            ) { _ in }
        }

        /// The processes that guard typing on this display.
        var guardians: [Int32] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return names.compactMap { Int32($0) }.filter {
                textOfFile("/proc/\($0)/cmdline").hasSuffix("guard-typing\0\(display.display)\0")
            }
        }

        /// Starts a typist, and stops it while it has grabbed the server: by a user or a shell, or,
        /// with its guardian, as a machine that stands still would.
        ///
        /// - Returns: the typist, and how many characters were there before.
        func typistStoppedInsideAGrab(
            _ witness: XWitness, withGuardian: Bool = false
        ) async throws -> (typist: ChildProcess, begun: Int) {
            var begun = window.text.count
            var typist = try startTyping()
            while true {
                let came = window.text.count
                try await waitUntil("it types") {
                    typist.status != nil || window.text.count > came
                }
                if typist.status != nil {
                    begun = window.text.count
                    typist = try startTyping()
                    continue
                }
                let guardians = withGuardian ? guardians : []
                try await EventLoop.shared.sleep(for: .microseconds(.random(in: 0..<3_000)))
                typist.send(signal: SIGSTOP)
                for guardian in guardians { kill(guardian, SIGSTOP) }
                let start = MonotonicClock.nanoseconds
                while !witness.isAnswered {
                    if MonotonicClock.nanoseconds - start > 300_000_000 { return (typist, begun) }
                    try await EventLoop.shared.sleep(for: .milliseconds(2))
                }
                for guardian in guardians { kill(guardian, SIGCONT) }
                typist.send(signal: SIGCONT)
            }
        }

        /// Waits until nothing of a typist is left but its text.
        func expectAllPutBack(_ comment: String) async throws {
            try await waitUntil("the keymap is the person’s again: \(comment)") {
                keyboard.xtestKeymap == keymap
            }
            try await waitUntil("the guardian has gone: \(comment)") { guardians.isEmpty }
            #expect(keyboard.keysDown == [], "\(comment)")
            #expect(keyboard.isCapsLocked, "\(comment)")
            #expect(try await !display.run("xprop", "-root").contains("_UTTER_XTEST_SESSION"))
        }
    }

    /// It is stopped during a grab of the server: the desktop doesn't wait for it.
    @EventLoopActor @Test func stoppedInsideAGrab() async throws {
        let scene = try await Scene()
        let witness = XWitness(scene.display)
        for _ in 0..<3 {
            let (typist, begun) = try await scene.typistStoppedInsideAGrab(witness)
            // It is still stopped.
            try await waitUntil("the desktop goes on") { witness.isAnswered }
            try await scene.expectAllPutBack("stopped in a grab")
            typist.send(signal: SIGCONT)
            try await waitUntil("it ends") { typist.status != nil }
            #expect(typist.status == .exited(1), "\(scene.errors.text)")
            let count = try #require(
                scene.errors.text.split(separator: " ").compactMap { Int($0) }.first)
            #expect(
                scene.errors.text.hasPrefix(
                    "utter: typing stopped after \(count) characters: "
                        + "utter was held up for "), "\(scene.errors.text)")
            #expect(scene.errors.text.contains(" s in the middle of it"), "\(scene.errors.text)")
            let typed = String(scene.window.text.dropFirst(begun))
            #expect(typed == String(Self.text.prefix(count)))
            #expect(scene.guardians.isEmpty)
        }
    }

    /// A machine that stands still for a time, as a virtual one may, or one with far too much to do,
    /// holds up the guardian, too. Typing goes on.
    @EventLoopActor @Test func heldUpTogetherWithItsGuardian() async throws {
        let scene = try await Scene()
        let witness = XWitness(scene.display)
        let (typist, _) = try await scene.typistStoppedInsideAGrab(witness, withGuardian: true)
        let guardian = try #require(scene.guardians.first)
        func turns() -> String? {
            textOfFile("/proc/\(guardian)/status").split(separator: "\n")
                .first { $0.hasPrefix("voluntary_ctxt_switches") }.map(String.init)
        }
        // Longer than the server may be grabbed.
        try await EventLoop.shared.sleep(for: .milliseconds(3_200))
        let before = turns()
        kill(guardian, SIGCONT)
        // The guardian gets its turn first.
        try await waitUntil("it has waited once more") { turns() != before }
        typist.send(signal: SIGCONT)
        let came = scene.window.text.count
        try await waitUntil("it types on, \(scene.errors.text)") {
            typist.status != nil || scene.window.text.count > came + 100
        }
        #expect(typist.status == nil, "\(scene.errors.text)")
        typist.send(signal: SIGTERM)
        try await waitUntil("it ends") { typist.status != nil }
        try await scene.expectAllPutBack("held up")
    }

    @EventLoopActor @Test func goesWithTheTypist() async throws {
        let scene = try await Scene()
        let typist = try scene.startTyping()
        try await waitUntil("it types") { scene.window.text.count > 50 }
        #expect(scene.guardians.count == 1)
        let guardian = try #require(scene.guardians.first)
        // Neither the terminal nor the service ends it too early.
        for signal in [SIGINT, SIGHUP, SIGQUIT, SIGTERM] { kill(guardian, signal) }
        #expect(getsid(guardian) == guardian)
        typist.send(signal: SIGTERM)
        try await waitUntil("the typist ends") { typist.status != nil }
        try await scene.expectAllPutBack("stopped by a signal")
        #expect(scene.guardians.isEmpty)
        #expect(try await scene.display.run("xdotool", "getwindowfocus") != "")
        // The command refuses to run on its own.
        let run = try await ProgramRun([UtterSession.program, "guard-typing", ":0"])
        #expect(run.status == .exited(1))
        #expect(run.errors.hasPrefix("utter: cannot guard"))
    }
}
