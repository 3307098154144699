internal import FoundationEssentials

/// The weights of the network, “Silero VAD” for 16 kHz, from the file `silero_vad_16k.safetensors`
/// of its authors (https://github.com/snakers4/silero-vad, MIT).
public final class NetworkWeights: Sendable {

    // Each with its last dimension changing fastest.
    /// Of the Fourier transformation: 258 × 256, cosines and then sines.
    let transformation: [Float]
    /// Four layers of convolutions; a row has all weights of one output, in the order place, input.
    let layers: [Layer]
    /// Of the LSTM: 512 × (128 + 128), of input and state; the rows belong to the input gate, the
    /// forget gate, the cell and the output gate.
    let memory: [Float]
    let memoryBias: [Float]
    /// 128 weights.
    let output: [Float]
    let outputBias: Float

    struct Layer: Sendable {
        let inputs: Int
        let outputs: Int
        /// How many places are left out for each output.
        let stride: Int
        let weights: [Float]
        let bias: [Float]
    }

    /// - Parameter bytes: a file in the format safetensors: the length of its header as 8 bytes,
    ///   the header as JSON, then numbers (https://github.com/huggingface/safetensors).
    package init(bytes: [UInt8]) throws(Defect) {
        let tensors = try Tensors(bytes)
        transformation = try tensors.floats("stft_conv.weight", 258 * 256)
        let shapes = [(129, 128, 1), (128, 64, 2), (64, 64, 2), (64, 128, 1)]
        var layers: [Layer] = []
        for (index, (inputs, outputs, stride)) in shapes.enumerated() {
            let weights = try tensors.floats("conv\(index + 1).weight", 3 * inputs * outputs)
            var turned = [Float](repeating: 0, count: weights.count)
            for row in 0..<outputs {
                for input in 0..<inputs {
                    for place in 0..<3 {
                        turned[(row * 3 + place) * inputs + input] =
                            weights[(row * inputs + input) * 3 + place]
                    }
                }
            }
            layers.append(
                Layer(
                    inputs: inputs, outputs: outputs, stride: stride, weights: turned,
                    bias: try tensors.floats("conv\(index + 1).bias", outputs)))
        }
        self.layers = layers
        let input = try tensors.floats("lstm_cell.weight_ih", 512 * 128)
        let state = try tensors.floats("lstm_cell.weight_hh", 512 * 128)
        var memory: [Float] = []
        for start in stride(from: 0, to: input.count, by: 128) {
            memory += input[start..<start + 128]
            memory += state[start..<start + 128]
        }
        self.memory = memory
        memoryBias = zip(
            try tensors.floats("lstm_cell.bias_ih", 512),
            try tensors.floats("lstm_cell.bias_hh", 512)
        ).map { $0 + $1 }
        output = try tensors.floats("final_conv.weight", 128)
        outputBias = try tensors.floats("final_conv.bias", 1)[0]
    }
}

extension NetworkWeights {
    /// Why a file isn't understood.
    package enum Defect: Error, Equatable, CustomStringConvertible {
        case notTheFormat
        case missing(String)

        package var description: String {
            switch self {
            case .notTheFormat: "it isn't a file in the safetensors format"
            case .missing(let name): "the part “\(name)” is missing or damaged"
            }
        }
    }

    /// The parts of a file.
    private struct Tensors {
        private struct Entry: Decodable {
            let dtype: String?
            let data_offsets: [Int]?
        }

        private let entries: [String: Entry]
        private let data: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) throws(Defect) {
            guard bytes.count >= 8 else { throw .notTheFormat }
            let length = bytes[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard length <= UInt64(bytes.count - 8) else { throw .notTheFormat }
            let header = Data(bytes[8..<8 + Int(length)])
            guard let entries = try? JSONDecoder().decode([String: Entry].self, from: header)
            else { throw .notTheFormat }
            self.entries = entries
            data = bytes[(8 + Int(length))...]
        }

        /// The numbers of a part.
        func floats(_ name: String, _ count: Int) throws(Defect) -> [Float] {
            guard let entry = entries[name], entry.dtype == "F32",
                let offsets = entry.data_offsets, offsets.count == 2, offsets[0] >= 0,
                offsets[1] <= data.count, offsets[1] - offsets[0] == 4 * count
            else { throw .missing(name) }
            let part = data.dropFirst(offsets[0]).prefix(4 * count)
            let numbers = part.withUnsafeBytes { bytes in
                (0..<count).map { index -> Float in
                    let bits = bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
                    return Float(bitPattern: UInt32(littleEndian: bits))
                }
            }
            guard numbers.allSatisfy(\.isFinite) else { throw .missing(name) }
            return numbers
        }
    }
}
