import KeyStrokes
import LinuxRuntime

/// libxkbcommon's variables, used by compositors without their own configuration (xkb_rule_names in
/// xkbcommon.h).
struct EnvironmentLayout: LayoutSource {
    let name = "XKB_DEFAULT_LAYOUT"
    let environment: [String: String]

    func layout() -> LayoutInForce? {
        func value(_ name: String) -> String { environment["XKB_DEFAULT_\(name)"] ?? "" }
        return LayoutInForce(
            rules: value("RULES"), model: value("MODEL"), layout: value("LAYOUT"),
            variant: value("VARIANT"), options: value("OPTIONS"))
    }
}

/// The file that localectl(1) writes for X servers (xorg.conf(5)).
struct XorgConfigurationLayout: LayoutSource {
    let name: String
    private let file: String

    /// - Parameter root: the directory that contains `etc`.
    init(root: String = "/") {
        file = root + "etc/X11/xorg.conf.d/00-keyboard.conf"
        name = file
    }

    /// `Option "XkbLayout" "de"`.
    func layout() -> LayoutInForce? {
        var values: [String: String] = [:]
        for line in ConfigurationLines.read(file) {
            let words = line.split(separator: "\"", omittingEmptySubsequences: false)
            guard words.count >= 4, words[0].contains("Option"), !words[0].contains("#")
            else { continue }
            values[words[1].lowercased()] = String(words[3])
        }
        return LayoutInForce(
            model: values["xkbmodel"] ?? "", layout: values["xkblayout"] ?? "",
            variant: values["xkbvariant"] ?? "", options: values["xkboptions"] ?? "")
    }
}

/// Debian's keyboard(5).
struct DebianConfigurationLayout: LayoutSource {
    let name: String
    private let file: String

    /// - Parameter root: the directory that contains `etc`.
    init(root: String = "/") {
        file = root + "etc/default/keyboard"
        name = file
    }

    /// `XKBLAYOUT="de"`: a shell script, in practice plain assignments.
    func layout() -> LayoutInForce? {
        var values: [String: String] = [:]
        for line in ConfigurationLines.read(file) {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = parts[0].filter { $0 != " " }
            values[name] = parts[1].filter { !"\"' \t".contains($0) }
        }
        return LayoutInForce(
            model: values["XKBMODEL"] ?? "", layout: values["XKBLAYOUT"] ?? "",
            variant: values["XKBVARIANT"] ?? "", options: values["XKBOPTIONS"] ?? "")
    }
}
