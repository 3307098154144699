import Glibc
import LinuxRuntime
import TestSupport
import Testing

@testable import UtterOverlay

@Suite(.runningLoop) struct AnnouncerTests {
    /// A program in the place of spd-say that writes what it is to say to a file.
    private static func speaker(_ file: TemporaryFile) throws -> TemporaryFile {
        let script = try TemporaryFile()
        let stream = fopen(script.path, "w")!
        fputs("#!/bin/sh\nshift 5\necho \"$*\" >>\(file.path)\n", stream)
        fclose(stream)
        chmod(script.path, 0o700)
        return script
    }

    @EventLoopActor @Test func saysEachChangeOnce() async throws {
        let said = try TemporaryFile()
        let script = try Self.speaker(said)
        let announcer = Announcer(program: script.path)
        for words in ["Listening", "Listening", "-x; $(id)", nil, "Listening"] {
            let before = said.text
            announcer.say(words)
            if let words, !before.hasSuffix(words + "\n") {
                try await waitUntil("“\(words)” is said") { said.text != before }
            }
        }
        #expect(said.text == "Listening\n-x; $(id)\nListening\n")
    }

    @EventLoopActor @Test func aMissingProgramIsNoMatter() throws {
        let announcer = Announcer(program: "/nonexistent/spd-say")
        announcer.say("Listening")
        announcer.say("Inserted")
    }
}
