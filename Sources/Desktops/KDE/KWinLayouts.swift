import DesktopParts
import KeyStrokes
import LinuxRuntime

/// The layouts of KWin (its interface org.kde.KeyboardLayouts), with variants and options from its
/// configuration, the only place that has them.
struct KWinLayouts: LayoutSource {
    let name = "KWin"
    private let bus: MessageBus
    /// The path of `kxkbrc`.
    private let file: String

    init(_ bus: MessageBus, environment: [String: String]) {
        self.bus = bus
        let home =
            environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
            ?? (environment["HOME"] ?? "") + "/.config"
        file = home + "/kxkbrc"
    }

    func layout() async throws -> LayoutInForce? {
        let (group, list): (Int, [BusValue])
        do {
            group = try await ask("getLayout").first?.integer ?? 0
            list = try await ask("getLayoutsList").first?.elements ?? []
        } catch is BusError {
            // With one layout or none configured, KWin has no such interface.
            return nil
        }
        // A layout is its short name, the user's label, and its name in the user's language.
        let names = list.compactMap { $0.elements?.first?.string }
        guard names.indices.contains(group), names.count == list.count else { return nil }
        let configuration = KeyboardConfiguration(file)
        let variants = configuration.layouts == names ? configuration.variants : []
        let layouts = names.enumerated().map { number, name in
            LayoutNames.Layout(
                name, variant: variants.indices.contains(number) ? variants[number] : "")
        }
        // XKB has four groups; with more layouts KWin uses them in turn, always with the active
        // one.
        if layouts.count > 4 {
            return LayoutInForce(
                .names(LayoutNames([layouts[group]], options: configuration.options)))
        }
        return LayoutInForce(
            .names(LayoutNames(layouts, options: configuration.options)), group: group)
    }

    private func ask(_ method: String) async throws -> [BusValue] {
        try await bus.call(
            "org.kde.keyboard", "/Layouts", "org.kde.KeyboardLayouts", method)
    }
}

/// KDE's keyboard settings in `kxkbrc`, section `[Layout]`.
private struct KeyboardConfiguration {
    var layouts: [String] = []
    var variants: [String] = []
    var options: [String] = []

    init(_ file: String) {
        var isInSection = false
        for line in ConfigurationLines.read(file) {
            if line.hasPrefix("[") {
                isInSection = line.hasPrefix("[Layout]")
            } else if isInSection {
                let parts = line.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { continue }
                let values = parts[1].split(separator: ",", omittingEmptySubsequences: false)
                    .map(String.init)
                switch parts[0] {
                case "LayoutList": layouts = values
                case "VariantList": variants = values
                case "Options": options = values.filter { !$0.isEmpty }
                default: break
                }
            }
        }
    }
}
