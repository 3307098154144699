import Dictation
import Foundation
import Glibc
import LinuxRuntime
import SinkXTest
import SystemPackage
import TestSupport
import Testing

/// `utter type` is killed (SIGKILL) at any point of 2,000 characters, 50 times.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("setxkbmap", package: "x11-xkb-utils"),
    .needsPythonGI, .needsGTK3)
struct KillTests {
    @EventLoopActor @Test(arguments: [(Receiver.xterm, 38), (.gtk3View, 12)])
    func theKeyboardIsTheUsersAgain(receiver: Receiver, rounds: Int) async throws {
        let stage = try await Stage(
            Situation(receiver: receiver, layout: .us, windowManager: .none, keyboard: .atRest))
        let keymap = stage.state.xtestKeymap
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        let file = try TemporaryFile()
        let end = "— the end ő"
        var altered = 0
        for round in 0..<rounds {
            let text = SampleText.all[round % 3]
            try text.string.write(toFile: file.path, atomically: false, encoding: .utf8)
            let input = try FileDescriptor.open(FilePath(file.path), .readOnly)
            let victim = try ChildProcess(
                [ProgramTests.program, "type", "--sink", "xtest", "-"],
                environment: stage.server.environment + ["XDG_CONFIG_HOME=/nonexistent"],
                descriptors: [input, silence, silence]
            ) { _ in }
            try input.close()
            let moment = Int.random(in: 0..<1900)
            try await waitUntil("\(moment) code points arrive") {
                victim.status != nil || stage.window.text.unicodeScalars.count >= moment
            }
            if stage.state.xtestKeymap != keymap { altered += 1 }
            victim.send(signal: SIGKILL)
            try await waitUntil("it is gone") { victim.status != nil }
            let sink = XTestSink(display: stage.server.display)
            try await sink.prepare()
            #expect(stage.state.xtestKeymap == keymap, "round \(round), killed at \(moment)")
            #expect(stage.state.keysDown.isEmpty, "round \(round), killed at \(moment)")
            // The window reads the rest of what it was sent, and accepts more.
            try await sink.insertText(TypableText(cleaning: end, lineBreaks: .keep))
            sink.close()
            try await waitUntil("the end arrives") {
                stage.window.text.hasSuffix(end)
            }
            try await stage.window.clear()
        }
        // Otherwise there was nothing to repair.
        #expect(altered > 0)
        try await stage.close()
    }
}
