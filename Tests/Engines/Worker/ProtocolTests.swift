import Dictation
import Problems
import TestSupport
import Testing

@testable import SpeechWorkerProtocol

@Suite struct ProtocolTests {
    private static let messages: [WorkerMessage] = [
        .load(
            EngineConfiguration(
                engine: "vosk", model: "/models/ä", values: ["b": "2", "a": "", "": "x\n"],
                readable: ["/models/ä", "/lib"], opensLibrary: true, usesGPU: true)),
        .begin(dictation: 1, at: .max), .samples([], fed: 0, dictation: 2),
        .samples([0, -1, .min, .max], fed: 1 << 40, dictation: 3), .finish(dictation: 4),
        .cancel(dictation: .max), .forgetVoice,
        .expected(ExpectedSpeech(), dictation: 1),
        .expected(
            ExpectedSpeech(
                context: "Dear Siobhan, “thank you”.", names: ["Łódź", "2"],
                phrases: ["comma", "new line", ""]),
            dictation: 7),
    ]

    private static let reports: [WorkerReport] = [
        .ready(block: 2048), .failed(Problem("what “ü”", why: "why", remedy: "")),
        .event(.speechStarted, dictation: 1), .event(.speechEnded, dictation: 1),
        .event(.partial("hallo wörld 👋"), dictation: 1), .event(.utterance(""), dictation: 2),
        .event(
            .words([
                RecognizedWord(
                    "a", start: .milliseconds(1), end: .microseconds(1001), confidence: 0.25),
                RecognizedWord("", start: .zero, end: .zero, confidence: 1),
            ]), dictation: 3),
        .event(.warning(Problem("a", why: "b", remedy: "c")), dictation: 3),
        .event(.settled(samples: 1 << 40), dictation: 3), .decoded(5, dictation: 6),
        .finished(dictation: 7), .warning(Problem("a", why: "b", remedy: "c")),
        .measured(MeasuredSpeed(seconds: 0.36, threads: 2)),
    ]

    /// However the socket cuts them.
    @Test(arguments: [1, 3, 1 << 16]) func arrivesAsItWasSent(_ size: Int) throws {
        var messages: [WorkerMessage] = []
        var reports: [WorkerReport] = []
        var (toWorker, toDaemon) = (FrameBuffer(), FrameBuffer())
        for piece in Self.cut(Self.messages.flatMap(\.bytes), size) {
            toWorker.append(piece)
            while let message = try toWorker.nextMessage() { messages.append(message) }
        }
        for piece in Self.cut(Self.reports.flatMap(\.bytes), size) {
            toDaemon.append(piece)
            while let report = try toDaemon.nextReport() { reports.append(report) }
        }
        #expect(messages == Self.messages)
        #expect(reports == Self.reports)
    }

    /// Each is taken without moving those that follow.
    @Test func manyAtOnceAreTakenInOrder() throws {
        let count = 200_000
        var buffer = FrameBuffer()
        buffer.append((1...count).flatMap { WorkerMessage.cancel(dictation: $0).bytes })
        for number in 1...count {
            guard try buffer.nextMessage() == .cancel(dictation: number) else {
                Issue.record("message \(number) is another")
                return
            }
        }
        #expect(try buffer.nextMessage() == nil)
    }

    @Test func saysWhatIsTooLong() throws {
        func message(_ length: Int) -> WorkerMessage {
            .load(
                EngineConfiguration(
                    engine: "", model: String(repeating: "x", count: length), values: [:],
                    readable: []))
        }
        let rest = message(0).bytes.count - 4
        for (length, isShort) in [
            (FrameBuffer.longest - rest, true), (FrameBuffer.longest - rest + 1, false),
        ] {
            let message = message(length)
            #expect(message.isShortEnough == isShort)
            var buffer = FrameBuffer()
            buffer.append(message.bytes)
            #expect((try? buffer.nextMessage()) == (isShort ? message : nil))
        }
    }

    private static func cut(_ bytes: [UInt8], _ size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: bytes.count, by: size).map {
            bytes[$0..<min($0 + size, bytes.count)]
        }
    }

    @Test func whatBelongsInNoDictationIsNotSent() {
        let timing = RecognitionTiming(backlog: .zero, tail: .zero)
        for event in [RecognizerEvent.ready, .finished(timing), .failed(Problem("", why: ""))] {
            #expect(WorkerReport.event(event, dictation: 1).bytes.isEmpty)
        }
    }

    /// Each message without its last bytes, with more than it has, and of a kind that isn't there.
    @Test func refusesWhatIsNotWhole() {
        for bytes in (Self.messages.map(\.bytes) + Self.reports.map(\.bytes)).map({
            Array($0.dropFirst(4))
        }) {
            for wrong in [bytes + [0], Array(bytes.dropLast()), [77] + bytes.dropFirst(), []]
            where wrong != bytes {
                #expect(throws: MalformedMessage.self) { try WorkerMessage(wrong) }
                #expect(throws: MalformedMessage.self) { try WorkerReport(wrong) }
            }
        }
    }

    @Test func refusesWhatCannotBe() {
        func refused(_ write: (inout FieldWriter) -> Void) {
            var writer = FieldWriter()
            write(&writer)
            #expect(throws: MalformedMessage.self) { try WorkerReport(writer.bytes) }
        }
        refused {  // No block.
            $0.write(UInt8(0))
            $0.write(Int64(0))
        }
        refused {  // A negative count.
            $0.write(UInt8(3))
            $0.write(Int64(1))
            $0.write(Int64(-1))
        }
        refused {  // A text that isn't UTF-8.
            $0.write(UInt8(2))
            $0.write(Int64(1))
            $0.write(UInt8(2))
            $0.write(UInt32(2))
            $0.write(UInt8(0xC3))
            $0.write(UInt8(0x28))
        }
        for confidence in [Double.nan, 1.5, -0.1] {
            refused {
                $0.write(UInt8(2))
                $0.write(Int64(1))
                _ = $0.write(
                    RecognizerEvent.words([
                        RecognizedWord("a", start: .zero, end: .zero, confidence: confidence)
                    ]))
            }
        }
        // As many words as no message has room for: nothing is allocated for them.
        refused {
            $0.write(UInt8(2))
            $0.write(Int64(1))
            $0.write(UInt8(3))
            $0.write(UInt32.max)
        }
        for length: UInt32 in [0, UInt32(FrameBuffer.longest) + 1, .max] {
            var buffer = FrameBuffer()
            var writer = FieldWriter()
            writer.write(length)
            buffer.append(writer.bytes + [0, 0, 0])
            #expect(throws: MalformedMessage.self) { try buffer.nextReport() }
        }
    }

    /// A problem stands in the log, and its commands might run as root.
    @Test func takesOnlyWordsOfAProblem() throws {
        let report = WorkerReport.failed(
            Problem(
                "a\u{1B}[2J\nb", why: String(repeating: "x", count: 9000), remedy: "",
                fix: Fix([.init(["rm"], asRoot: true)])))
        var buffer = FrameBuffer()
        buffer.append(report.bytes)
        let problem = Problem("a [2J b", why: String(repeating: "x", count: 2000))
        #expect(try buffer.nextReport() == .failed(problem))
    }

    /// Whatever comes, it is a message or refused.
    @Test func survivesNoise() {
        var random = SplitMix(seed: 7)
        let all = Self.reports.map(\.bytes) + Self.messages.map(\.bytes)
        for round in 0..<20_000 {
            var bytes = Array(all[round % all.count].dropFirst(4))
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                guard let place = bytes.indices.randomElement(using: &random) else { continue }
                bytes[place] = .random(in: .min ... .max, using: &random)
            }
            if let report = try? WorkerReport(bytes) { #expect(!report.bytes.isEmpty) }
            if let message = try? WorkerMessage(bytes) { #expect(!message.bytes.isEmpty) }
        }
    }
}
