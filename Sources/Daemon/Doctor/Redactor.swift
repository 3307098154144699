import AudioALSA
import Glibc
import KeyboardDevices
import Problems
import Settings

/// Removes personal data from texts: names of user, machine, profiles and devices, the home
/// directory, servers, the wake phrase.
struct Redactor {
    /// Texts with their substitutes, replaced wherever they occur. The longest come first.
    private var parts: [(text: String, substitute: String)] = []
    /// The same for names that are only replaced as whole words.
    private var words: [(text: String, substitute: String)] = []

    /// - Parameter settings: nil if they can't be read.
    init(_ settings: Settings?) {
        let account = Account.current
        for home in [Settings.environment("HOME"), account?.home].compactMap(\.self) {
            add(part: home, "~")
            // The kernel reports a file by its real path.
            if let real = realpath(home, nil) {
                add(part: String(cString: real), "~")
                free(real)
            }
        }
        add(part: Settings.environment("XDG_RUNTIME_DIR"), "$XDG_RUNTIME_DIR")
        // “Anna’s AirPods”.
        let microphone = settings.flatMap { PulseSource.ask(ofPCM: $0.audio.device) }
        add(part: microphone?.description, "<device>")
        for device in EvdevDevices.all() { add(part: device.name, "<device>") }

        let names = [
            account?.name, account?.fullName, Settings.environment("USER"),
            Settings.environment("LOGNAME"),
        ]
        for name in names where name != "root" { add(word: name, "<user>") }
        let host = Self.host
        add(word: host, "<host>")
        add(word: host.flatMap { $0.split(separator: ".").first.map(String.init) }, "<host>")
        for (number, profile) in (settings?.profiles ?? []).enumerated() {
            add(word: profile.name, "<profile \(number + 1)>")
        }
        // An error names the word that the dictionary lacks, and the line that would add it.
        if let phrase = settings?.wake.phrase {
            add(word: phrase, "<phrase>")
            for word in phrase.lowercased().split(whereSeparator: \.isWhitespace) {
                add(part: "“\(word)”", "“<word>”")
                add(part: "\(word) = ", "<word> = ")
            }
        }
        parts.sort { $0.text.count > $1.text.count }
        words.sort { $0.text.count > $1.text.count }
    }

    private mutating func add(part: String?, _ substitute: String) {
        // A home directory `/` would be in every path.
        guard let part, part.count > 1 else { return }
        parts.append((part.hasSuffix("/") ? String(part.dropLast()) : part, substitute))
    }

    private mutating func add(word: String?, _ substitute: String) {
        if let word, !word.isEmpty, word != "localhost" { words.append((word, substitute)) }
    }

    private static var host: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        return String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    // MARK: Texts

    func applied(to text: String) -> String {
        var text = RedactedText(text)
        for part in parts { text.replace(part.text, by: part.substitute) }
        text.hideServers()
        text.hideDevices()
        for word in words { text.replace(word.text, by: word.substitute, asWord: true) }
        return text.string
    }

    func applied(to finding: Finding) -> Finding {
        Finding(
            applied(to: finding.subject), finding.grade, applied(to: finding.message),
            remedy: applied(to: finding.remedy),
            fix: finding.fix.map { fix in
                Fix(
                    fix.commands.map {
                        Fix.Command(
                            $0.arguments.map { applied(to: $0) }, asRoot: $0.needsRoot)
                    }, afterwards: applied(to: fix.afterwards),
                    effect: applied(to: fix.effect))
            })
    }
}

/// The user's entry in the user database (getpwuid(3)).
private struct Account {
    let name: String
    /// The first field of gecos; nil if it is empty.
    let fullName: String?
    let home: String

    static var current: Account? {
        guard let entry = getpwuid(getuid()) else { return nil }
        func text(_ field: UnsafeMutablePointer<CChar>?) -> String {
            field.map { String(cString: $0) } ?? ""
        }
        let full = text(entry.pointee.pw_gecos).prefix { $0 != "," }
        return Account(
            name: text(entry.pointee.pw_name), fullName: full.isEmpty ? nil : String(full),
            home: text(entry.pointee.pw_dir))
    }
}
