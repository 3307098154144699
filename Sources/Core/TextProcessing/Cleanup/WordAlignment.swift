/// The alignment of the words of two texts with the fewest changes (V. I. Levenshtein, 1966).
/// Writing two words as one, or one as two, is not a change.
struct WordAlignment: Hashable, Sendable {
    /// The number of words added, left out or replaced.
    private(set) var changes = 0
    /// The longest run of changes.
    private(set) var longestRun = 0
    /// The longest run of added words.
    private(set) var longestAddition = 0
    /// Whether words were added before the first or after the last word, which may itself have
    /// changed: at an end of the text, a run of changes has more new words than old ones.
    private(set) var addsAtEnds = false

    private enum Step: UInt8 {
        case none, keep, replace, leaveOut, leaveOutFreely, add, join, joinChanged, split
    }

    /// Takes time and memory in proportion to the product of the lengths.
    ///
    /// - Parameter isFree: whether leaving out a word of the old text is not a change.
    init(from old: [String], to new: [String], isFree: (Int) -> Bool) {
        let width = new.count + 1
        // The cheapest path to each pair of positions, row by row; of each only the last step is
        // kept.
        var steps = [Step](repeating: .none, count: (old.count + 1) * width)
        var costs = [[Int32]](repeating: [], count: 3)
        costs[0] = (0..<width).map { Int32($0) }
        for place in steps.indices.prefix(width).dropFirst() { steps[place] = .add }
        for row in 1..<(old.count + 1) {
            let word = old[row - 1]
            let isFreeWord = isFree(row - 1)
            let above = costs[(row - 1) % 3]
            let joined = row > 1 ? old[row - 2] + word : nil
            let twoAbove = costs[(row + 1) % 3]
            var current = [above[0] + (isFreeWord ? 0 : 1)]
            current.reserveCapacity(width)
            steps[row * width] = isFreeWord ? .leaveOutFreely : .leaveOut
            for column in 1..<width {
                let other = new[column - 1]
                var best =
                    word == other
                    ? (above[column - 1], Step.keep) : (above[column - 1] + 1, .replace)
                func consider(_ cost: Int32, _ step: Step) {
                    if cost < best.0 { best = (cost, step) }
                }
                consider(
                    above[column] + (isFreeWord ? 0 : 1), isFreeWord ? .leaveOutFreely : .leaveOut)
                consider(current[column - 1] + 1, .add)
                if let joined {
                    let isSame = joined == other
                    consider(
                        twoAbove[column - 1] + (isSame ? 0 : 1), isSame ? .join : .joinChanged)
                }
                if column > 1, new[column - 2].utf8.count + other.utf8.count == word.utf8.count,
                    new[column - 2] + other == word
                {
                    consider(above[column - 2], .split)
                }
                current.append(best.0)
                steps[row * width + column] = best.1
            }
            costs[row % 3] = current
        }
        measure(steps, width, isFree)
    }

    /// Follows the path back from the end.
    private mutating func measure(_ steps: [Step], _ width: Int, _ isFree: (Int) -> Bool) {
        var (place, run, addition) = (steps.count - 1, 0, 0)
        var isAtEnd = true
        // New words minus old ones in the current run of changes. Words that may be left out don't
        // count.
        var surplus = 0
        while place > 0 {
            let step = steps[place]
            let makesRoom = place >= width && !isFree(place / width - 1)
            switch step {
            case .none: return
            case .keep, .replace: place -= width + 1
            case .leaveOut, .leaveOutFreely: place -= width
            case .add: place -= 1
            case .join, .joinChanged: place -= 2 * width + 1
            case .split: place -= width + 2
            }
            switch step {
            case .add, .replace, .leaveOut, .joinChanged:
                changes += 1
                run += 1
            case .leaveOutFreely: continue
            default: run = 0
            }
            switch step {
            case .add: surplus += 1
            case .replace: surplus += makesRoom ? 0 : 1
            case .leaveOut, .joinChanged: surplus -= 1
            default:
                if isAtEnd, surplus > 0 { addsAtEnds = true }
                (isAtEnd, surplus) = (false, 0)
            }
            addition = step == .add ? addition + 1 : 0
            longestRun = max(longestRun, run)
            longestAddition = max(longestAddition, addition)
        }
        // The last run is at the beginning of the text.
        if surplus > 0 { addsAtEnds = true }
    }
}
