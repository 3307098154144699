public import Dictation

/// A message from the daemon to the worker.
///
/// A dictation has a number above 0, which is not used again in this worker's life. Counts of
/// samples are from the first one that the worker gets of a dictation.
public enum WorkerMessage: Hashable, Sendable {
    /// The first message, and the only one of its kind. Answered by `ready` or `failed`.
    case load(EngineConfiguration)
    /// `at` in nanoseconds of the monotonic clock.
    case begin(dictation: Int, at: Int64)
    /// At most ``mostSamples``. `fed` is how many of the dictation the daemon has, those included
    /// that it hasn't sent.
    case samples([Int16], fed: Int, dictation: Int)
    /// No more samples follow. Answered by `finished` or `failed`.
    case finish(dictation: Int)
    /// The result of this dictation is no longer wanted. Answered by `finished`, too.
    case cancel(dictation: Int)
    case forgetVoice
    /// The expectations for the dictation, in the place of earlier ones.
    case expected(ExpectedSpeech, dictation: Int)

    /// The most samples in a message: half a second.
    public static let mostSamples = 8192

    /// Whether the other side would take it.
    public var isShortEnough: Bool { bytes.count <= 4 + FrameBuffer.longest }

    /// With its length before it, as it is sent.
    public var bytes: [UInt8] {
        var writer = FieldWriter()
        switch self {
        case .load(let configuration):
            writer.write(UInt8(0))
            writer.write(configuration.engine)
            writer.write(configuration.model)
            writer.write(configuration.values)
            writer.write(configuration.readable)
            writer.write(configuration.opensLibrary)
            writer.write(configuration.usesGPU)
        case .begin(let dictation, let time):
            writer.write(UInt8(1))
            writer.write(Int64(dictation))
            writer.write(time)
        case .samples(let samples, let fed, let dictation):
            writer.write(UInt8(2))
            writer.write(Int64(dictation))
            writer.write(Int64(fed))
            writer.write(samples)
        case .finish(let dictation):
            writer.write(UInt8(3))
            writer.write(Int64(dictation))
        case .cancel(let dictation):
            writer.write(UInt8(4))
            writer.write(Int64(dictation))
        case .forgetVoice:
            writer.write(UInt8(5))
        case .expected(let speech, let dictation):
            writer.write(UInt8(6))
            writer.write(Int64(dictation))
            writer.write([speech.context].compactMap(\.self))
            writer.write(speech.names)
            writer.write(speech.phrases)
        }
        return FrameBuffer.frame(writer.bytes)
    }

    /// - Parameter bytes: without the length.
    init(_ bytes: [UInt8]) throws(MalformedMessage) {
        var reader = FieldReader(bytes[...])
        switch try reader.number(UInt8.self) {
        case 0:
            self = .load(
                EngineConfiguration(
                    engine: try reader.text(), model: try reader.text(),
                    values: try reader.values(), readable: try reader.texts(),
                    opensLibrary: try reader.flag(), usesGPU: try reader.flag()))
        case 1: self = .begin(dictation: try reader.count(), at: try reader.number())
        case 2:
            let (dictation, fed) = (try reader.count(), try reader.count())
            let samples = try reader.samples()
            guard samples.count <= Self.mostSamples else {
                throw MalformedMessage("it has too many samples")
            }
            self = .samples(samples, fed: fed, dictation: dictation)
        case 3: self = .finish(dictation: try reader.count())
        case 4: self = .cancel(dictation: try reader.count())
        case 5: self = .forgetVoice
        case 6:
            let dictation = try reader.count()
            let context = try reader.texts()
            guard context.count < 2 else { throw MalformedMessage("it has two contexts") }
            self = .expected(
                ExpectedSpeech(
                    context: context.first, names: try reader.texts(), phrases: try reader.texts()),
                dictation: dictation)
        default: throw MalformedMessage("there is no such message")
        }
        try reader.end()
    }
}

extension FrameBuffer {
    /// The next message to a worker; nil if there is no complete one yet.
    public mutating func nextMessage() throws(MalformedMessage) -> WorkerMessage? {
        guard let bytes = try next() else { return nil }
        return try WorkerMessage(bytes)
    }
}
