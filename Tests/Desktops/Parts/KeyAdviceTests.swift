import DesktopParts
import Testing

@Suite struct KeyAdviceTests {
    /// A line for a file, or the way through the settings.
    @Test(
        arguments: [
            (
                ["SWAYSOCK": "/run/sway.sock", "XDG_CURRENT_DESKTOP": "sway"],
                "put this line into ~/.config/sway/config: "
                    + "bindsym --no-repeat $mod+F9 exec utter toggle"
            ),
            (["HYPRLAND_INSTANCE_SIGNATURE": "1"], "bind = SUPER, F9, exec, utter toggle"),
            (["XDG_CURRENT_DESKTOP": "i3"], "bindsym $mod+F9 exec --no-startup-id utter toggle"),
            (["XDG_CURRENT_DESKTOP": "niri"], "{ spawn \"utter\" \"toggle\"; }"),
            (
                ["XDG_CURRENT_DESKTOP": "ubuntu:GNOME"],
                "add one in Settings → Keyboard → View and Customize Shortcuts → Custom Shortcuts, "
                    + "for the command: utter toggle"
            ),
            (["XDG_CURRENT_DESKTOP": "KDE"], "System Settings → Shortcuts → Add Command"),
            (["XDG_CURRENT_DESKTOP": "X-Cinnamon"], "Keyboard → Shortcuts → Custom Shortcuts"),
            (["XDG_CURRENT_DESKTOP": "Unheard"], "the keyboard settings of your desktop"),
            ([:], "your desktop, for the command: utter toggle"),
        ] as [([String: String], String)])
    func aDesktopHasAWay(_ variables: [String: String], _ words: String) {
        let advice = SessionEnvironment(variables).keyAdvice
        #expect(advice.hasPrefix("To dictate with a key, "))
        #expect(advice.contains(words), "\(advice)")
    }
}
