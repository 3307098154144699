import LinuxRuntime

/// The keyboard that the machine is configured for. The helper trusts no caller and can't ask a
/// desktop; these files belong to the administrator.
enum SystemKeyboard {
    /// Keys that print on this keyboard and on hardly any other: RightCtrl, which types / and ? in
    /// the variant thinkpad of the Brazilian layout (xkeyboard-config).
    ///
    /// - Parameter root: the directory that contains `etc`.
    static func printingKeys(root: String = "/") -> Set<UInt16> {
        // Debian's keyboard(5), and what localectl(1) writes: vconsole.conf(5), xorg.conf(5).
        let files = ["default/keyboard", "vconsole.conf", "X11/xorg.conf.d/00-keyboard.conf"]
        let isThinkPad = files.contains { file in
            ConfigurationLines.read("\(root)etc/\(file)").contains { line in
                let line = line.lowercased()
                return line.contains("xkbvariant") && line.contains("thinkpad")
            }
        }
        return isThinkPad ? [97] : []
    }
}
