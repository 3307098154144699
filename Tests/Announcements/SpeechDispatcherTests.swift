import Announcements
import Dictation
import LinuxRuntime
import Problems
import TestSupport
import Testing

@Suite(.runningLoop) struct SpeechDispatcherTests {
    /// What was reported.
    @EventLoopActor
    private final class Failures {
        var all: [Problem] = []
    }

    @EventLoopActor
    private func speaker(
        _ path: String, program: String = "/nonexistent/speech-dispatcher", _ failures: Failures
    ) -> SpeechDispatcher {
        SpeechDispatcher(path: path, program: program, user: "jo") { failures.all.append($0) }
    }

    // MARK: The real one

    @EventLoopActor
    @Test(.needs("speech-dispatcher", package: "speech-dispatcher"))
    func speechDispatcherIsStartedAndSpeaks() async throws {
        let (server, failures) = (try SpeechServer(), Failures())
        let announcer = speaker(server.socket, program: server.launcher, failures)
        announcer.say(Announcement("Listening", .urgent))
        // Nothing sounds yet, and what the user says while it starts is recorded.
        #expect(!announcer.isSounding)
        try await waitUntil("the server runs") { announcer.isSounding || !failures.all.isEmpty }
        try await waitUntil("it is heard") {
            server.said.contains("Listening") || !failures.all.isEmpty
        }
        try await waitUntil("the sound is over") { !announcer.isSounding }
        announcer.say(Announcement("Guten Tag", language: "de"))
        try await waitUntil("it is heard") { server.said.contains("Guten Tag") }
        #expect(failures.all == [])
        announcer.close()
    }

    /// After a crash of the server the next announcement starts it again.
    @EventLoopActor
    @Test(.needs("speech-dispatcher", package: "speech-dispatcher"))
    func speechDispatcherMayDie() async throws {
        let (server, failures) = (try SpeechServer(), Failures())
        try await server.start()
        let announcer = speaker(server.socket, program: server.launcher, failures)
        announcer.say(Announcement("One"))
        try await waitUntil("it is heard") { server.said.contains("One") }
        try await server.kill()
        try await waitUntil("that is known") { failures.all.count == 1 }
        #expect(failures.all[0].why == "speech-dispatcher: it is gone")
        announcer.say(Announcement("Two"))
        try await waitUntil("it is heard") { server.said.contains("Two") }
        announcer.close()
    }

    @EventLoopActor @Test func aLongTextIsCutOff() async throws {
        let (server, failures) = (try FakeSpeechServer(), Failures())
        let announcer = speaker(server.path, failures)
        announcer.say(Announcement("A long text"))
        try await waitUntil("it is sent") { server.texts == ["A long text"] }
        server.report(701, "BEGIN")
        announcer.hush()
        try await waitUntil("it is cancelled") { server.lines.last == "CANCEL SELF" }
        server.report(703, "CANCEL")
        await announcer.untilSilent()
        #expect(failures.all == [])
        announcer.close()
    }

    // MARK: What it does not do by itself

    @EventLoopActor @Test func theConversationIsThatOfTheProtocol() async throws {
        let (server, failures) = (try FakeSpeechServer(), Failures())
        let announcer = speaker(server.path, failures)
        announcer.say(Announcement("Listening", .urgent))
        try await waitUntil("it is sent") { server.texts == ["Listening"] }
        #expect(
            server.lines == [
                "SET SELF CLIENT_NAME jo:utter:announcements", "SET SELF NOTIFICATION ALL on",
                "SET SELF PUNCTUATION none", "CANCEL SELF", "SET SELF PRIORITY important",
                "SET SELF LANGUAGE en", "SPEAK", "Listening", ".",
            ])
        announcer.say(Announcement(".\nQUIT", language: "de"))
        try await waitUntil("it is sent") { server.texts.count == 2 }
        #expect(
            server.lines.suffix(7) == [
                "CANCEL SELF", "SET SELF PRIORITY message", "SET SELF LANGUAGE de", "SPEAK", "..",
                "QUIT", ".",
            ])
        #expect(failures.all == [])
    }

    /// What was to be said before is no news when the next comes.
    @EventLoopActor @Test func onlyTheLastIsSaidOfSeveral() async throws {
        let (server, failures) = (try FakeSpeechServer(), Failures())
        let announcer = speaker(server.path, failures)
        for text in ["One", "Two", "Three"] { announcer.say(Announcement(text)) }
        try await waitUntil("the last is sent") { server.texts.last == "Three" }
        #expect(failures.all == [])
    }

    @EventLoopActor @Test func aServerThatAnswersUnaskedIsGivenUp() async throws {
        let (server, failures) = (try FakeSpeechServer(), Failures())
        let announcer = speaker(server.path, failures)
        #expect(!announcer.isSounding)
        announcer.say(Announcement("Listening"))
        #expect(announcer.isSounding)
        try await waitUntil("it is sent") { !server.texts.isEmpty }
        server.report(701, "BEGIN")
        server.send("299 OK")
        try await waitUntil("the server is given up") { !failures.all.isEmpty }
        #expect(!announcer.isSounding)
    }

    @EventLoopActor @Test func theSoundEndsWithTheEventOfItsEnd() async throws {
        let (server, failures) = (try FakeSpeechServer(), Failures())
        let announcer = speaker(server.path, failures)
        announcer.say(Announcement("Listening"))
        try await waitUntil("it is sent") { !server.texts.isEmpty }
        server.report(701, "BEGIN")
        server.report(702, "END")
        try await waitUntil("it is silent") { !announcer.isSounding }
        #expect(failures.all == [])
    }

    /// The user's words are never lost to a server that hangs: it counts as silent after a moment,
    /// and from the next announcement on at once.
    @EventLoopActor @Test func aServerThatHangsSilencesNobody() async throws {
        let (server, failures) = (try FakeSpeechServer(), Failures())
        server.manner = .mute
        let announcer = speaker(server.path, failures)
        announcer.say(Announcement("Listening"))
        try await waitUntil("it counts as silent") { !announcer.isSounding }
        try await waitUntil("it is reported") { !failures.all.isEmpty }
        #expect(failures.all[0].why == "speech-dispatcher: it hasn't answered for 2 s")
        #expect(failures.all[0].remedy.contains("utter config set announce.say off"))
        announcer.say(Announcement("Listening"))
        #expect(!announcer.isSounding)
        // Once it answers, it is as before.
        server.hangUp()
        server.manner = .friendly
        try await waitUntil("it is said again") {
            announcer.say(Announcement("Here"))
            return server.texts.contains("Here")
        }
        try await waitUntil("it counts again") {
            announcer.say(Announcement("Here"))
            return announcer.isSounding
        }
        #expect(failures.all.count == 1)
    }

    @EventLoopActor
    @Test(arguments: [
        (FakeSpeechServer.Manner.refusing, "it doesn’t take the text"),
        (.garbled, "what it sends is not SSIP"),
    ])
    func whatTheServerDoesWrongIsToldOnce(
        _ manner: FakeSpeechServer.Manner, _ why: String
    ) async throws {
        let (server, failures) = (try FakeSpeechServer(), Failures())
        server.manner = manner
        let announcer = speaker(server.path, failures)
        announcer.say(Announcement("Listening"))
        try await waitUntil("it is reported") { !failures.all.isEmpty }
        announcer.say(Announcement("Inserted"))
        try await waitUntil("it is tried again") {
            server.lines.filter { $0.hasPrefix("SET SELF PRIORITY") || manner == .garbled }.count
                > 1
        }
        #expect(failures.all.map(\.why) == ["speech-dispatcher: \(why)"])
    }

    @EventLoopActor @Test func aMachineWithoutSpeechIsToldOnce() async throws {
        let scratch = try ScratchDirectory("utter-nobody")
        let failures = Failures()
        let announcer = speaker(scratch.path("socket"), failures)
        announcer.say(Announcement("Listening"))
        announcer.say(Announcement("Inserted"))
        #expect(failures.all.map(\.why) == ["speech-dispatcher: it isn’t installed"])
        #expect(!announcer.isSounding)
    }

    @EventLoopActor @Test func nothingIsSaidAfterTheEnd() async throws {
        let (server, failures) = (try FakeSpeechServer(), Failures())
        let announcer = speaker(server.path, failures)
        announcer.close()
        announcer.say(Announcement("Listening"))
        #expect(!announcer.isSounding)
        #expect(server.lines == [])
        #expect(failures.all == [])
    }
}
