import LinuxRuntime

/// The keyboard that the machine is set up for. The helper believes no caller, and can't ask a
/// desktop; these files are the administrator's.
enum SystemKeyboard {
    /// Keys that print on it and on hardly any other: RightCtrl, which types / and ? in the variant
    /// thinkpad of the Brazilian layout (xkeyboard-config).
    ///
    /// - Parameter root: under which `etc` lies.
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
