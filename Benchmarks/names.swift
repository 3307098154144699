// names ORDINARY
//
// For each line of standard input, a text, what stands before it, and the names that may be meant, with
// commas in between, all three with tabs in between: the prompt of a second run; empty if there is none.
// With the text of that run as a fourth part, the text with its names. ORDINARY is a file with words that
// are no names, one a line.
import Foundation
import SpeechSegments

let list = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
let ordinary = Set(list.split(separator: "\n").map(String.init))
while let line = readLine() {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    let words = SegmentWord.words(of: parts[0])
    let context = parts[1].isEmpty ? nil : parts[1]
    let sounding = SoundingNames(
        parts[2].split(separator: ",").map(String.init), ordinary: ordinary)
    let names = PromptedNames(of: context, and: sounding?.names(in: words) ?? [], for: words)
    if parts.count == 3 {
        print(names?.prompt ?? "")
    } else {
        print((names?.put(from: SegmentWord.words(of: parts[3])) ?? words).text)
    }
}
