import Dictation

/// Writes what is said in a terminal as a command line: “ls dash l a” is `ls -la`, “Git status.” is
/// `git status`. Only what begins as command lines do is one; other words are text there, too.
struct CommandLine: Sendable {
    private let signs: PhraseTable<String>
    private let numbers: [String: Int]
    /// Words that no command line has, but sentences do: `the`.
    private let sentenceWords: Set<String>
    /// The commands of utter itself: “go to sleep” is no program.
    private let ownCommands: Set<String>
    private let capital: Set<String>
    private let capitals: Set<String>
    private let identifiers: Identifiers
    /// The commands for a name in a program, and the one that ends it.
    private let cases: PhraseTable<SpokenCommand>

    init(_ language: Language, _ identifiers: Identifiers) {
        self.identifiers = identifiers
        cases = PhraseTable(
            language.commands.filter { $0.value.beginsIdentifier || $0.value == .caseOff }
                .map { ($0.key, $0.value) })
        signs = PhraseTable(language.shellSigns.map { ($0.key, $0.value) })
        numbers = language.numbers.cardinals
        sentenceWords = Set(language[.articles]).union(language[.subjects])
            .union(language[.particles]).union(language[.auxiliaries])
            .union(language[.requests])
        ownCommands = Set(language.commands.keys)
        capital = Set(language.commands.filter { $0.value == .capital }.keys)
        capitals = Set(language.commands.filter { $0.value == .upper }.keys)
    }

    /// The utterances with those that are command lines as one token each.
    func apply(_ tokens: [Token]) -> [Token] {
        var result: [Token] = []
        var wasCommand = false
        for utterance in tokens.split(
            omittingEmptySubsequences: false, whereSeparator: { $0.kind == .pause })
        {
            let words = utterance.filter { $0.isWord }
            guard !words.isEmpty else { continue }
            let pause = utterance.endIndex < tokens.count ? tokens[utterance.endIndex] : .pause
            if isCommand(words, isContinued: wasCommand) {
                result.append(.fixed(line(words, isContinued: wasCommand)))
                wasCommand = true
            } else {
                result += utterance
                wasCommand = false
            }
            result.append(pause)
        }
        return result
    }

    /// A sentence of an engine without its capital and its stop, where it is the only one.
    static func plain(_ tokens: [Token]) -> [Token] {
        let stops = tokens.indices.filter { tokens[$0].role == .stop }
        guard let first = tokens.firstIndex(where: { $0.kind != .pause }), tokens[first].isWord,
            stops.count < 2,
            stops.allSatisfy({ tokens[($0 + 1)...].allSatisfy { $0.kind == .pause } })
        else { return tokens }
        var result = tokens
        let word = tokens[first]
        // “I” and “NASA” keep their capitals.
        if word.letterCase == .free, word.text.dropFirst().allSatisfy(\.isLowercase),
            word.text.count > 1
        {
            result[first].text = word.text.lowercased()
        }
        if let stop = stops.first, tokens[stop].isEngines, tokens[stop].text == "." {
            result.remove(at: stop)
        }
        return result
    }

    // MARK: What a command line is

    private func isCommand(_ words: [Token], isContinued: Bool) -> Bool {
        let keys = words.map(\.key)
        guard let first = keys.first, !ownCommands.contains(keys.joined(separator: " ")) else {
            return false
        }
        let places = keys.indices.dropFirst()
        let hasSign = places.contains { signs.match(words, at: $0) != nil }
        if let (sign, count) = signs.match(words, at: 0), count < words.count {
            let next = signs.match(words, at: count)?.value
            return ["-", "--", "|", "~", "&&"].contains(sign) || sign == "." && next == "/"
        }
        // Any word may be part of a name.
        let name = words.indices.first { cases.match(words, at: $0) != nil } ?? words.count
        let isSentence = keys[..<name].dropFirst().contains {
            $0.count > 1 && sentenceWords.contains($0)
        }
        if Self.commands.contains(first) { return hasSign || !isSentence }
        let isShell = places.contains {
            signs.match(words, at: $0).map {
                ["|", ">", "<", "&&", "--", "$", "*"].contains($0.value)
            }
                ?? false
        }
        guard !isSentence || isShell else { return false }
        // “Make install”, but not “Make sure it works”.
        if Self.words.contains(first) {
            return hasSign || keys.count < 4 || words.contains { $0.text.hasPrefix("-") }
        }
        return isContinued && keys.count < 6
    }

    /// Names of programs that are no words of a sentence.
    private static let commands: Set<String> = [
        "git", "sudo", "ls", "cd", "grep", "ssh", "scp", "rsync", "apt", "apt-get", "dnf", "pacman",
        "docker", "podman", "kubectl", "systemctl", "journalctl", "npm", "npx", "yarn", "pip",
        "pip3",
        "python", "python3", "chmod", "chown", "mkdir", "rmdir", "rm", "cp", "mv", "ln", "curl",
        "wget", "vim", "nvim", "nano", "emacs", "tar", "gzip", "unzip", "zip", "sed", "awk",
        "xargs",
        "ps", "htop", "df", "du", "ping", "ip", "ifconfig", "mount", "umount", "pwd", "whoami",
        "cargo", "rustc", "swiftc", "gcc", "clang", "cmake", "ninja", "meson", "brew", "snap",
        "flatpak", "tmux", "dpkg", "lsblk", "uname", "psql", "sqlite3", "ffmpeg", "jq", "rg", "fd",
        "bash", "zsh", "chroot", "crontab", "diff", "wc", "tee", "env", "pytest", "node", "java",
    ]

    /// Those that are words as well.
    private static let words: Set<String> = [
        "find", "make", "cat", "cut", "sort", "kill", "watch", "touch", "man", "less", "more",
        "head",
        "tail", "echo", "export", "source", "which", "who", "history", "clear", "exit", "top", "go",
        "swift", "ruby", "perl", "sleep", "date", "time", "file", "locate", "open", "export",
        "test",
        "free", "host", "dig", "screen", "pass", "just",
    ]

    /// Commands with somebody at a host.
    private static let remote: Set<String> = ["ssh", "scp", "sftp", "rsync", "git", "mosh"]

    /// Options that are words after a single dash.
    private static let longOptions: Set<String> = [
        "name", "iname", "type", "size", "exec", "delete", "maxdepth", "mindepth", "mtime", "path",
        "print", "perm", "user", "empty", "newer", "version", "jar", "classpath",
    ]

    /// Names with a number at their end.
    private static let numbered: Set<String> = [
        "python", "pip", "sqlite", "lua", "mp", "sha", "md",
    ]

    // MARK: Writing

    /// The line as written so far, and how the next part joins it.
    private struct Line {
        var text = ""
        var joins = true
        /// The kind of the last part.
        var last = Part.command

        enum Part { case command, word, option, letters, sign, path, figures }

        mutating func add(_ part: String, joins isJoined: Bool, _ kind: Part) {
            if !joins, !isJoined, !text.isEmpty { text += " " }
            text += part
            joins = false
            last = kind
        }
    }

    private func line(_ words: [Token], isContinued: Bool) -> String {
        var line = Line()
        if isContinued { line.last = .word }
        let command = words.first { $0.key != "sudo" }?.key ?? ""
        var (index, place, quote) = (0, 0, false)
        while index < words.count {
            if let (sign, count) = sign(words, index, command) {
                let next = index + count
                if sign == "\"" || sign == "'" {
                    line.add(sign, joins: quote, .word)
                    line.joins = !quote
                    quote.toggle()
                } else {
                    add(sign, &line, next: next < words.count ? words[next] : nil, words, next)
                }
                index = next
            } else if let (name, next) = identifier(words, index) {
                line.add(name, joins: false, .word)
                if place == 0 { line.last = .command }
                index = next
            } else if let (digits, next) = figures(words, index, isOption: line.last == .option) {
                let joins =
                    Self.numbered.contains(words[max(0, index - 1)].key)
                line.add(digits, joins: joins && index > 0, .figures)
                index = next
            } else {
                let (text, next) = word(words, index)
                let isLetter = text.count == 1
                line.add(
                    text, joins: isLetter && line.last == .letters, isLetter ? .letters : .word)
                if place == 0 || place == 1 && words[0].key == "sudo" { line.last = .command }
                index = next
            }
            place += 1
        }
        return line.text
    }

    /// “kebab case new feature”, up to a sign or the next name.
    private func identifier(_ words: [Token], _ start: Int) -> (text: String, next: Int)? {
        guard let (command, count) = cases.match(words, at: start), command.beginsIdentifier else {
            return nil
        }
        var next = start + count
        while next < words.count, signs.match(words, at: next) == nil,
            cases.match(words, at: next) == nil
        {
            next += 1
        }
        guard let name = identifiers.name(Array(words[(start + count)..<next]), command) else {
            return nil
        }
        if next < words.count, let (end, count) = cases.match(words, at: next), end == .caseOff {
            next += count
        }
        return (name, next)
    }

    private func sign(_ words: [Token], _ index: Int, _ command: String) -> (String, Int)? {
        guard let (sign, count) = signs.match(words, at: index) else { return nil }
        if sign == "@", words[index].key == "at", !Self.remote.contains(command) { return nil }
        return (sign, count)
    }

    private func add(
        _ sign: String, _ line: inout Line, next: Token?, _ words: [Token], _ index: Int
    ) {
        let isStart = line.last == .command || line.last == .option
        let nextSign = next == nil ? nil : signs.match(words, at: index)?.value
        switch sign {
        // A line break would run the command.
        case "": break
        case " ":
            line.joins = true
            if !line.text.hasSuffix(" "), !line.text.isEmpty { line.text += " " }
            line.last = .command
        case "--":
            line.add(sign, joins: false, .option)
            line.joins = true
        case "-":
            let isNumber = next.map { numbers[$0.key] != nil } ?? false
            let beginsOption =
                nextSign == "-" || isNumber && line.last == .command
                || next.map { isOption($0) } ?? true || line.text.hasSuffix(" -")
                || line.text.hasSuffix(" ") || line.text.isEmpty || line.last == .letters && isStart
            line.add("-", joins: !beginsOption || line.text.hasSuffix("-"), .option)
            line.joins = true
            line.last = beginsOption ? .option : .sign
        case ".":
            let isAlone = next == nil || nextSign == "-" || nextSign == "|" || nextSign == " "
            let isAfterDot = line.text.hasSuffix(".") && line.joins
            line.add(".", joins: isAfterDot || !(isStart || isAlone && line.last != .sign), .path)
            line.joins = !isAlone
            if isAlone { line.last = .word } else { line.last = .sign }
        case "/":
            let last = line.text.split(separator: " ").last ?? ""
            let isFile = last.dropFirst().contains(".") && !last.contains("/")
            let isAfterFile =
                isFile && !AddressParts.isAddress(String(last)) && !last.hasSuffix(".")
            line.add("/", joins: line.joins || !isStart && !isAfterFile, .path)
            line.joins = true
            line.last = .sign
        case "~", "$", "*":
            // “HEAD~1”
            let isAfterName = sign == "~" && line.text.last?.isUppercase ?? false
            line.add(sign, joins: isAfterName || line.joins && line.last == .sign, .path)
            line.joins = sign != "*" || nextSign == "." || nextSign == "/"
            line.last = sign == "*" && !line.joins ? .word : .sign
        case "|", "&&", ">", ">>", "<":
            line.add(sign, joins: sign == ">" && line.text.hasSuffix(">"), .word)
            line.last = .command
        case ";":
            line.add(sign, joins: true, .word)
        default:
            line.add(sign, joins: line.joins || !isStart, .sign)
            line.joins = true
        }
    }

    /// Whether a dash before the word begins an option.
    private func isOption(_ next: Token) -> Bool {
        next.key.count == 1 || Self.longOptions.contains(next.key) || capital.contains(next.key)
            || next.key.count == 2 && Self.commands.contains(next.key) || next.key == "rf"
    }

    /// Digits that are said one by one, or a number of two words.
    ///
    /// - Parameter isOption: whether it is an option: “kill dash nine one two” is `kill -9 12`.
    private func figures(
        _ words: [Token], _ start: Int, isOption: Bool
    ) -> (text: String, next: Int)? {
        var (text, index) = ("", start)
        while !(isOption && index > start), index < words.count,
            let value = numbers[words[index].key]
        {
            var number = value
            index += 1
            if value >= 20, index < words.count, let unit = numbers[words[index].key],
                (1...9).contains(unit)
            {
                number += unit
                index += 1
            }
            text += "\(number)"
        }
        return text.isEmpty ? nil : (text, index)
    }

    /// A word in small letters, unless a capital was asked for.
    private func word(_ words: [Token], _ index: Int) -> (String, next: Int) {
        let key = words[index].key
        if index + 1 < words.count {
            if capital.contains(key) { return (words[index + 1].key.withFirstCapital, index + 2) }
            if key == "all", capitals.contains("all \(words[index + 1].key)"),
                index + 2 < words.count
            {
                return (words[index + 2].key.uppercased(), index + 3)
            }
        }
        // “README.md” is the engine's own.
        let text = words[index].text
        let isOwn = index > 0 && text.count > 4 && text.prefix(4).allSatisfy(\.isUppercase)
        return (isOwn ? text : text.lowercased(), index + 1)
    }
}
