/// A text whose personal parts are being hidden.
struct RedactedText {
    private var characters: [Character]

    init(_ text: String) { characters = Array(text) }

    var string: String { String(characters) }

    /// Replaces each occurrence of a text.
    ///
    /// - Parameter asWord: only where no letter or digit is next to it; then case doesn't matter.
    mutating func replace(_ text: String, by substitute: String, asWord: Bool = false) {
        let wanted = Array(asWord ? text.lowercased() : text)
        guard !wanted.isEmpty else { return }
        var result: [Character] = []
        var index = 0
        while index < characters.count {
            let end = index + wanted.count
            if end <= characters.count, isEqual(index..<end, wanted, ignoringCase: asWord),
                !asWord || isWord(index..<end)
            {
                result += substitute
                index = end
            } else {
                result.append(characters[index])
                index += 1
            }
        }
        characters = result
    }

    private func isEqual(
        _ range: Range<Int>, _ wanted: [Character], ignoringCase: Bool
    ) -> Bool {
        zip(characters[range], wanted).allSatisfy { character, wanted in
            character == wanted || ignoringCase && character.lowercased() == String(wanted)
        }
    }

    private func isWord(_ range: Range<Int>) -> Bool {
        func isPart(_ index: Int) -> Bool {
            characters.indices.contains(index)
                && (characters[index].isLetter || characters[index].isNumber)
        }
        return !isPart(range.lowerBound - 1) && !isPart(range.upperBound)
    }

    /// `https://server:8080/path` becomes `https://<server>:8080/path`, except for this machine.
    mutating func hideServers() {
        hide(
            behind: "://", while: { $0.isLetter || $0.isNumber || "-._~%@[]:".contains($0) }
        ) { authority in
            // With a user name and a password before it, all of it is hidden.
            if authority.contains("@") { return "<server>" }
            let host =
                authority.hasPrefix("[")
                ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
            let isHere = ["127.0.0.1", "localhost", "[::1]"].contains(host)
            return (isHere ? String(host) : "<server>") + authority.dropFirst(host.count)
        }
    }

    /// Names of sound devices contain serial numbers and addresses: what follows the kind of the
    /// device is removed.
    mutating func hideDevices() {
        let kinds = [
            "alsa_input.", "alsa_output.", "bluez_input.", "bluez_output.", "bluez_source.",
        ]
        for kind in kinds {
            hide(behind: kind, while: { !$0.isWhitespace && !"”\",;:".contains($0) }) { name in
                let bus = name.prefix { $0 != "-" }
                return bus.count < name.count && bus.allSatisfy(\.isLetter) ? "\(bus)-…" : "…"
            }
        }
    }

    /// Replaces what follows each occurrence of a marker, as long as `isPart` is true.
    private mutating func hide(
        behind marker: String, while isPart: (Character) -> Bool, _ substitute: (String) -> String
    ) {
        let marker = Array(marker)
        var result: [Character] = []
        var index = 0
        while index < characters.count {
            guard characters[index...].starts(with: marker) else {
                result.append(characters[index])
                index += 1
                continue
            }
            let rest = characters[(index + marker.count)...].prefix(while: isPart)
            result += marker
            result += rest.isEmpty ? "" : substitute(String(rest))
            index += marker.count + rest.count
        }
        characters = result
    }
}
