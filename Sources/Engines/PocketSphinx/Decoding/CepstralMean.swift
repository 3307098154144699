import CPocketSphinx

/// The cepstral mean of voice and microphone, which is subtracted from the features before
/// decoding.
///
/// The library adapts to a new voice late: it updates its mean after 8 s or at the end of an
/// utterance (cmn_live.c). Here the mean includes all frames so far, also those that aren't decoded
/// yet; the frames of the last 5 to 8 s count, as in the library.
struct CepstralMean {
    /// The weight of the model's own mean, in frames.
    private static let firstWeight = 30
    /// How many frames count: when there are more than the second number, the first (CMN_WIN,
    /// CMN_WIN_HWM).
    private static let window = (kept: 500, most: 800)
    /// Frames of a new voice after which the mean is useful: 1 s.
    private static let enough = 100

    /// The model's own mean.
    private let first: [mfcc_t]
    private var sum: [mfcc_t] = []
    /// The number of frames in the sum.
    private var weight = 0
    /// Number of frames of this voice.
    private var heard = 0

    init(first: [mfcc_t]) {
        self.first = first
        forget()
    }

    /// Returns to the model's own mean.
    mutating func forget() {
        sum = first.map { $0 * mfcc_t(Self.firstWeight) }
        weight = Self.firstWeight
        heard = 0
    }

    /// Whether enough of the voice was heard.
    var isKnown: Bool { heard >= Self.enough }

    /// Whether a few frames more change little: as many were heard as count.
    var isSettled: Bool { heard >= Self.window.kept }

    var value: [mfcc_t] { sum.map { $0 / mfcc_t(weight) } }

    /// Takes frames, concatenated in an array.
    mutating func hear(_ frames: some Collection<mfcc_t>) {
        var frames = frames[...]
        while !frames.isEmpty {
            let frame = frames.prefix(first.count)
            frames = frames.dropFirst(first.count)
            // Frames without energy say nothing about the voice; the library skips them, too.
            guard frame.first! >= 0 else { continue }
            for (index, value) in frame.enumerated() { sum[index] += value }
            weight += 1
            heard += 1
        }
        if weight > Self.window.most {
            let share = mfcc_t(Self.window.kept) / mfcc_t(weight)
            for index in sum.indices { sum[index] *= share }
            weight = Self.window.kept
        }
    }
}
