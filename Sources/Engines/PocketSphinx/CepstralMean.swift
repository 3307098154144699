import CPocketSphinx

/// The colour of voice and microphone, which is taken off what is heard before it is decoded.
///
/// The library learns a new voice late: it takes over what it heard after 8 s or at the end of an
/// utterance (cmn_live.c). Here the mean is that of all frames up to now, also of those that have
/// yet to be decoded; the frames of the last 5 to 8 s count, as in the library.
struct CepstralMean {
    /// How much the model's own mean weighs against what is heard, in frames.
    private static let firstWeight = 30
    /// The frames that count: as soon as they are more than the second number, the first
    /// (CMN_WIN, CMN_WIN_HWM).
    private static let window = (kept: 500, most: 800)
    /// Frames of a new voice that make a mean of some worth: 1 s.
    private static let enough = 100

    /// The mean that the model came with.
    private let first: [mfcc_t]
    private var sum: [mfcc_t] = []
    /// How many frames the sum stands for.
    private var weight = 0
    /// Frames heard of this voice.
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

    /// Whether enough was heard of the voice to go by.
    var isKnown: Bool { heard >= Self.enough }

    var value: [mfcc_t] { sum.map { $0 / mfcc_t(weight) } }

    /// Takes frames, one after the other in an array.
    mutating func hear(_ frames: some Collection<mfcc_t>) {
        var frames = frames[...]
        while !frames.isEmpty {
            let frame = frames.prefix(first.count)
            frames = frames.dropFirst(first.count)
            // Frames without energy say nothing of the voice; the library leaves them out, too.
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
