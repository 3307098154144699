internal import Dictation
import MonotonicTime
import Problems

// The words of scenarios. An unknown word is an error in the test: it traps.

extension DictationEvent {
    init(words: String, at now: Instant) {
        let (head, rest) = words.eventName(
            twoWords: "composed after", "composed deleting", "composed pressing", "cut short",
            "recognizer failed", "recognizer recovered", "recognizer warning", "insertion failed",
            "insertion stopped", "inserted although", "retype words")
        let problem = Problem(rest, why: "")
        self =
            switch head {
            case "hotkey down": .hotkey(.pressed(Self.binding(rest), at: now))
            case "hotkey up": .hotkey(.released(Self.binding(rest), at: now))
            case "hotkey spoiled": .hotkey(.spoiled(Self.binding(rest), at: now))
            case "hotkey cancel": .hotkey(.cancel(at: now))
            case "hotkey failed": .hotkey(.failed(problem))
            case "toggle", "start", "stop", "cancel", "pause":
                .command(DictationCommand(rawValue: head)!, DictationOverrides(words: rest.words))
            case "audio started": .audio(.started)
            case "audio lost": .audio(.lost(samples: Int(rest)!))
            case "audio stalled": .audio(.stalled)
            case "audio resumed": .audio(.resumed(lost: Int(rest)!))
            case "audio ended": .audio(.ended)
            case "audio failed": .audio(.failed(problem))
            case "ready": .recognizer(.ready)
            case "speech started": .recognizer(.speechStarted)
            case "speech ended": .recognizer(.speechEnded)
            case "partial": .recognizer(.partial(rest))
            case "utterance": .recognizer(.utterance(rest))
            case "fed": .fed(Duration(words: rest)!)
            case "finished": .recognizer(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
            case "recognizer failed": .recognizer(.failed(problem))
            case "recognizer warning": .recognizer(.warning(problem))
            case "composed": .composed(Insertion(rest))
            case "composed deleting":
                .composed(
                    Insertion(
                        rest.words.dropFirst().joined(separator: " "),
                        deleting: Int(rest.words[0])!))
            case "composed after":
                .composed(
                    Insertion(rest.words.dropFirst().joined(separator: " ")),
                    text: rest.words.joined(separator: " "))
            case "composed pressing":
                .composed(Insertion(rest.words.map { .press(EditingKey(rawValue: $0)!) }))
            case "inserted": .insertion(.inserted(without: Array(rest)))
            case "inserted although": .insertion(.inserted(without: [], remark: problem))
            case "insertion stopped": .insertion(.stopped(rest: rest))
            case "insertion failed":
                .insertion(.failed(Problem("no sink", why: ""), rest: rest))
            case "retype":
                .retype(
                    DictationRecord(
                        number: 7, transcript: Transcript([rest]), text: rest, rest: ""))
            case "retype words":
                .retype(
                    DictationRecord(
                        number: 7, transcript: Transcript([rest]), text: nil, rest: rest))
            case "revise":
                .revise(
                    Insertion(rest, deleting: rest.count),
                    DictationRecord(
                        number: 7, transcript: Transcript([rest]), text: rest, rest: rest))
            case "left": .left(SessionUnavailable(rawValue: rest)!)
            case "returned": .returned
            case "refused": .refused
            case "password": .passwordField(PasswordPolicy(rawValue: rest)!)
            case "trouble": .trouble(problem)
            case "recovered": .recovered(Transcript([rest.lowercased()]), text: rest)
            case "recognizer recovered":
                .recovered(Transcript([rest.lowercased()]), text: rest, after: .recognizer)
            case "cut short":
                .cutShort(
                    number: nil, Transcript([rest.lowercased()]),
                    text: rest.words.dropFirst().joined(separator: " "),
                    rest: String(
                        rest.words.dropFirst().joined(separator: " ")
                            .dropFirst(Int(rest.words[0])!)))
            case "shutdown": .shutdown
            default: preconditionFailure("no such event: \(words)")
            }
    }

    /// The first hotkey if no number is given.
    private static func binding(_ number: String) -> Int {
        number.isEmpty ? 0 : Int(number)! - 1
    }
}

extension DictationRules {
    init(words: some Sequence<String>) {
        self.init()
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            switch parts[0] {
            case "silence": silenceLimit = parts[1] == "never" ? nil : Duration(words: parts[1])!
            case "beginning": beginningLimit = Duration(words: parts[1])!
            case "continuous":
                continuousSilenceLimit = parts[1] == "never" ? nil : Duration(words: parts[1])!
            case "hotkeys": hotkeys = parts[1].components(",").map(HotkeyBinding.init(word:))
            case "commit": commit = CommitTime(rawValue: parts[1])!
            case "language": language = parts[1]
            case "length": maximumLength = Duration(words: parts[1])!
            default: preconditionFailure("no such rule: \(word)")
            }
        }
    }
}

extension DictationOverrides {
    /// `profile=mail language=de`.
    fileprivate init(words: some Sequence<String>) {
        self.init()
        for word in words {
            let parts = word.components("=")
            switch parts[0] {
            case "profile": profile = parts[1]
            case "language": language = parts[1]
            case "stays": staysOn = true
            default: preconditionFailure("no such choice: \(word)")
            }
        }
    }
}

extension HotkeyBinding {
    /// A mode, with `modifier-` before it if the chord ends in a modifier: `modifier-hold`. Its
    /// overrides follow: `hold:profile=mail:language=de`; or its action, and languages to choose
    /// from: `toggle:action=language:languages=en+de`.
    fileprivate init(word: String) {
        self.init()
        let words = word.components(":")
        let settings = words.dropFirst().map { $0.components("=") }
        for setting in settings {
            if setting[0] == "action" { action = HotkeyAction(rawValue: setting[1])! }
            if setting[0] == "languages" { languages = setting[1].components("+") }
        }
        choice = DictationOverrides(
            words: words.dropFirst().filter {
                !$0.hasPrefix("action=") && !$0.hasPrefix("languages=")
            })
        let parts = words[0].components("-")
        endsInModifier = parts.count > 1 && parts[0] == "modifier"
        mode = Mode(rawValue: parts.last!)!
        if mode == .continuous { choice.staysOn = true }
    }
}

extension Duration {
    /// `150ms` or `8s`; nil if it is anything else.
    init?(words: String) {
        if words.hasSuffix("ms"), let count = Int(words.dropLast(2)) {
            self = .milliseconds(count)
        } else if words.hasSuffix("s"), let count = Int(words.dropLast(1)) {
            self = .seconds(count)
        } else {
            return nil
        }
    }
}

extension StringProtocol {
    var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    var words: [String] { String(self).split(whereSeparator: \.isWhitespace).map(String.init) }

    func components(_ separator: String) -> [String] {
        String(self).split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }

    /// The event's name, of one or two words, and the rest.
    fileprivate func eventName(twoWords: String...) -> (head: String, rest: String) {
        let all = words
        let pair = all.prefix(2).joined(separator: " ")
        let groups = ["hotkey", "audio", "speech"]
        let length = twoWords.contains(pair) || groups.contains(all[0]) ? 2 : 1
        return (
            all.prefix(length).joined(separator: " "),
            all.dropFirst(length).joined(separator: " ")
        )
    }
}
