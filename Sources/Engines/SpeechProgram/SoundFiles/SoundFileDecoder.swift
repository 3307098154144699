import AudioSamples
import CSoundFile
import Dictation
import Glibc
public import SoundFiles

/// A sound file as 16 kHz mono, of any rate, width and number of channels: libsndfile reads it,
/// the channels are mixed down to their mean (``StereoMix``), and libsoxr resamples (SOXR_HQ: flat to
/// 7.3 kHz, aliases below −130 dB, 0.7 s of processor time for an hour of 44.1 kHz; libsamplerate's medium
/// quality takes 24 s and is 4 dB down at 7.3 kHz).
public final class SoundFileDecoder {
    /// Samples a second that a recording of speech may have.
    private static let rates = 1000...768_000
    /// Samples of all channels that are read at a time: at most 1024 channels (libsndfile's limit),
    /// and so few that they fit into a message when a low rate is raised to 16 kHz.
    private static let piece = 8192

    /// Loads the libraries. Before the process is confined.
    public static func loadLibraries() throws(SoundFileDefect) {
        for problem in [utter_sndfile_load(), utter_soxr_load()] {
            if let problem { throw .noLibrary(String(cString: problem)) }
        }
    }

    private let file: OpaquePointer
    private let channels: Int
    private let rate: Int
    private let kind: Int
    /// Frames that the file states; nil if it states none.
    private let frames: Int?
    /// Frames that a WAV file has too few.
    private let cutFrames: Int
    private let isRegular: Bool
    private let resampler: OpaquePointer?
    private var input: [Float]
    private var stereo = StereoMix()
    /// Frames read.
    private var position = 0
    /// Whether libsndfile has no more frames.
    private var isRead = false

    /// The length in samples of 16 kHz, if the file states it.
    public var length: Int? {
        // A pipe states what its writer couldn't know.
        guard isRegular, let frames else { return nil }
        return Int(Double(frames) * Double(AudioFormat.rate) / Double(rate))
    }

    /// Opens a file after ``loadLibraries()``.
    ///
    /// - Parameter descriptor: stays open as long as this value.
    public init(_ descriptor: Int32) throws(SoundFileDefect) {
        var status = stat()
        isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        let wrong = isRegular ? WaveLength(descriptor, size: Int(status.st_size)) : nil
        var info = SF_INFO()
        guard let file = Self.open(descriptor, wrong, &info) else {
            let error = utter_sf_error(nil)
            if error == SF_ERR_UNRECOGNISED_FORMAT { throw .unknownFormat }
            throw isRegular ? .malformed(Self.message(error)) : .notFromPipe
        }
        self.file = file
        channels = Int(info.channels)
        rate = Int(info.samplerate)
        kind = Int(info.format) & SF_FORMAT_TYPEMASK
        // SF_COUNT_MAX, or near it, if it isn't known.
        frames = info.frames < Int64(1) << 48 ? Int(info.frames) : nil
        if case .cut(let missing, let whole) = wrong, missing < whole, let frames {
            cutFrames = Int(Double(frames) * Double(missing) / Double(whole - missing))
        } else {
            cutFrames = 0
        }
        let needsNone = rate == AudioFormat.rate
        resampler =
            needsNone || !Self.rates.contains(rate)
            ? nil : utter_soxr_new(Double(rate), Double(AudioFormat.rate))
        input = [Float](repeating: 0, count: max(1, Self.piece / channels) * channels)
        if !Self.rates.contains(rate) { throw .rate(rate) }
        if !needsNone, resampler == nil { throw .rate(rate) }
    }

    private static func open(
        _ descriptor: Int32, _ wrong: WaveLength?, _ info: inout SF_INFO
    ) -> OpaquePointer? {
        if case .unset(let place, let length) = wrong {
            return utter_sf_open_patched(descriptor, &info, Int64(place), length)
        }
        return utter_sf_open(descriptor, &info)
    }

    deinit {
        if let resampler { utter_soxr_delete(resampler) }
        utter_sf_close(file)
    }

    /// The next samples; empty at the end.
    public func next() throws(SoundFileDefect) -> [Int16] {
        while !isRead {
            let mono = readMono()
            isRead = mono.isEmpty
            let samples = resampled(mono)
            if !samples.isEmpty { return samples }
        }
        // What the resampler has kept.
        if position > 0, let resampler {
            var used = 0
            let rest = output(resampler, nil, 0, &used)
            if !rest.isEmpty { return rest }
        }
        if position == 0 { throw isRegular ? .noSound : .notFromPipe }
        if let defect { throw defect }
        return []
    }

    /// Why the file's sound is not whole, once all of it was read.
    private var defect: SoundFileDefect? {
        let place = Double(position) / Double(rate)
        let error = utter_sf_error(file)
        if error != 0 { return .damaged(at: place, Self.message(error)) }
        guard isRegular else { return nil }
        if cutFrames > 0 {
            return .cut(at: place, of: Double(position + cutFrames) / Double(rate))
        }
        guard let frames else {
            // The last page of an Ogg file has the length (RFC 3533).
            return kind == SF_FORMAT_OGG ? .cut(at: place, of: nil) : nil
        }
        // An MP3 file without a Xing header states no length: it is estimated.
        let slack = kind == SF_FORMAT_MPEG ? frames / 50 : 0
        return frames - position > slack ? .cut(at: place, of: Double(frames) / Double(rate)) : nil
    }

    /// libsndfile's words for an error, as a part of a sentence.
    private static func message(_ error: Int32) -> String {
        var words = String(cString: utter_sf_message(error))
        for start in ["Error : ", "Error: "] where words.hasPrefix(start) {
            words.removeFirst(start.count)
        }
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    /// The next frames as the mean of their channels, or one of two that cancel each other.
    private func readMono() -> [Float] {
        let (channels, file) = (channels, file)
        let most = input.count / channels
        let count = input.withUnsafeMutableBufferPointer {
            Int(utter_sf_read(file, $0.baseAddress!, sf_count_t(most)))
        }
        guard count > 0 else { return [] }
        position += count
        var mono = [Float](repeating: 0, count: count)
        input.withUnsafeBufferPointer { input in
            if channels == 2 {
                stereo.hear(count, rate: rate) { (input[2 * $0], input[2 * $0 + 1]) }
            }
            for index in 0..<count {
                let frame = input[(index * channels)..<((index + 1) * channels)]
                let mean =
                    if let channel = stereo.channel {
                        frame[frame.startIndex + channel]
                    } else {
                        frame.reduce(0, +) / Float(channels)
                    }
                // A file of floating-point samples may hold anything, also what is no number, which
                // the resampler would spread; twice full scale is enough for what follows.
                mono[index] = mean.isNaN ? 0 : min(2, max(-2, mean))
            }
        }
        return mono
    }

    private func resampled(_ mono: [Float]) -> [Int16] {
        guard let resampler else {
            return mono.map { Int16(clamping: Int(($0 * 32_768).rounded(.toNearestOrEven))) }
        }
        var samples: [Int16] = []
        var done = 0
        while done < mono.count {
            var used = 0
            let more = mono.withUnsafeBufferPointer {
                output(resampler, $0.baseAddress! + done, mono.count - done, &used)
            }
            samples += more
            done += used
            // Only after a failure (memory).
            if used == 0, more.isEmpty { break }
        }
        return samples
    }

    /// - Parameter used: becomes the number of samples taken from the input.
    private func output(
        _ resampler: OpaquePointer, _ input: UnsafePointer<Float>?, _ count: Int, _ used: inout Int
    ) -> [Int16] {
        [Int16](unsafeUninitializedCapacity: 8192) { buffer, written in
            written = utter_soxr_process(
                resampler, input, count, &used, buffer.baseAddress!, buffer.count)
        }
    }
}
