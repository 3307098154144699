import DesktopParts

extension Finding {
    /// The finding for a session that can't be asked for the focused window.
    ///
    /// - Parameter isMissed: whether a profile is for some windows.
    static func unknownFocus(
        in session: SessionEnvironment, isWayland: Bool, isMissed: Bool
    ) -> Finding {
        let who =
            if !isWayland {
                "the console has no windows"
            } else if let name = session.desktopName {
                "utter has no way to ask the desktop “\(name)” for it"
            } else {
                "utter has no way to ask this compositor for it (XDG_CURRENT_DESKTOP is not set)"
            }
        return Finding(
            "focused window", isMissed ? .warning : .unchecked,
            "\(who): text goes where the focus is when it is typed",
            remedy: isMissed
                ? "Your profiles with class, title or program apply to no window here. Choose one"
                    + " by command (utter start --profile NAME), or by a separate hotkey"
                    + " ([[hotkey.binding]] with profile = \"NAME\")."
                : "")
    }
}
