/// The names that somebody who wrote an unknown one may have meant.
struct NameSuggestions {
    /// The nearest names, at most three, short ones first.
    let best: [String]

    init(for word: String, among names: some Sequence<String>) {
        // One slip in three letters, and at least one: more would suggest anything.
        let limit = max(1, word.count / 3)
        let near = names.compactMap { name -> (distance: Int, name: String)? in
            // Half a name is one slip: CTRL stands for LEFTCTRL and RIGHTCTRL.
            let isPart = word.count >= 3 && (name.hasPrefix(word) || name.hasSuffix(word))
            let distance = isPart ? 1 : Self.distance(word, name)
            return distance <= limit ? (distance, name) : nil
        }
        let least = near.map(\.distance).min()
        best = near.filter { $0.distance == least }.map(\.name)
            .sorted { ($0.count, $0) < ($1.count, $1) }
            .prefix(3).map { $0 }
    }

    /// The least number of letters to insert, delete, replace or swap with their neighbour that
    /// turns one word into the other (optimal string alignment).
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.utf8), right = Array(right.utf8)
        var before: [Int] = []
        var row = Array(0...right.count)
        for i in left.indices {
            var next = [i + 1]
            for j in right.indices {
                var cost = min(
                    row[j + 1] + 1, next[j] + 1, row[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, before[j - 1] + 1)
                }
                next.append(cost)
            }
            before = row
            row = next
        }
        return row[right.count]
    }
}
