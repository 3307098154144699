extension Settings {
    /// The configuration file that `utter config init` writes: every key with its default,
    /// commented out. In a comment the text begins behind `# `, a key right behind `#`.
    public static let template: String = {
        let defaults = Settings()
        var lines = """
            # The configuration of utter: $XDG_CONFIG_HOME/utter/config.toml, by default
            # ~/.config/utter/config.toml.
            #
            # Every key is shown with its default. Remove the # before a key and change its
            # value; leave the rest as it is, so that you get better defaults when there are any.
            # `utter config check` finds mistakes, `utter config show --all` prints what is in
            # force.
            """.split(separator: "\n").map(String.init)
        for section in schema {
            lines += ["", "", "[\(section.name)]", "# \(section.documentation)"]
            for key in section.keys {
                lines.append("")
                if key.isTable { lines.append("[\(section.name).\(key.name)]") }
                lines += key.documentation.split(separator: "\n").map { "# \($0)" }
                switch key.write(defaults) {
                case .line(let value): lines.append("#\(key.name) = \(value)")
                case .table: lines += key.example.map { ["# For example:", "#\($0)"] } ?? []
                case nil: lines.append("#\(key.name) = \(key.example ?? "")")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }()
}
