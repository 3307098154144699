extension SettingsSchema {
    /// The configuration file that `utter config init` writes: every key with its default,
    /// commented out. In a comment the text begins after `# `, a key directly after `#`.
    public var template: String {
        let defaults = Settings(self)
        var lines = """
            # The configuration of utter: $XDG_CONFIG_HOME/utter/config.toml, by default
            # ~/.config/utter/config.toml.
            #
            # Every key is shown with its default. Remove the # before a key and change its
            # value; leave the rest as it is, so that you get better defaults when there are any.
            # `utter config check` finds mistakes, `utter config show --all` prints what is in
            # force.
            """.split(separator: "\n").map(String.init)
        for section in sections {
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
        lines += Self.profileExample.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        return lines.joined(separator: "\n") + "\n"
    }

    private static let profileExample = """


        # Profiles: other settings for some windows. The first one that matches counts.
        # class is X11's (xprop WM_CLASS) or Wayland's app_id, title the window's,
        # program the executable's name; `*` stands for any characters, `?` for one, and small
        # letters are as good as capitals. Each is a pattern or an array of them; a profile
        # without any is used by name: by `utter start --profile NAME` or a hotkey's binding. It
        # may have keys of [recognizer], [text] and [output]; tables and rules are joined with
        # the general ones. For example:
        #
        #     [[profile]]
        #     name = "terminal"
        #     class = ["xterm", "foot", "*terminal*"]
        #     text.capitals = false
        #
        #     [[profile]]
        #     name = "letters"
        #     class = "libreoffice-writer"
        #     output.line_breaks = "keep"
        #     [profile.text.snippets]
        #     "kind regards" = "Yours sincerely\\nAda"
        """
}
