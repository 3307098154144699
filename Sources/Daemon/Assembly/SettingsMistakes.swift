import Settings

/// Collects the mistakes that several parts find in the settings: the person learns all at once.
struct SettingsMistakes {
    private var problems: [SettingsProblem]
    /// Profiles find again what is wrong for all.
    private var known: Set<SettingsProblem>

    init(_ problems: [SettingsProblem]) {
        (self.problems, known) = (problems, Set(problems))
    }

    /// Takes note of the mistakes that `find` throws, and throws what are none.
    mutating func collect(_ find: () throws -> Void) throws {
        do {
            try find()
        } catch let error as SettingsError {
            for problem in error.problems where known.insert(problem).inserted {
                problems.append(problem)
            }
        }
    }

    /// Throws them, if there are any, in the order of the file.
    func throwAll() throws {
        if problems.isEmpty { return }
        throw SettingsError(
            problems.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) })
    }
}
