/// The sound of a dictation whose words are not all known yet, in case that an engine fails: it
/// grows as the user speaks, and shrinks as utterances are reported.
public struct UnsettledSound: Sendable {
    private var kept: [[Int16]] = []
    /// Samples of the first piece that are settled.
    private var dropped = 0
    /// The position in the dictation of the first sample that is kept.
    public private(set) var start = 0
    /// The position after the last one: the number of samples of the dictation.
    public private(set) var end = 0

    public init() {}

    public mutating func append(_ samples: [Int16]) {
        guard !samples.isEmpty else { return }
        kept.append(samples)
        end += samples.count
    }

    /// Drops what is before a position, which may be beyond the end.
    public mutating func settle(upTo position: Int) {
        let position = min(position, end)
        guard position > start else { return }
        dropped += position - start
        start = position
        var whole = 0
        while whole < kept.count, dropped >= kept[whole].count {
            dropped -= kept[whole].count
            whole += 1
        }
        kept.removeFirst(whole)
    }

    /// The samples that are kept, in the pieces in which they arrived.
    public var pieces: [[Int16]] {
        guard dropped > 0, let first = kept.first else { return kept }
        return [Array(first[dropped...])] + kept.dropFirst()
    }

    /// At most so many samples from a position on that is kept.
    public func samples(from position: Int, atMost most: Int) -> [Int16] {
        var left = min(most, end - position)
        guard position >= start, left > 0 else { return [] }
        let (first, begin) = place(of: position)
        var samples: [Int16] = []
        samples.reserveCapacity(left)
        var skipped = position - begin
        for piece in kept[first...] where left > 0 {
            let some = piece[skipped..<min(piece.count, skipped + left)]
            samples += some
            left -= some.count
            skipped = 0
        }
        return samples
    }

    /// The piece with this position, and the position of that piece's first sample. Searched from
    /// the nearer end, since there may be many pieces.
    private func place(of position: Int) -> (piece: Int, begin: Int) {
        var (piece, begin) = (0, start - dropped)
        if position - start < end - position {
            while begin + kept[piece].count <= position {
                begin += kept[piece].count
                piece += 1
            }
        } else {
            (piece, begin) = (kept.count, end)
            while begin > position {
                piece -= 1
                begin -= kept[piece].count
            }
        }
        return (piece, begin)
    }
}
