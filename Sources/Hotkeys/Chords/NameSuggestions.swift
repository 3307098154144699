import Problems

/// The names that an unknown name may have been meant for.
struct NameSuggestions {
    /// The nearest names, at most three, short ones first.
    let best: [String]

    /// - Parameter names: each with its plain form, with which `word` is compared.
    init(for word: String, among names: [(name: String, plain: String)]) {
        // One error in three letters, and at least one: with more, anything would be suggested.
        let limit = max(1, word.count / 3)
        let near = names.compactMap { name, plain -> (distance: Int, name: String)? in
            // Half a name is one error: CTRL stands for LEFTCTRL and RIGHTCTRL.
            let isPart = word.count >= 3 && (plain.hasPrefix(word) || plain.hasSuffix(word))
            let distance = isPart ? 1 : Spelling.distance(word, plain)
            return distance <= limit ? (distance, name) : nil
        }
        let least = near.map(\.distance).min()
        best = near.filter { $0.distance == least }.map(\.name)
            .sorted { ($0.count, $0) < ($1.count, $1) }
            .prefix(3).map { $0 }
    }
}
