import Dictation
import JSONLines
import MonotonicTime
import Problems
import Testing

@testable import ControlProtocol

@Suite struct MessageTests {
    private func text(_ message: some Encodable) -> String {
        String(decoding: JSONLine.encode(message), as: UTF8.self)
    }

    private func decode<Message: Decodable>(
        _ type: Message.Type, _ text: String
    ) throws -> Message {
        try JSONLine.decode(type, from: Array(text.utf8), what: "cannot understand")
    }

    @Test func greets() {
        #expect(text(Greeting.ours) == #"{"protocol":"utter","version":1}"# + "\n")
    }

    @Test(arguments: [
        (ControlRequest.toggle(), #"{"command":"toggle"}"#),
        (.start(), #"{"command":"start"}"#),
        (
            .start(DictationOverrides(profile: "mail", language: "de")),
            #"{"command":"start","language":"de","profile":"mail"}"#
        ),
        (.toggle(DictationOverrides(profile: "mail")), #"{"command":"toggle","profile":"mail"}"#),
        (.stop, #"{"command":"stop"}"#),
        (.pause, #"{"command":"pause"}"#),
        (.cancel, #"{"command":"cancel"}"#),
        (.status, #"{"command":"status"}"#),
        (.subscribe(levels: true), #"{"command":"subscribe","levels":true}"#),
        (.last(count: 3), #"{"command":"last","count":3}"#),
        (.retype, #"{"command":"retype"}"#),
        (.retry(), #"{"command":"retry"}"#),
        (
            .retry(DictationOverrides(language: "de", model: "base")),
            #"{"command":"retry","language":"de","model":"base"}"#
        ),
        (.retry(number: 7), #"{"command":"retry","number":7}"#),
        (
            .type("a “b”", for: CommandEnvironment(display: ":0", home: "/home/anna")),
            #"{"command":"type","environment":{"display":":0","home":"/home/anna"},"text":"a “b”"}"#
        ),
    ])
    func writesAndReadsCommands(_ request: ControlRequest, _ json: String) throws {
        #expect(text(request) == json + "\n")
        #expect(try decode(ControlRequest.self, json) == request)
    }

    @Test func optionalArgumentsHaveDefaults() throws {
        #expect(try decode(ControlRequest.self, #"{"command":"last"}"#) == .last(count: 1))
        #expect(
            try decode(ControlRequest.self, #"{"command":"subscribe"}"#)
                == .subscribe(levels: false))
    }

    @Test(arguments: [
        (ControlReply.ok(), #"{"reply":"ok"}"#),
        (.declined, #"{"reply":"declined"}"#),
        (.ok(message: "two\nlines"), #"{"message":"two\nlines","reply":"ok"}"#),
        (
            .failure(Problem("a", why: "b", remedy: "c/d")),
            #"{"problem":{"remedy":"c/d","what":"a","why":"b"},"reply":"failure"}"#
        ),
        (
            .transcripts([
                TranscriptRecord(
                    number: 2, time: 1_700_000_000, raw: "x", text: "X", inserted: true)
            ]),
            #"{"reply":"transcripts","transcripts":["#
                + #"{"inserted":true,"number":2,"raw":"x","text":"X","time":1700000000}]}"#
        ),
    ])
    func writesAndReadsReplies(_ reply: ControlReply, _ json: String) throws {
        #expect(text(reply) == json + "\n")
        #expect(try decode(ControlReply.self, json) == reply)
    }

    @Test func aReportIsOneStableLine() throws {
        let report = StatusReport(
            state: .recording, hearing: true, heardSince: Instant(nanoseconds: 812_345_999_999),
            queued: true, partial: "hello wor", level: AudioLevel(power: 1),
            notice: .init(severity: .warning, message: "m"),
            recognizer: .init(
                name: "r", state: .failed, problem: Problem("a", why: "b"), translates: true),
            microphone: .init(name: "default"),
            sinks: [
                .init(name: "xtest", availability: .available),
                .init(name: "uinput", availability: .unavailable(Problem("c", why: "d"))),
            ],
            hotkey: .init(name: "F12"),
            timing: .init(opening: .microseconds(12_345), total: .seconds(1), characters: 5),
            version: "0.1.0")
        let json =
            #"{"heardSince":812345,"hearing":true,"hotkey":{"name":"F12"},"level":1,"#
            + #""microphone":{"name":"default"},"#
            + #""notice":{"message":"m","remedy":"","severity":"warning"},"#
            + #""partial":"hello wor","queued":true,"recognizer":{"name":"r","#
            + #""problem":{"remedy":"","what":"a","why":"b"},"state":"failed","translates":true},"#
            + #""sinks":[{"available":true,"name":"xtest"},{"available":false,"name":"uinput","#
            + #""problem":{"remedy":"","what":"c","why":"d"}}],"state":"recording","#
            + #""timing":{"characters":5,"opening":12.35,"total":1000},"version":"0.1.0"}"#
        #expect(text(report) == json + "\n")
        #expect(try decode(StatusReport.self, json) == report)
        #expect(
            try decode(ControlEvent.self, #"{"event":"status","status":\#(json)}"#)
                == .status(report))
    }

    @Test func unknownFieldsAreIgnored() throws {
        #expect(try decode(ControlRequest.self, #"{"command":"stop","of":[1,{}]}"#) == .stop)
        let level = #"{"event":"level","level":0.5,"peak":1}"#
        #expect(try decode(ControlEvent.self, level) == .level(0.5))
    }

    @Test(arguments: [
        (
            #"{"command":"dance"}"#,
            "cannot run the command “dance”: this daemon does not know it. "
                + "It knows: toggle, start, stop, pause, cancel, status, subscribe, last, retype, "
                + "retry, type, act, clear-history, restore-raw"
        ),
        (
            #"{"command":"\u001b[2J\n"}"#,
            "cannot run the command “[2J”: this daemon does not "
                + "know it. It knows: toggle, start, stop, pause, cancel, status, subscribe, last, "
                + "retype, retry, type, act, clear-history, restore-raw"
        ),
        (
            #"{"command":"last","count":0}"#,
            "cannot run the command “last”: the count 0 is out of "
                + "range. Ask for 1 to 10000 transcripts"
        ),
        (
            #"{"command":"last","count":"3"}"#,
            "cannot understand: the field “count” has a wrong type"
        ),
        (#"{"levels":true}"#, "cannot understand: the field “command” is missing"),
    ])
    func refusesWhatItCannotDo(_ json: String, _ message: String) {
        #expect {
            try decode(ControlRequest.self, json)
        } throws: {
            guard case JSONLine.Failure.refused(let problem) = $0 else { return false }
            return problem.description == message
        }
    }
}
