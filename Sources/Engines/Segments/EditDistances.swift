extension Array where Element: Equatable {
    /// The edit distances (V. I. Levenshtein, 1966) of all elements to the first 0, 1, … of another array.
    func editDistances(toBeginningsOf other: [Element]) -> [Int] {
        var distances = Array<Int>(0...other.count)
        for (row, element) in enumerated() {
            var corner = distances[0]
            distances[0] = row + 1
            for (column, candidate) in other.enumerated() {
                let replaced = corner + (element == candidate ? 0 : 1)
                corner = distances[column + 1]
                distances[column + 1] = Swift.min(replaced, corner + 1, distances[column] + 1)
            }
        }
        return distances
    }
}
