import GGUF
import SystemPackage

/// Writes the numbers of tensors, a piece at a time, so that memory never holds a whole one.
struct TensorWriter {
    /// Numbers in a piece: a multiple of all blocks.
    private static let piece = 1 << 16

    let model: CTranslate2Model
    let file: FileDescriptor

    /// Writes a tensor, padded.
    ///
    /// - Throws: `ConversionDefect`, or `CancellationError` if the task is cancelled.
    func write(_ tensor: Tensor) async throws {
        for start in stride(from: 0, to: tensor.count, by: Self.piece) {
            // Whoever waits on the same thread, for a signal, gets a turn.
            await Task.yield()
            try Task.checkCancellation()
            let count = min(Self.piece, tensor.count - start)
            let numbers = try numbers(tensor.source, start, count)
            guard let bytes = tensor.description.type.encoded(numbers) else {
                throw ConversionDefect.noNumber(tensor.description.name)
            }
            try file.put(bytes)
        }
        let padding = GGUFLayout.padding(after: tensor.description.bytes)
        try file.put([UInt8](repeating: 0, count: padding))
    }

    private func numbers(
        _ source: Tensor.Source, _ start: Int, _ count: Int
    ) throws(ConversionDefect) -> [Float] {
        switch source {
        case .computed(let numbers): return Array(numbers[start..<start + count])
        case .file(let offset, let element):
            let size = element.bytes
            let bytes = try model.bytes(count * size, at: offset + start * size)
            return bytes.withUnsafeBytes { raw in
                // Each is read within `count * size` bytes.
                if element == .f16 {
                    (0..<count).map { place in
                        let bits = raw.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self)
                        return Float(Float16(bitPattern: UInt16(littleEndian: bits)))
                    }
                } else {
                    (0..<count).map { place in
                        let bits = raw.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self)
                        return Float(bitPattern: UInt32(littleEndian: bits))
                    }
                }
            }
        }
    }
}

extension FileDescriptor {
    func put(_ bytes: [UInt8]) throws(ConversionDefect) {
        do {
            _ = try writeAll(bytes)
        } catch {
            throw .unwritable(error as? Errno ?? .ioError)
        }
    }
}

extension GGUFNumberType {
    /// The bytes of numbers, of which there are whole blocks; nil if one can't be written, since it
    /// or its block's scale is infinite or no number.
    func encoded(_ numbers: [Float]) -> [UInt8]? {
        switch self {
        case .f32:
            guard numbers.allSatisfy(\.isFinite) else { return nil }
            return Self.bytes(of: numbers.map(\.bitPattern))
        case .f16:
            let halves = numbers.map { Float16($0) }
            guard halves.allSatisfy(\.isFinite) else { return nil }
            return Self.bytes(of: halves.map(\.bitPattern))
        case .q8_0: return Self.blocks(of: numbers)
        }
    }

    private static func bytes(of numbers: [some FixedWidthInteger]) -> [UInt8] {
        numbers.map(\.littleEndian).withUnsafeBytes { Array($0) }
    }

    /// Each number in eight bits, the furthest from zero of a block as 127 or -127.
    private static func blocks(of numbers: [Float]) -> [UInt8]? {
        let size = GGUFNumberType.q8_0.block
        var (bytes, areRight) = ([] as [UInt8], true)
        bytes.reserveCapacity(GGUFNumberType.q8_0.bytes(for: numbers.count))
        numbers.withUnsafeBufferPointer { numbers in
            for start in stride(from: 0, to: numbers.count, by: size) {
                let block = numbers[start..<start + size]
                var furthest: Float = 0
                for number in block {
                    // Which is false of what is no number.
                    areRight = areRight && number.magnitude <= .greatestFiniteMagnitude
                    furthest = max(furthest, number.magnitude)
                }
                let scale = furthest / 127
                let half = Float16(scale)
                areRight = areRight && half.isFinite
                guard areRight else { return }
                withUnsafeBytes(of: half.bitPattern.littleEndian) { bytes += $0 }
                // Smaller scales are written as zero, and 1 / scale may be infinite.
                let inverse = scale >= .leastNormalMagnitude ? 1 / scale : 0
                for number in block {
                    let scaled = number * inverse
                    // Halves away from zero.
                    let whole = (scaled + (scaled < 0 ? -0.5 : 0.5)).rounded(.towardZero)
                    bytes.append(UInt8(bitPattern: Int8(whole)))
                }
            }
        }
        return areRight ? bytes : nil
    }
}
