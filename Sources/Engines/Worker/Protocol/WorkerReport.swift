public import Dictation
public import Problems

/// A report from the worker to the daemon. Counts of samples are from the first one of the
/// dictation that it received.
public enum WorkerReport: Equatable, Sendable {
    /// The model is loaded. `block` is the number of samples that are decoded at once.
    case ready(block: Int)
    /// The engine can't go on; nothing follows.
    case failed(Problem)
    /// One of the events within a dictation: not `ready`, `finished` or `failed`.
    case event(RecognizerEvent, dictation: Int)
    /// So many samples are decoded, and what they gave was reported.
    case decoded(Int, dictation: Int)
    /// All of the dictation is decoded and reported; or it was cancelled, and nothing is computed
    /// for it any more.
    case finished(dictation: Int)
    /// A warning that belongs to no dictation.
    case warning(Problem)
    /// How fast this computer is with the model: measured now, before `ready`.
    case measured(MeasuredSpeed)

    /// With its length before it, as it is sent. Events that don't belong in a dictation have none.
    public var bytes: [UInt8] {
        var writer = FieldWriter()
        switch self {
        case .ready(let block):
            writer.write(UInt8(0))
            writer.write(Int64(block))
        case .failed(let problem):
            writer.write(UInt8(1))
            writer.write(problem)
        case .event(let event, let dictation):
            writer.write(UInt8(2))
            writer.write(Int64(dictation))
            guard writer.write(event) else { return [] }
        case .decoded(let count, let dictation):
            writer.write(UInt8(3))
            writer.write(Int64(dictation))
            writer.write(Int64(count))
        case .finished(let dictation):
            writer.write(UInt8(4))
            writer.write(Int64(dictation))
        case .warning(let problem):
            writer.write(UInt8(5))
            writer.write(problem)
        case .measured(let speed):
            writer.write(UInt8(6))
            writer.write(speed.seconds.bitPattern)
            writer.write(Int64(speed.threads))
        }
        return FrameBuffer.frame(writer.bytes)
    }

    /// - Parameter bytes: without the length.
    init(_ bytes: [UInt8]) throws(MalformedMessage) {
        var reader = FieldReader(bytes[...])
        switch try reader.number(UInt8.self) {
        case 0:
            let block = try reader.count()
            // An hour is more than any engine decodes at once.
            guard (1...3600 * AudioFormat.rate).contains(block) else {
                throw MalformedMessage("its block is of \(block) samples")
            }
            self = .ready(block: block)
        case 1: self = .failed(try reader.problem())
        case 2:
            let dictation = try reader.count()
            self = .event(try reader.event(), dictation: dictation)
        case 3:
            let dictation = try reader.count()
            self = .decoded(try reader.count(), dictation: dictation)
        case 4: self = .finished(dictation: try reader.count())
        case 5: self = .warning(try reader.problem())
        case 6:
            let speed = MeasuredSpeed(
                seconds: Double(bitPattern: try reader.number()), threads: try reader.count())
            // An hour, and more threads than any computer has.
            guard speed.seconds > 0, speed.seconds < 3600, (1...4096).contains(speed.threads) else {
                throw MalformedMessage("its speed is out of range")
            }
            self = .measured(speed)
        default: throw MalformedMessage("there is no such report")
        }
        try reader.end()
    }
}

extension FrameBuffer {
    /// The next report of a worker; nil if there is no complete one yet.
    public mutating func nextReport() throws(MalformedMessage) -> WorkerReport? {
        guard let bytes = try next() else { return nil }
        return try WorkerReport(bytes)
    }
}

extension FieldWriter {
    /// Without the fix: a worker whose engine was taken over by a damaged model must not propose
    /// commands to run as root.
    mutating func write(_ problem: Problem) {
        write(problem.what)
        write(problem.why)
        write(problem.remedy)
    }

    /// False if the event belongs in no dictation.
    mutating func write(_ event: RecognizerEvent) -> Bool {
        switch event {
        case .speechStarted: write(UInt8(0))
        case .speechEnded: write(UInt8(1))
        case .partial(let words):
            write(UInt8(2))
            write(words)
        case .words(let words):
            write(UInt8(3))
            write(UInt32(words.count))
            for word in words { write(word) }
        case .utterance(let words):
            write(UInt8(4))
            write(words)
        case .warning(let problem):
            write(UInt8(5))
            write(problem)
        case .settled(let samples):
            write(UInt8(6))
            write(Int64(samples))
        case .ready, .finished, .failed: return false
        }
        return true
    }

    private mutating func write(_ word: RecognizedWord) {
        write(word.text)
        // In microseconds.
        write(Int64(word.start / .microseconds(1)))
        write(Int64(word.end / .microseconds(1)))
        write(word.confidence.bitPattern)
    }
}

extension FieldReader {
    mutating func problem() throws(MalformedMessage) -> Problem {
        let (what, why, remedy) = (try line(), try line(), try line())
        return Problem(what, why: why, remedy: remedy)
    }

    /// A text for a log: one line, not endless.
    private mutating func line() throws(MalformedMessage) -> String {
        let text = try text()
        return String(
            text.prefix(2000).map { character in
                let isControl = character.unicodeScalars.contains {
                    $0.properties.generalCategory == .control
                }
                return isControl ? " " : character
            })
    }

    mutating func event() throws(MalformedMessage) -> RecognizerEvent {
        switch try number(UInt8.self) {
        case 0: return .speechStarted
        case 1: return .speechEnded
        case 2: return .partial(try text())
        case 3:
            var words: [RecognizedWord] = []
            for _ in 0..<(try number(UInt32.self)) { words.append(try word()) }
            return .words(words)
        case 4: return .utterance(try text())
        case 5: return .warning(try problem())
        case 6: return .settled(samples: try count())
        default: throw MalformedMessage("there is no such event")
        }
    }

    private mutating func word() throws(MalformedMessage) -> RecognizedWord {
        let text = try text()
        let (start, end) = (try count(), try count())
        let confidence = Double(bitPattern: try number())
        // A year, so that no sum overflows.
        guard max(start, end) < 31_536_000_000_000, (0...1).contains(confidence) else {
            throw MalformedMessage("a word's time or confidence is out of range")
        }
        return RecognizedWord(
            text, start: .microseconds(start), end: .microseconds(end), confidence: confidence)
    }
}
