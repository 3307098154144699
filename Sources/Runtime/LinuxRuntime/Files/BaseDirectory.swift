/// The base directories of the user's files (XDG Base Directory Specification).
public enum BaseDirectory {
    /// `$XDG_CONFIG_HOME`, by default `~/.config`.
    case configuration
    /// `$XDG_DATA_HOME`, by default `~/.local/share`.
    case data
    /// `$XDG_STATE_HOME`, by default `~/.local/state`.
    case state
    /// `$XDG_CACHE_HOME`, by default `~/.cache`.
    case cache

    /// The program's own directory there; nil without a home directory. "All paths set in these
    /// environment variables must be absolute": relative ones are ignored.
    public func path(_ environment: (String) -> String?) -> String? {
        folder(environment).map { "\($0)/utter" }
    }

    /// The directory for the files of all programs; nil without a home directory.
    public func folder(_ environment: (String) -> String?) -> String? {
        let (variable, standard) =
            switch self {
            case .configuration: ("XDG_CONFIG_HOME", ".config")
            case .data: ("XDG_DATA_HOME", ".local/share")
            case .state: ("XDG_STATE_HOME", ".local/state")
            case .cache: ("XDG_CACHE_HOME", ".cache")
            }
        return Self.absolute(environment(variable))
            ?? Self.home(environment).map { "\($0)/\(standard)" }
    }

    /// `$HOME`, without a slash at its end; nil if it is unset or relative.
    public static func home(_ environment: (String) -> String?) -> String? {
        absolute(environment("HOME"))
    }

    private static func absolute(_ path: String?) -> String? {
        guard let path, path.hasPrefix("/") else { return nil }
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
