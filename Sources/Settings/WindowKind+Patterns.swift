public import Dictation

extension WindowKind {
    /// The kind of a window, judged by its classes and app_ids; nil if it has none that is known.
    public init?(_ window: DesktopWindow) {
        if window.classes.allSatisfy(\.isEmpty) { return nil }
        let known = Self.patterns.first { _, patterns in
            window.classes.contains { name in patterns.contains { $0.matches(name) } }
        }
        self = known?.kind ?? .other
    }

    private static let patterns: [(kind: WindowKind, patterns: [WindowPattern])] = [
        (
            .terminal,
            [
                "*term", "*terminal*", "terminology", "konsole", "*.konsole", "yakuake",
                "*.yakuake",
                "kitty", "alacritty", "foot", "footclient", "wezterm*", "*.wezterm*", "*ghostty*",
                "rxvt*", "urxvt*", "st", "st-256color", "tilix", "*.tilix", "terminator", "guake",
                "tilda", "*.console", "*.ptyxis*", "rio", "contour", "hyper", "warp*",
                "cool-retro-term", "termite", "blackbox", "*.blackbox", "sakura", "roxterm",
                "emacs-vterm",
            ]
        ),
        (
            .sender,
            [
                // Launchers run, the clients of IRC send a line.
                "rofi", "dmenu", "wofi", "fuzzel", "tofi", "bemenu", "krunner", "*.krunner",
                "albert",
                "ulauncher", "*synapse*", "kupfer*", "gmrun", "xfce4-appfinder", "xfrun4",
                "hexchat",
                "*.hexchat", "*polari*", "konversation", "*.konversation", "quassel*", "srain",
            ]
        ),
        (
            .chat,
            [
                "slack", "*.slack", "discord*", "*.discord*", "vesktop", "webcord", "armcord",
                "signal*", "*.signal", "element*", "*.element*", "telegram*", "*telegram*",
                "*whatsapp*", "whatsie", "teams*", "*teams-for-linux*", "mattermost*",
                "*mattermost*",
                "zulip*", "*.zulip", "skype*", "wechat*", "viber*", "*threema*", "pidgin*", "gajim",
                "*.gajim", "*dino", "*fractal", "*nheko*", "neochat", "*.neochat", "rocket.chat*",
                "caprine", "ferdium*", "franz*", "rambox*", "beeper*", "session", "wire", "jami",
                "*chatgpt*", "claude*",
                // The pages of browsers have chats.
                "firefox*", "*.firefox*", "librewolf*", "*librewolf*", "waterfox*", "floorp*",
                "zen*",
                "tor browser", "*chromium*", "google-chrome*", "*.chrome", "brave*", "*.brave*",
                "vivaldi*", "microsoft-edge*", "msedge*", "opera*", "epiphany*", "*.epiphany",
                "falkon", "*.falkon", "konqueror", "*.konqueror", "qutebrowser*", "midori*",
                "navigator",
            ]
        ),
        (
            .editor,
            [
                "code", "code-oss", "*vscod*", "codium", "cursor", "jetbrains-*", "*jetbrains*",
                "gvim",
                "emacs*", "neovide", "nvim*", "kate", "*.kate", "kdevelop", "*.kdevelop",
                "*gnome.builder", "qtcreator", "*qtcreator*", "sublime_text", "subl", "*zed*",
                "geany",
                "lapce*", "*lapce*", "eclipse", "netbeans*", "arduino*", "rstudio*", "spyder",
            ]
        ),
        (
            .wordProcessor,
            [
                "libreoffice-writer", "libreoffice-writer-web", "abiword", "*.abiword",
                "calligrawords", "*.calligrawords",
            ]
        ),
    ].map { kind, names in (kind, names.map(WindowPattern.init)) }
}
