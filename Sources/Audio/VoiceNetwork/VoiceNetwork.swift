public import AudioSamples
import CInnerProduct
import Glibc

/// The network “Silero VAD”, version for 16 kHz: the magnitudes of a short Fourier transformation,
/// four layers of convolutions, an LSTM and one output. It was made for many languages, and to tell
/// speech from music, strokes of keys and other sounds, which loudness can't.
///
/// Its shape follows its authors' `tinygrad_model.py` (https://github.com/snakers4/silero-vad,
/// MIT).
public struct VoiceNetwork: SpeechProbability {
    public static let count = 512
    /// So many samples before are part of each computation.
    private static let context = 64
    private static let window = 256
    private static let hop = 128
    private static let bins = 129
    private static let states = 128

    private let weights: NetworkWeights
    private var before = [Float](repeating: 0, count: Self.context)
    /// The LSTM's output and cells.
    private var state = [Float](repeating: 0, count: Self.states)
    private var cells = [Float](repeating: 0, count: Self.states)

    public init(_ weights: NetworkWeights) {
        self.weights = weights
    }

    public mutating func probability(of samples: some Collection<Int16>) -> Float {
        var sound = before + samples.map { Float($0) / 32_768 }
        before = Array(sound.suffix(Self.context))
        // The end is mirrored.
        sound += sound.dropLast().suffix(Self.context).reversed()
        var places = stride(from: 0, through: sound.count - Self.window, by: Self.hop).map {
            magnitudes(sound, at: $0)
        }
        for layer in weights.layers { places = Self.apply(layer, to: places) }
        remember(places[0])
        var sum = weights.outputBias
        for index in 0..<Self.states { sum += weights.output[index] * max(0, state[index]) }
        return Self.sigmoid(sum)
    }

    private func magnitudes(_ sound: [Float], at start: Int) -> [Float] {
        let parts = Self.products(
            weights.transformation, Array(sound[start..<start + Self.window]), rows: 2 * Self.bins)
        return (0..<Self.bins).map {
            (parts[$0] * parts[$0] + parts[Self.bins + $0] * parts[Self.bins + $0]).squareRoot()
        }
    }

    /// A convolution of three places with zeros around, then no value below zero.
    private static func apply(
        _ layer: NetworkWeights.Layer, to places: [[Float]]
    ) -> [[Float]] {
        let zeros = [Float](repeating: 0, count: layer.inputs)
        return stride(from: 0, to: places.count, by: layer.stride).map { place in
            let near = (place - 1...place + 1).flatMap {
                places.indices.contains($0) ? places[$0] : zeros
            }
            return zip(products(layer.weights, near, rows: layer.outputs), layer.bias).map {
                max(0, $0 + $1)
            }
        }
    }

    /// A step of the LSTM.
    private mutating func remember(_ input: [Float]) {
        let sums = zip(
            Self.products(weights.memory, input + state, rows: 4 * Self.states), weights.memoryBias
        ).map { $0 + $1 }
        for index in 0..<Self.states {
            let gate = Self.sigmoid(sums[index])
            let keeps = Self.sigmoid(sums[Self.states + index])
            let new = tanhf(sums[2 * Self.states + index])
            cells[index] = keeps * cells[index] + gate * new
            state[index] = Self.sigmoid(sums[3 * Self.states + index]) * tanhf(cells[index])
        }
    }

    /// A matrix's product with a vector.
    private static func products(_ matrix: [Float], _ vector: [Float], rows: Int) -> [Float] {
        precondition(matrix.count == rows * vector.count)
        return [Float](unsafeUninitializedCapacity: rows) { result, count in
            matrix.withUnsafeBufferPointer { matrix in
                vector.withUnsafeBufferPointer { vector in
                    // Both pointers are valid in here, and hold what the precondition says.
                    for row in 0..<rows {
                        result.initializeElement(
                            at: row,
                            to: utter_inner_product(
                                matrix.baseAddress! + row * vector.count, vector.baseAddress!,
                                vector.count))
                    }
                }
            }
            count = rows
        }
    }

    private static func sigmoid(_ x: Float) -> Float { 1 / (1 + expf(-x)) }
}
