extension SessionEnvironment {
    /// How to have a key of this desktop begin and end a dictation, as a sentence.
    package var keyAdvice: String {
        let (command, aim) = ("utter toggle", "To dictate with a key")
        if let (file, line) = lineForKey(command) {
            return "\(aim), put this line into \(file): \(line)"
        }
        let place = desktops.lazy.compactMap { Self.keySettings[$0] }.first
        return "\(aim), add one in \(place ?? "the keyboard settings of your desktop"), "
            + "for the command: \(command)"
    }

    /// Where a compositor or window manager has its keys in a file, and the line there.
    private func lineForKey(_ command: String) -> (file: String, line: String)? {
        if self["SWAYSOCK"] != nil {
            return ("~/.config/sway/config", "bindsym --no-repeat $mod+F9 exec \(command)")
        }
        if self["HYPRLAND_INSTANCE_SIGNATURE"] != nil {
            return ("~/.config/hypr/hyprland.conf", "bind = SUPER, F9, exec, \(command)")
        }
        if self["I3SOCK"] != nil || desktops.contains("i3") {
            return ("~/.config/i3/config", "bindsym $mod+F9 exec --no-startup-id \(command)")
        }
        if desktops.contains("niri") {
            let words = command.split(separator: " ").map { "\"\($0)\"" }.joined(separator: " ")
            return (
                "~/.config/niri/config.kdl, under binds", "Mod+F9 repeat=false { spawn \(words); }"
            )
        }
        if desktops.contains("labwc") {
            return (
                "~/.config/labwc/rc.xml, under <keyboard>",
                "<keybind key=\"W-F9\"><action name=\"Execute\" command=\"\(command)\"/></keybind>"
            )
        }
        return nil
    }

    /// Where a desktop lets its user add a key, by its name in $XDG_CURRENT_DESKTOP.
    private static let keySettings = [
        "budgie": "Settings → Keyboard → Custom Shortcuts",
        "gnome": "Settings → Keyboard → View and Customize Shortcuts → Custom Shortcuts",
        "kde": "System Settings → Shortcuts → Add Command",
        "lxqt": "the Configuration Center → Shortcut Keys",
        "mate": "the Control Center → Keyboard Shortcuts",
        "pantheon": "System Settings → Keyboard → Shortcuts → Custom",
        "x-cinnamon": "System Settings → Keyboard → Shortcuts → Custom Shortcuts",
        "xfce": "Settings → Keyboard → Application Shortcuts",
    ]
}
