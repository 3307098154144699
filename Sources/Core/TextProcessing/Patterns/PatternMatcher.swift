/// Follows all paths through a pattern in parallel, one scalar of the text at a time.
struct PatternMatcher {
    private let pattern: TextPattern
    private let text: [Unicode.Scalar]
    /// The paths in the order of preference, without duplicates.
    private var current: [Way] = []
    private var following: [Way] = []
    /// The step at which each instruction was last added, to avoid duplicate paths.
    private var added: [Int]
    private var step = 0
    /// Steps left before the matcher gives up: the text after a match may be scanned again for the
    /// next one, so many matches could take long.
    private var budget: Int

    private struct Way {
        var place: Int
        var groups: [Int?]
    }

    init(_ pattern: TextPattern, _ text: [Unicode.Scalar]) {
        self.pattern = pattern
        self.text = text
        budget = 200_000 + 20 * text.count
        added = Array(repeating: -1, count: pattern.program.count)
    }

    /// The positions of the groups of the leftmost match at or after `start`; nil also when all
    /// calls together have taken too long.
    mutating func firstMatch(from start: Int) -> [Int?]? {
        let none = [Int?](repeating: nil, count: 2 * (pattern.groups + 1))
        var match: [Int?]?
        current.removeAll(keepingCapacity: true)
        for position in start...text.count {
            if match == nil {
                // The path that begins here is less preferred than all that began before.
                step += current.isEmpty ? 1 : 0
                add(Way(place: 0, groups: none), position, toFollowing: false)
            }
            budget -= current.count + 1
            if budget < 0 { return nil }
            if current.isEmpty {
                if match != nil { break }
                continue
            }
            step += 1
            following.removeAll(keepingCapacity: true)
            for way in current {
                switch pattern.program[way.place] {
                case .match:
                    match = way.groups
                case .scalar(let set):
                    if position < text.count,
                        set.contains(text[position], ignoringCase: pattern.ignoresCase)
                    {
                        add(
                            Way(place: way.place + 1, groups: way.groups), position + 1,
                            toFollowing: true)
                    }
                    continue
                default:
                    continue
                }
                break  // paths after a match are less preferred
            }
            swap(&current, &following)
        }
        return match
    }

    /// Adds a path, and those that it leads to without reading a scalar.
    private mutating func add(_ way: Way, _ position: Int, toFollowing: Bool) {
        var stack = [way]
        while var way = stack.popLast() {
            guard added[way.place] != step else { continue }
            added[way.place] = step
            switch pattern.program[way.place] {
            case .jump(let target):
                way.place = target
                stack.append(way)
            case .split(let first, let second):
                stack.append(Way(place: second, groups: way.groups))
                stack.append(Way(place: first, groups: way.groups))
            case .save(let slot):
                way.groups[slot] = position
                way.place += 1
                stack.append(way)
            case .assert(let assertion):
                guard holds(assertion, position) else { continue }
                way.place += 1
                stack.append(way)
            case .scalar, .match:
                if toFollowing { following.append(way) } else { current.append(way) }
            }
        }
    }

    private func holds(_ assertion: TextPattern.Assertion, _ position: Int) -> Bool {
        switch assertion {
        case .lineStart: position == 0 || text[position - 1] == "\n"
        case .lineEnd: position == text.count || text[position] == "\n"
        case .wordBoundary: isWord(position - 1) != isWord(position)
        case .noWordBoundary: isWord(position - 1) == isWord(position)
        }
    }

    private func isWord(_ position: Int) -> Bool {
        text.indices.contains(position) && ScalarSet.belongs(text[position], .word)
    }
}
