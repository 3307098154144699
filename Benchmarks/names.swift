// names [WORD…]
//
// For each line of standard input, a text and what stands before it, with a tab in between, the prompt of
// a second run with the words of the user's; empty if there is none. With the text of that run as a third
// part, the text with its names.
import SpeechSegments

let sounding = SoundingNames(Array(CommandLine.arguments.dropFirst()), ordinary: [])
while let line = readLine() {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    let words = SegmentWord.words(of: parts[0])
    let context = parts[1].isEmpty ? nil : parts[1]
    let own = sounding?.names(in: words) ?? []
    let names = PromptedNames(of: context, and: own, for: words)
    if parts.count == 2 {
        print(names?.prompt ?? "")
    } else {
        print((names?.put(from: SegmentWord.words(of: parts[2])) ?? words).text)
    }
}
