import Dictation
import Settings

/// What the administrator lets persons allow, as the text of a TOML file:
///
///     [off_machine]
///     recognition = ["https://speech.example"]  # these servers only
///     cleanup = []                              # none
///
/// A service that isn't named there is for each person to decide.
struct ConsentPolicy: Hashable, Sendable {
    /// Origins.
    private var servers: [ServerService: Set<String>] = [:]

    init() {}

    /// Throws everything that can't be understood: then nothing is allowed.
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
