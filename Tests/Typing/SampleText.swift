import Dictation
import Foundation
import Testing

/// A text of 2,000 code points, the same each time, drawn from a list of words.
struct SampleText: Sendable, CustomTestStringConvertible {
    let name: String
    let string: String

    static let length = 2_000

    static let english = SampleText("english")
    /// European languages with what their typists expect: “quotes”, —, €, ß, ő, ğ.
    static let european = SampleText("european")
    /// Cyrillic, Greek, Chinese, Japanese, Korean; emoji with joiners and skin tones; sequences
    /// with combining marks, some of which have a composed form that they must not become.
    static let world = SampleText("world")

    static let all = [english, european, world]

    var typable: TypableText { TypableText(cleaning: string, lineBreaks: .keep) }
    var testDescription: String { name }

    /// - Parameter name: that of a list in the directory `words`. `Benchmarks/typing` draws the
    ///   same text from it.
    private init(_ name: String) {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "words/\(name).txt")
        let words = try! String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        var scalars = String.UnicodeScalarView()
        var random: UInt64 = 1
        while scalars.count < Self.length {
            // Knuth's MMIX generator; its low bits are poor.
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let word = words[Int(random >> 33) % words.count].unicodeScalars
            if scalars.count + word.count + 1 > Self.length {
                scalars += repeatElement(".", count: Self.length - scalars.count)
            } else {
                scalars += word
                scalars.append(" ")
            }
        }
        self.name = name
        string = String(scalars)
    }
}

struct SampleTextTests {
    @Test(arguments: SampleText.all) func isAsLongAsItSays(text: SampleText) {
        #expect(text.string.unicodeScalars.count == SampleText.length)
        // What the sinks are given is what is expected back.
        #expect(text.typable.string.unicodeScalars.elementsEqual(text.string.unicodeScalars))
    }

    @Test func hasWhatIsHard() {
        for hard in "“”—€ßőğ".unicodeScalars {
            #expect(SampleText.european.string.unicodeScalars.contains(hard), "\(hard)")
        }
        // A joiner, skin tones, combining marks, a plane beyond the first, and symbols on which
        // programs disagree (KeySymbol).
        for hard in "\u{200D}\u{1F3FB}\u{1F3FF}\u{301}\u{308}\u{20BB7}「≡‰▲".unicodeScalars {
            #expect(SampleText.world.string.unicodeScalars.contains(hard), "\(hard)")
        }
    }
}
