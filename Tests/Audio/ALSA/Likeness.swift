/// How alike two pieces of sound are, regardless of loudness: the correlation coefficient of every
/// `step`th sample.
func likeness(
    _ left: ArraySlice<Int16>, _ right: ArraySlice<Int16>, step: Int = 1
) -> Double {
    left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { right in
            var both = 0
            var leftPower = 0
            var rightPower = 0
            for index in stride(from: 0, to: min(left.count, right.count), by: step) {
                let l = Int(left[index])
                let r = Int(right[index])
                both += l * r
                leftPower += l * l
                rightPower += r * r
            }
            guard leftPower > 0, rightPower > 0 else { return 0 }
            return Double(both) / (Double(leftPower).squareRoot() * Double(rightPower).squareRoot())
        }
    }
}

/// The place in `recording`, among those tried, where the piece fits best, and how well. Many
/// places take seconds: not on the event loop.
func place(
    of piece: ArraySlice<Int16>, in recording: [Int16], from places: Range<Int>
) -> (at: Int, likeness: Double) {
    func best(of places: Range<Int>, step: Int) -> (at: Int, likeness: Double) {
        var best = (at: -1, likeness: -1.0)
        for start in places.clamped(to: 0..<max(0, recording.count - piece.count)) {
            let found = likeness(piece, recording[start..<start + piece.count], step: step)
            if found > best.likeness { best = (start, found) }
        }
        return best
    }
    // Roughly first: where the piece is, its samples fit, whichever are compared.
    let rough = places.count > 100 ? best(of: places, step: 8).at : nil
    return best(of: rough.map { $0 - 8..<$0 + 9 } ?? places, step: 1)
}
