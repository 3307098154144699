import Dictation
import TextProcessing

/// The entry point that libFuzzer calls with each input: words, and what is before them. It traps
/// where text processing does, or where the result could act on a window.
///
/// The first two bytes are options. Then words follow: a byte from 0x80 on and the next one are a
/// phrase that the rules know; all else is text, in which a line feed ends an utterance and U+0001
/// begins the text before the cursor, a pattern, or a model's answer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // The bytes belong to libFuzzer and are valid during this call.
    let input = UnsafeBufferPointer(start: start, count: count)
    guard count > 2 else { return 0 }
    let isGerman = input[0] & 1 != 0
    let parts = words(input.dropFirst(2), isGerman ? Phrases.german : Phrases.english)
        .split(separator: "\u{1}", omittingEmptySubsequences: false).map(String.init)
    let context = parts.count > 1 && input[1] & 2 != 0 ? TextContext.before(parts[1]) : .unknown
    let transcript = Transcript(parts[0].split(whereSeparator: \.isNewline).map(String.init))
    let processor = processor(input[0], input[1])
    let text = processor.compose(transcript, after: context)
    check(text)
    precondition(processor.compose(transcript, after: context) == text, "not the same twice")
    let last = processor.stages(transcript, after: context).last?.text
    precondition(last == text.text, "the stages end in another text")
    if parts.count > 2, let pattern = try? TextPattern(parts[2]) {
        _ = pattern.replace(in: text.text, with: "<$1$9$>")
    }
    judge(text.text, parts.last!, isGerman ? .german : .english)
    return 0
}

// nonisolated(unsafe): libFuzzer has one thread.
nonisolated(unsafe) private var processors: [UInt16: TextProcessor] = [:]

/// Creating one takes longer than processing a text.
private func processor(_ first: UInt8, _ second: UInt8) -> TextProcessor {
    let number = UInt16(first) << 2 | UInt16(second & 3)
    if let known = processors[number] { return known }
    var options = TextOptions()
    options.language = first & 1 != 0 ? .german : .english
    options.numbers = NumberStyle.allCases[Int(first >> 1 & 3) % NumberStyle.allCases.count]
    options.capitalizes = first & 8 == 0
    options.plainMarks = first & 16 != 0
    options.obeysSpokenMarks = first & 32 == 0
    options.leavesOutFillers = first & 64 == 0
    options.leavesOutRepetitions = first & 128 == 0
    if second & 2 != 0 { options.punctuation = .auto }
    if second & 1 != 0 { options.keys = Set(EditingKey.allCases) }
    options.replacements = [
        TextReplacement(.phrase("one two"), text: "comma"),
        TextReplacement(.phrase("um"), text: ""),
    ]
    let made = TextProcessor(options)
    processors[number] = made
    return made
}

private func check(_ text: Composition) {
    precondition(text.utterances.allSatisfy { !$0.isEmpty })
    let clean = TypableText(cleaning: text.text, lineBreaks: .space).string
    for scalar in clean.unicodeScalars {
        precondition(scalar.properties.generalCategory != .control, "a control character is left")
    }
    let twice = TypableText(cleaning: clean, lineBreaks: .space).string
    precondition(twice == clean, "cleaned text can be cleaned")
}

/// What is accepted of a model's answer adds no line break or control character.
private func judge(_ text: String, _ answer: String, _ language: Language) {
    let check = CleanupCheck(language)
    let text = TypableText(cleaning: text, lineBreaks: .keep).string
    precondition(
        text.isEmpty || (try? check.accepted(text, for: text)) != nil
            || text.contains { $0.isWhitespace && $0 != " " }
            || text.allSatisfy(\.isWhitespace), "a text is not taken for itself")
    guard let taken = try? check.accepted(answer, for: text) else { return }
    precondition(TypableText(cleaning: taken, lineBreaks: .keep, tabs: .keep).string == taken)
    func lines(_ text: String) -> Int { text.count { $0.isNewline } }
    precondition(lines(taken) == lines(text), "a line break was added")
}

private func words(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ phrases: [String]) -> String {
    var text: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
        let byte = bytes[index]
        index += 1
        // 0xC2 and above begin a multi-byte character in UTF-8.
        guard (0x80..<0xC0).contains(byte), index < bytes.endIndex else {
            text.append(byte)
            continue
        }
        let number = Int(byte & 0x3F) << 8 | Int(bytes[index])
        index += 1
        text += phrases[number % phrases.count].utf8
        text.append(UInt8(ascii: " "))
    }
    return String(decoding: text, as: UTF8.self)
}

/// Every phrase in a rule of the language.
private enum Phrases {
    static let english = all(.english)
    static let german = all(.german)

    private static func all(_ language: Language) -> [String] {
        var phrases: Set<String> = []
        for entry in language.entries {
            phrases.insert(entry.path.last!)
            if case .strings(let words) = entry.value { phrases.formUnion(words) }
        }
        return phrases.sorted()
    }
}
