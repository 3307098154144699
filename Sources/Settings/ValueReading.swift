/// The state of reading one value: what it needs, and its results.
struct ValueReading {
    /// The user's home directory, if known.
    let home: String?
    /// Where relative paths start: the directory of the configuration file.
    let directory: String

    private(set) var mismatches: [Mismatch] = []
    private(set) var parts: [Part] = []

    init(home: String?, directory: String) {
        self.home = home
        self.directory = directory
    }

    /// Why a value is refused.
    struct Mismatch {
        /// The key, if the value is a separate table.
        let part: String?
        let place: TOMLPlace
        let reason: String
        let suggestion: String?
    }

    /// A part of a value, named by what comes after the key: `[0]` or `.maxhmmpf`.
    struct Part {
        let name: String
        let place: TOMLPlace
    }

    mutating func note(part name: String, at place: TOMLPlace) {
        parts.append(Part(name: name, place: place))
    }

    mutating func refuse(
        _ node: TOMLNode, part: String? = nil, _ reason: String, suggestion: String? = nil
    ) {
        mismatches.append(
            Mismatch(part: part, place: node.place, reason: reason, suggestion: suggestion))
    }

    mutating func refuse(
        _ node: TOMLNode, part: String? = nil, expected: String, suggestion: String? = nil
    ) {
        let found = TOMLText.describe(node.value)
        refuse(node, part: part, "expected \(expected), found \(found)", suggestion: suggestion)
    }
}
