import Problems

/// Standard input as samples (16 kHz mono s16le), in pieces: an hour needn't fit into memory.
struct SampleInput {
    /// The first byte of a sample that a piece ended with.
    private var rest: UInt8?

    /// The next samples; none at the end.
    mutating func next() throws -> [Int16] {
        while true {
            let bytes = try StandardInput.readPiece()
            if bytes.isEmpty {
                guard rest == nil else {
                    throw Problem(
                        "cannot read the samples from standard input",
                        why: "they are not a whole number of 16-bit samples")
                }
                return []
            }
            let all = (rest.map { [$0] } ?? []) + bytes
            rest = all.count.isMultiple(of: 2) ? nil : all.last
            let samples = stride(from: 0, to: all.count & ~1, by: 2).map {
                Int16(bitPattern: UInt16(all[$0]) | UInt16(all[$0 + 1]) << 8)
            }
            if !samples.isEmpty { return samples }
        }
    }
}
