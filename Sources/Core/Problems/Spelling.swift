/// Finds the word that a misspelt one was meant for.
public enum Spelling {
    /// The candidate most similar to a word that isn't among them, or one that begins with it:
    /// “parakeet-110m” for “parakeet”; nil if none is similar. Of two that are equally similar, the
    /// first. Case and `-` for `_` don't count.
    public static func nearest(
        to word: String, among candidates: some Sequence<String>
    ) -> String? {
        let letters = fold(word)
        // A third of the letters may be wrong: with more, any guess would do.
        let limit = max(1, letters.count / 3)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let others = fold(candidate)
            // The distance is at least the difference in length; this also keeps a key of a
            // megabyte cheap.
            guard abs(others.count - letters.count) <= limit else { continue }
            let distance = distance(letters, others)
            if distance <= limit, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.candidate ?? candidates.first { goesOn(fold($0), after: letters) }
    }

    /// Whether a name begins with some letters, which are a part of it: a few of them, at least.
    private static func goesOn(_ name: [Unicode.Scalar], after letters: [Unicode.Scalar]) -> Bool {
        letters.count > 2 && name.count > letters.count && name.starts(with: letters)
            && !name[letters.count].properties.isAlphabetic
    }

    /// The question about the word that may have been meant, to be put behind the wrong one in a
    /// message; empty without one.
    public static func question(_ meant: String?) -> String {
        // A value in quotation marks has them from the file.
        meant.map { $0.hasPrefix("\"") ? " (did you mean \($0)?)" : " (did you mean “\($0)”?)" }
            ?? ""
    }

    private static func fold(_ word: String) -> [Unicode.Scalar] {
        word.lowercased().unicodeScalars.map { $0 == "-" ? "_" : $0 }
    }

    /// Damerau–Levenshtein distance in its restricted form (optimal string alignment): the number
    /// of letters to insert, delete, replace or swap with their neighbour.
    public static func distance(_ left: String, _ right: String) -> Int {
        distance(Array(left.unicodeScalars), Array(right.unicodeScalars))
    }

    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            row.reserveCapacity(right.count + 1)
            for j in right.indices {
                let same = left[i] == right[j]
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (same ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[right.count]
    }
}
