import Dictation
import TextProcessing

/// What libFuzzer calls with input after input: words, and what stands before them. It traps where
/// text processing does, or where what is made could command a window.
///
/// The first two bytes are options. Then words follow: a byte from 0x80 on and the next one are a
/// phrase that the rules know; all else is text, in which a line feed ends an utterance and U+0001
/// begins what stands before the cursor, a pattern, or a model's answer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // The bytes are libFuzzer's for the time of this call.
    let input = UnsafeBufferPointer(start: start, count: count)
    guard count > 2 else { return 0 }
    let isGerman = input[0] & 1 != 0
    let parts = words(input.dropFirst(2), isGerman ? Phrases.german : Phrases.english)
        .split(separator: "\u{1}", omittingEmptySubsequences: false).map(String.init)
    var options = TextOptions()
    options.language = isGerman ? .german : .english
    options.numbers = NumberStyle.allCases[Int(input[0] >> 1 & 3) % NumberStyle.allCases.count]
    options.capitalizes = input[0] & 8 == 0
    options.plainMarks = input[0] & 16 != 0
    options.obeysSpokenMarks = input[0] & 32 == 0
    options.leavesOutFillers = input[0] & 64 == 0
    options.leavesOutRepetitions = input[0] & 128 == 0
    if input[1] & 1 != 0 { options.keys = Set(EditingKey.allCases) }
    if parts.count > 2, let pattern = try? TextPattern(parts[2]) {
        options.replacements = [
            TextReplacement(.pattern(pattern), text: "<$1$9$>"),
            TextReplacement(.phrase("one two"), text: "comma"),
        ]
    }
    let context = parts.count > 1 && input[1] & 2 != 0 ? TextContext.before(parts[1]) : .unknown
    let transcript = Transcript(parts[0].split(whereSeparator: \.isNewline).map(String.init))
    let processor = TextProcessor(options)
    let text = processor.compose(transcript, after: context)
    check(text)
    precondition(processor.compose(transcript, after: context) == text, "not the same twice")
    let last = processor.stages(transcript, after: context).last?.text
    precondition(last == text.text, "the stages end in another text")
    judge(text.text, parts.count > 3 ? parts[3] : parts.last!, options.language)
    return 0
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

/// What is taken of a model's answer has no line or control character of its own.
private func judge(_ text: String, _ answer: String, _ language: Language) {
    let text = TypableText(cleaning: text, lineBreaks: .keep).string
    precondition(
        text.isEmpty || (try? CleanupCheck(language).accepted(text, for: text)) != nil
            || text.contains { $0.isWhitespace && $0 != " " }
            || text.allSatisfy(\.isWhitespace), "a text is not taken for itself")
    guard let taken = try? CleanupCheck(language).accepted(answer, for: text) else { return }
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
        // 0xC2 and on begin a character of more bytes in UTF-8.
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

/// Every phrase that a rule of the language knows.
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
