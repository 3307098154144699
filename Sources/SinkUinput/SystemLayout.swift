import KeyStrokes
import SystemPackage

/// The keyboard layout that the system is configured for, where nothing that runs can be asked.
struct SystemLayout {
    /// `NAME=VALUE` of the environment.
    var environment: [String: String]
    /// Under which `etc` lies.
    var root = "/"

    /// The first that names a layout: libxkbcommon's variables, which compositors follow; what
    /// localectl(1) writes; Debian's keyboard(5). `us`, as everywhere, if none does.
    var names: LayoutNames {
        fromEnvironment ?? fromXorgConfiguration ?? fromDebianConfiguration
            ?? LayoutNames([LayoutNames.Layout("us")])
    }

    private var fromEnvironment: LayoutNames? {
        make(
            rules: environment["XKB_DEFAULT_RULES"], model: environment["XKB_DEFAULT_MODEL"],
            layout: environment["XKB_DEFAULT_LAYOUT"],
            variant: environment["XKB_DEFAULT_VARIANT"],
            options: environment["XKB_DEFAULT_OPTIONS"])
    }

    /// `Option "XkbLayout" "de"` (xorg.conf(5)).
    private var fromXorgConfiguration: LayoutNames? {
        var values: [String: String] = [:]
        for line in lines("etc/X11/xorg.conf.d/00-keyboard.conf") {
            let words = line.split(separator: "\"", omittingEmptySubsequences: false)
            guard words.count >= 4, words[0].contains("Option"), !words[0].contains("#")
            else { continue }
            values[words[1].lowercased()] = String(words[3])
        }
        return make(
            model: values["xkbmodel"], layout: values["xkblayout"],
            variant: values["xkbvariant"], options: values["xkboptions"])
    }

    /// `XKBLAYOUT="de"`: shell, in practice plain assignments.
    private var fromDebianConfiguration: LayoutNames? {
        var values: [String: String] = [:]
        for line in lines("etc/default/keyboard") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = parts[0].filter { $0 != " " }
            values[name] = parts[1].filter { !"\"' \t".contains($0) }
        }
        return make(
            model: values["XKBMODEL"], layout: values["XKBLAYOUT"],
            variant: values["XKBVARIANT"], options: values["XKBOPTIONS"])
    }

    private func make(
        rules: String? = nil, model: String?, layout: String?, variant: String?, options: String?
    ) -> LayoutNames? {
        guard let layout, !layout.isEmpty else { return nil }
        return LayoutNames(
            rules: rules ?? "", model: model ?? "", layout: layout, variant: variant ?? "",
            options: options ?? "")
    }

    /// None if the file isn't there.
    private func lines(_ path: String) -> [Substring] {
        guard let file = try? FileDescriptor.open(FilePath(root + path), .readOnly) else {
            return []
        }
        defer { try? file.close() }
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = (try? bytes.withUnsafeMutableBytes { try file.read(into: $0) }) ?? 0
        return String(decoding: bytes.prefix(count), as: UTF8.self)
            .split(whereSeparator: \.isNewline)
    }
}
