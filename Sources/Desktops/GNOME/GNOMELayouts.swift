import DesktopParts
import KeyStrokes
import LinuxRuntime

/// GNOME's settings (the schema org.gnome.desktop.input-sources): the list of recently used input
/// sources, of which the first is the active one. GNOME Shell reports the active one in no other
/// way. With an input source for each window (`per-window`), GNOME doesn't update that list, and it
/// may be wrong.
///
/// Read with gsettings(1), since the database has no stable format: some 10 ms for each text.
struct GNOMELayouts: LayoutSource {
    let name = "GNOME's settings"
    private static let schema = "org.gnome.desktop.input-sources"
    /// In the form `NAME=VALUE`.
    private let environment: [String]

    init(environment: [String: String]) {
        self.environment = environment.map { "\($0)=\($1)" }
    }

    func layout() async throws -> LayoutInForce? {
        let run: (status: LinuxRuntime.ExitStatus, output: [UInt8])
        do {
            run = try await ChildProcess.output(
                of: ["gsettings", "list-recursively", Self.schema], environment: environment,
                within: .seconds(5))
        } catch is SystemError {
            // gsettings isn't installed: the next source is asked.
            return nil
        }
        guard run.status == .exited(0) else { return nil }
        return Self.layout(String(decoding: run.output, as: UTF8.self))
    }

    /// - Parameter settings: the output of `gsettings list-recursively`.
    static func layout(_ settings: String) -> LayoutInForce? {
        var values: [Substring: [String]] = [:]
        for line in settings.split(separator: "\n") {
            // `org.gnome.desktop.input-sources sources [('xkb', 'us')]`
            let words = line.split(separator: " ", maxSplits: 2)
            if words.count == 3 { values[words[1]] = strings(words[2]) }
        }
        // Before the first switch the list is empty, and the first source is active.
        let lists = [values["mru-sources"], values["sources"]].compactMap(\.self)
        guard let active = lists.first(where: { $0.count >= 2 }) else { return nil }
        let inputMethod = active[0] == "xkb" ? nil : active[1]
        // An input method has its keys from a layout: nearly always one of the list.
        let parts = (lists.lazy.compactMap(firstLayout).first ?? "us")
            .split(separator: "+", maxSplits: 1)
        guard let layout = parts.first else { return nil }
        let variant = parts.count > 1 ? String(parts[1]) : ""
        return LayoutInForce(
            .names(
                LayoutNames(
                    [LayoutNames.Layout(String(layout), variant: variant)],
                    options: values["xkb-options"] ?? [])),
            inputMethod: inputMethod)
    }

    /// The first layout of a list that has a kind and a name of each source.
    private static func firstLayout(_ list: [String]) -> String? {
        stride(from: 0, to: list.count - 1, by: 2).first { list[$0] == "xkb" }
            .map { list[$0 + 1] }
    }

    /// The strings of a value in GVariant's text format, in order: `[('xkb', 'us')]`.
    private static func strings(_ value: Substring) -> [String] {
        var (strings, current) = ([String](), "")
        var quote: Character?
        var isEscaped = false
        for character in value {
            if quote == nil {
                if character == "'" || character == "\"" { quote = character }
            } else if isEscaped {
                current.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == quote {
                strings.append(current)
                (quote, current) = (nil, "")
            } else {
                current.append(character)
            }
        }
        return strings
    }
}
