import Settings

/// The user's answers, one table per server, as the text of a TOML file:
///
///     ["https://speech.example:443"]
///     recognition = "authorized"
struct ConsentRecord: Hashable, Sendable {
    private struct Key: Hashable, Comparable {
        let origin: String
        let service: ServerService

        static func < (left: Key, right: Key) -> Bool {
            (left.origin, left.service.rawValue) < (right.origin, right.service.rawValue)
        }
    }

    private var answers: [Key: Bool] = [:]

    init() {}

    /// Throws everything that this program wouldn't have written: then nothing in the file counts.
    init(_ file: ValueFile) throws(SettingsError) {
        var problems: [SettingsProblem] = []
        for entry in file.entries {
            let answer: Bool? =
                switch entry.value {
                case .string(ConsentStatus.authorized.rawValue): true
                case .string(ConsentStatus.denied.rawValue): false
                default: nil
                }
            if entry.path.count == 2, let answer,
                let service = ServerService(rawValue: entry.path[1])
            {
                answers[Key(origin: entry.path[0], service: service)] = answer
            } else {
                problems.append(ValueFile.problem(entry.path, entry.place, "isn't an answer"))
            }
        }
        if !problems.isEmpty { throw SettingsError(problems) }
    }

    /// Nil if the user has not answered.
    subscript(address: ServerAddress) -> Bool? {
        get { answers[Key(origin: address.origin, service: address.service)] }
        set { answers[Key(origin: address.origin, service: address.service)] = newValue }
    }

    /// The text of the file.
    var text: String {
        let entries = answers.sorted { $0.key < $1.key }.map { key, isAllowed in
            let answer = isAllowed ? ConsentStatus.authorized : .denied
            return (
                path: [key.origin, key.service.rawValue],
                value: ValueFile.Value.string(answer.rawValue)
            )
        }
        return "# Which servers may have what. “utter authorize” writes this file.\n"
            + ValueFile.write(entries) + "\n"
    }
}
