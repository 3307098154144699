/// Messages in a form that is understood when it is heard.
public enum SpokenForm {
    /// The commands of `utter`: what follows its name otherwise is prose.
    package static let commands: Set<String> = [
        "authorize", "bench", "cancel", "choose", "config", "copy", "daemon", "demo", "devices",
        "doctor", "history", "last", "listen", "log", "models", "pause", "restore-input-source",
        "restore-raw", "retry", "retype", "rewrite", "setup", "start", "status", "stop", "text",
        "toggle", "transcribe", "type",
    ]

    /// Other programs that messages name. Their command lines are not said: nobody can type one
    /// from hearing it, and the words beside it say what it does.
    private static let programs: Set<String> = [
        "apt", "chmod", "echo", "ffmpeg", "gdbus", "gnome-extensions", "ibus", "pactl",
        "pulseaudio", "rm", "sudo", "systemctl", "systemsettings", "udevadm", "usermod", "wpctl",
        "xinput",
    ]

    private static let hidden = "a command that is on the screen"

    /// A message as it is spoken: “[audio] sounds = false” is “the setting sounds in the section
    /// audio to false”, “utter last” is “the command utter last”, and of “Restart it: systemctl …”
    /// the words are said.
    public static func of(_ message: String) -> String {
        let lines = message.split(separator: "\n").map(pausing).joined(separator: " ")
        var words = lines.split(separator: " ").map(String.init)[...]
        var spoken: [String] = []
        while let word = words.popFirst() {
            if let section = section(word), let key = words.popFirst() {
                // “[audio] nonsense: unknown key”
                let end = key.hasSuffix(":") ? ":" : ""
                let bare = key.dropLast(end.count)
                spoken.append("the setting \(name(String(bare))) in the section \(section)\(end)")
            } else if word == "=", !spoken.isEmpty {
                spoken.append("to")
            } else if word == "man", spoken.last?.hasSuffix(":") == true {
                spoken.append("the manual page")
            } else if word.bare == "sudo", words.first?.bare == "utter" {
                spoken.append(prefix(word) + "as root")
            } else if word.bare == "utter", let command = words.first, isCommand(command) {
                spoken.append(prefix(word) + own(&words, after: spoken.last))
            } else if programs.contains(word.bare), isRun(word, words.first, after: spoken.last) {
                leaveOut(word, &words, &spoken)
            } else if word.bare.hasPrefix("--"), word.bare.count > 2 {
                spoken.append(option(word, after: spoken.last))
            } else {
                spoken.append(word)
            }
        }
        return spoken.joined(separator: " ")
    }

    /// An item of a list, with a pause before the next one.
    private static func pausing(_ line: Substring) -> String {
        line.last == "”" ? line + "," : String(line)
    }

    // MARK: Settings

    /// The name in `[name]`.
    private static func section(_ word: String) -> String? {
        guard word.hasPrefix("["), word.hasSuffix("]"), word.count > 2 else { return nil }
        return name(String(word.dropFirst().dropLast()))
    }

    /// A name with the words that underscores and dots join.
    private static func name(_ name: String) -> String {
        let end = name.hasSuffix(".") ? "." : ""
        return name.dropLast(end.count).replacing("_", with: " ").replacing(".", with: " ") + end
    }

    /// `section.key` with what follows it.
    private static func setting(_ key: String) -> String {
        let end = key.reversed().prefix { !$0.isLetter }.reversed()
        let parts = key.dropLast(end.count).split(separator: ".")
        let section = parts.dropLast().joined(separator: " ")
        return "the setting \(name(String(parts.last ?? ""))) in the section \(name(section))"
            + String(end)
    }

    // MARK: Commands of utter

    private static func isCommand(_ word: String) -> Bool { commands.contains(word.bare) }

    /// The words of a command from its name on, which are taken.
    private static func own(_ words: inout ArraySlice<String>, after last: String?) -> String {
        let start = words
        if words.popFirst() == "config", let verb = words.popFirst(), let key = words.popFirst(),
            key.contains("."), ["set", "get", "reset", "values"].contains(verb)
        {
            guard verb == "set" else {
                return "the command utter config \(verb) for \(setting(key))"
            }
            if let value = value(&words) { return "\(setting(key)) set to \(value)" }
        }
        words = start
        return last == "command" ? "utter" : "the command utter"
    }

    /// A value, which quotation marks may hold together.
    private static func value(_ words: inout ArraySlice<String>) -> String? {
        guard var value = words.popFirst() else { return nil }
        guard value.hasPrefix("'") else { return value }
        while value.count == 1 || !value.dropFirst().contains("'"), let next = words.popFirst() {
            value += " \(next)"
        }
        return value.replacing("'", with: "")
    }

    /// `--fix` with what follows it.
    private static func option(_ word: String, after last: String?) -> String {
        let start = prefix(word)
        return start + (start.isEmpty && last != nil ? "with the option " : "the option ")
            + word.drop { !$0.isLetter }.replacing("-", with: " ")
    }

    /// The characters before a word's letters: a bracket, a quotation mark.
    private static func prefix(_ word: String) -> String {
        String(word.prefix { "(“‘".contains($0) })
    }

    // MARK: Commands of others

    /// Whether the name of a program begins a command line: some are words, too.
    private static func isRun(_ word: String, _ next: String?, after last: String?) -> Bool {
        !prefix(word).isEmpty || last?.hasSuffix(":") == true || last == nil
            || next?.hasPrefix("-") == true || word == "sudo"
    }

    /// Takes the rest of a command line, and says what belongs in its place.
    private static func leaveOut(
        _ word: String, _ words: inout ArraySlice<String>, _ spoken: inout [String]
    ) {
        if let packages = packages(word, words) {
            words = []
            spoken.append("install \(packages)")
        } else if word.hasPrefix("(") {
            // Up to the bracket's end, with the mark behind it.
            var end = word
            while !end.contains(")"), let next = words.popFirst() { end = next }
            spoken.append((spoken.popLast() ?? "") + end.drop { $0 != ")" }.dropFirst())
        } else if word.hasPrefix("“") {
            var end = word
            while !end.contains("”"), let next = words.popFirst() { end = next }
            spoken.append(hidden + end.drop { $0 != "”" }.dropFirst())
        } else {
            // Up to the end of the sentence.
            var end = word
            while !end.hasSuffix("."), !end.hasSuffix(";"), let next = words.popFirst() {
                end = next
            }
            guard let last = spoken.popLast() else { return spoken.append(hidden) }
            let mark = end.hasSuffix(";") ? ";" : "."
            spoken.append(last.hasSuffix(":") ? last.dropLast() + mark : "\(last) \(hidden)\(mark)")
        }
    }

    /// The packages of `sudo apt install …`, where a message ends with it.
    private static func packages(_ word: String, _ words: ArraySlice<String>) -> String? {
        let words = word == "sudo" ? Array(words) : [word] + words
        guard words.count > 2, words[0] == "apt", words[1] == "install",
            !words.contains(where: { $0.contains(")") || $0.contains("”") })
        else { return nil }
        let names = words.dropFirst(2).filter { !$0.hasPrefix("-") }
        let last = names.last ?? ""
        return names.count < 2
            ? "the package \(last)"
            : "the packages \(names.dropLast().joined(separator: ", ")) and \(last)"
    }
}

extension StringProtocol {
    /// A word without brackets, quotation marks and full stops.
    var bare: String {
        String(trimmingPrefix { "(“‘".contains($0) }.prefix { !")”’,;:.".contains($0) })
    }
}
