import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// Programs that get the dictated text, and fail, may quote it in their messages: those are never
/// repeated.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"),
    .needs("openssl", package: "openssl"))
struct PrivacyTests {
    enum Failure: String, CaseIterable {
        case program, server, hook
    }

    @EventLoopActor @Test(arguments: Failure.allCases)
    func whatWasSaidIsRepeatedNowhere(_ failure: Failure) async throws {
        let server = try await ModelServer()
        let place = try ScratchDirectory("privacy")
        // A word that occurs nowhere else.
        let secret = "zebra\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
        try place.write("the \(secret) diary\n", to: "words")
        try place.write("\(secret)\n", to: "pattern")
        let look =
            "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n' "
            + "| grep -i -f \(place.path("pattern")) >>\(place.path("seen"))"
        let settings =
            switch failure {
            case .program:
                "[text.cleanup]\ntime_limit = '30s'\nengine = 'command'\n"
                    + "command = ['sh', '-c', '. \(place.path("cleanup"))']"
            case .server:
                "[text.cleanup]\ntime_limit = '30s'\nengine = 'server'\n"
                    + "server = 'http://127.0.0.1:\(server.port)/echo/v1'"
            case .hook:
                "[output]\nhook_time_limit = '30s'\n"
                    + "hook = ['sh', '-c', '. \(place.path("cleanup"))']"
            }
        try place.write("tee /dev/stderr\n\(look)\nexit 3\n", to: "cleanup")
        let scene = try await SpokenScene(
            UtterSession.recording + """
                [recognizer]
                engine = "command"
                command.command = ["cat", "\(place.path("words"))"]
                \(settings)
                [announce]
                say = "states"
                """)
        let session = scene.session
        let speaker = try SpeechServer()
        try await speaker.start()
        session.environment.append("SPEECHD_ADDRESS=unix_socket:\(speaker.socket)")
        let programs = try Programs(in: session)
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await session.startDaemon()
        let voice = try await SpokenFile("hello there")
        let report = try await scene.dictate(voice.path)

        let notice = try #require(report.notice)
        let beginning = failure == .hook ? "Typed unchanged" : "Not cleaned up"
        #expect(notice.message.hasPrefix("\(beginning): "), "\(notice)")
        #expect(
            notice.message.contains(failure == .server ? "status 500" : "exit status 3"),
            "\(notice)")
        // It was typed nevertheless.
        try await window.waitForText(try await session.output("last"))
        #expect(window.text.contains(secret))
        try await waitUntil("the notice is announced") { speaker.said.contains(beginning) }
        for told in ["\(notice)", session.log.text, speaker.said, "\(programs.calls)"] {
            #expect(!told.lowercased().contains(secret), "\(told)")
        }
        #expect(textOfFile(place.path("seen")) == "", "arguments of a process")
        #expect(daemon.status == nil)
    }

    /// The recogniser invented the words.
    @EventLoopActor @Test func moreThanAnybodySaysIsNotTyped() async throws {
        let scene = try await SpokenScene(
            UtterSession.recording + """
                [recognizer]
                engine = "command"
                command.command = ["sh", "-c", "seq 100000 228571"]
                [overlay]
                enabled = false
                """)
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        let voice = try await SpokenFile("so it is")
        let report = try await scene.dictate(voice.path)
        let notice = try #require(report.notice)
        #expect(
            notice.message.hasPrefix(
                "Its beginning is kept, not typed: the engine gave 900003 characters for"),
            "\(notice)")
        // The command in the notice works.
        let text = try await scene.session.output("last")
        #expect(text.hasPrefix("100000 100001") && text.count >= 19_999)
        #expect(window.text == "")
        #expect(daemon.status == nil)
    }
}
