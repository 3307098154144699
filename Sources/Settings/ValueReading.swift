/// The state of reading one value: what it needs, and its results.
struct ValueReading {
    /// The user's home directory, if known.
    let home: String?
    /// Where relative paths start: the directory of the configuration file.
    let directory: String
    /// Whether the value is a command's argument, which has no quotation marks.
    private let isArgument: Bool

    private(set) var mismatches: [Mismatch] = []
    private(set) var parts: [Part] = []

    init(home: String?, directory: String, isArgument: Bool = false) {
        self.home = home
        self.directory = directory
        self.isArgument = isArgument
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

    /// A string as the user writes it.
    func written(_ text: String) -> String { isArgument ? text : TOMLText.string(text) }

    /// A string for a message: in quotation marks, and short.
    func quoted(_ text: String) -> String {
        isArgument ? TOMLText.quoted(.string(text)) : TOMLText.shortened(text)
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
        let found = isArgument ? TOMLText.quoted(node.value) : TOMLText.describe(node.value)
        refuse(node, part: part, "expected \(expected), found \(found)", suggestion: suggestion)
    }
}
