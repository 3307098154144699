import Settings

/// Where the person's own rules and models are.
enum DataDirectory {
    /// `$XDG_DATA_HOME/utter`, by default in `~/.local/share` (XDG Base Directory Specification,
    /// which has relative paths ignored); nil without a home.
    static func path(_ environment: (String) -> String?) -> String? {
        for (variable, suffix) in [("XDG_DATA_HOME", ""), ("HOME", "/.local/share")] {
            if let directory = environment(variable), directory.hasPrefix("/") {
                return "\(directory)\(suffix)/utter"
            }
        }
        return nil
    }
}
