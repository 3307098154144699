import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// `utter type` is interrupted in mid-text: it stops at a character, reports which one, and leaves
/// the keyboard as it was.
@Suite(
    .runningLoop, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"))
struct StoppedTypingTests {
    @EventLoopActor
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) func stopsWhereItSays(_ signal: Int32)
        async throws
    {
        let display = try await XServer()
        let session = try UtterSession(display: display)
        let window = try await XWindow(.xterm, on: display)
        let keyboard = XKeyboardState(display)
        let keymap = keyboard.xtestKeymap
        try await display.run("xdotool", "key", "Caps_Lock")

        let text = String(repeating: "Zwölf Boxkämpfer jagen Öl — “€”. ", count: 5_000)
        let (input, errors) = (try TemporaryFile(), try TemporaryFile())
        let writing = try FileDescriptor.open(FilePath(input.path), .writeOnly)
        try writing.closeAfter { _ = try writing.writeAll(text.utf8) }
        let descriptors = [
            try FileDescriptor.open(FilePath(input.path), .readOnly),
            try FileDescriptor.open("/dev/null", .writeOnly),
            try FileDescriptor.open(FilePath(errors.path), .writeOnly),
        ]
        defer { for descriptor in descriptors { try? descriptor.close() } }
        let typist = try ChildProcess(
            [UtterSession.program, "type", "-"], environment: session.environment,
            descriptors: descriptors
        ) { _ in }
        try await waitUntil("typing has begun") { window.text.count > 50 }
        typist.send(signal: signal)
        try await waitUntil("the typist ends") { typist.status != nil }

        #expect(typist.status == .exited(1), "\(errors.text)")
        let words = errors.text.split(separator: " ")
        let count = try #require(words.compactMap { Int($0) }.first, "\(errors.text)")
        #expect(count < text.count)
        #expect(errors.text == "utter: typing was stopped: after \(count) characters\n")
        try await window.waitForText(String(text.prefix(count)))
        #expect(keyboard.keysDown == [])
        #expect(keyboard.xtestKeymap == keymap)
        #expect(keyboard.isCapsLocked)
    }
}
