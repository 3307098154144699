/// A pattern for the names of windows: `*` stands for any characters, `?` for one. It matches the
/// whole name, ignoring case.
public struct WindowPattern: Hashable, Sendable {
    public let text: String
    private let pattern: [Character]

    public init(_ text: String) {
        self.text = text
        pattern = Array(text.lowercased())
    }

    public func matches(_ name: String) -> Bool {
        let name = Array(name.lowercased())
        var (next, position) = (0, 0)
        // The last star, and the end of its match: a longer match is tried when the rest doesn't
        // fit. Only the last star can need that, so the time is at most the product of the lengths.
        var star: (next: Int, position: Int)?
        while position < name.count {
            if next < pattern.count, pattern[next] == "*" {
                next += 1
                star = (next, position)
            } else if next < pattern.count,
                pattern[next] == "?" || pattern[next] == name[position]
            {
                next += 1
                position += 1
            } else if let last = star {
                star = (last.next, last.position + 1)
                (next, position) = (last.next, last.position + 1)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == "*" }
    }
}
