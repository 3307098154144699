import Settings

/// Collects the errors that several parts find in the settings, so that the user sees all at once.
struct SettingsMistakes {
    private var problems: [SettingsProblem]
    /// Profiles find errors of the general settings again.
    private var known: Set<SettingsProblem>

    init(_ problems: [SettingsProblem]) {
        (self.problems, known) = (problems, Set(problems))
    }

    /// Collects the errors in the settings that `find` throws; other errors are thrown.
    mutating func collect(_ find: () throws -> Void) throws {
        do {
            try find()
        } catch let error as SettingsError {
            for problem in error.problems where known.insert(problem).inserted {
                problems.append(problem)
            }
        }
    }

    /// Throws the errors, if there are any, in the order of the file.
    func throwAll() throws {
        if problems.isEmpty { return }
        throw SettingsError(
            problems.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) })
    }
}
