import Problems
import Settings

/// Which servers the administrator lets users allow, as the text of a TOML file:
///
///     [off_machine]
///     recognition = ["https://speech.example"]  # these servers only
///     cleanup = []                              # none
///
/// For a service that isn't named there, each user decides.
struct ConsentPolicy: Hashable, Sendable {
    /// The allowed origins.
    private var servers: [ServerService: Set<String>] = [:]

    init() {}

    /// Throws all errors in the file: with any error nothing is allowed.
    init(_ file: ValueFile) throws(SettingsError) {
        var problems: [SettingsProblem] = []
        for entry in file.entries {
            func refuse(_ reason: String) {
                problems.append(
                    ValueFile.problem(
                        entry.path, entry.place, reason,
                        names: ServerService.allCases.map(\.rawValue),
                        value: entry.path.last ?? ""))
            }
            guard entry.path.count == 2, entry.path[0] == "off_machine",
                let service = ServerService(rawValue: entry.path[1])
            else {
                refuse("unknown key")
                continue
            }
            guard case .strings(let texts) = entry.value else {
                refuse("expected an array of servers such as [\"https://speech.example\"]")
                continue
            }
            var origins: Set<String> = []
            for text in texts {
                do throws(Problem) {
                    origins.insert(try ServerAddress(text, for: service).origin)
                } catch {
                    refuse(error.description)
                }
            }
            servers[service] = origins
        }
        if !problems.isEmpty { throw SettingsError(problems) }
    }

    func allows(_ address: ServerAddress) -> Bool {
        servers[address.service]?.contains(address.origin) ?? true
    }
}
