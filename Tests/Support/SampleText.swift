public import Dictation
internal import SystemPackage
public import Testing

/// A text of 2,000 code points, always the same, made from a list of words.
public struct SampleText: Sendable, CustomTestStringConvertible {
    public let name: String
    public let string: String

    public static let length = 2_000

    public static let english = SampleText("english")
    /// European languages with usual punctuation and letters: “quotes”, —, €, ß, ő, ğ.
    public static let european = SampleText("european")
    /// Cyrillic, Greek, Chinese, Japanese, Korean; emoji with joiners and skin tones; sequences
    /// with combining marks, some of which have a composed form that they must not be changed to.
    public static let world = SampleText("world")

    public static let all = [english, european, world]

    public var typable: TypableText { TypableText(cleaning: string, lineBreaks: .keep) }
    public var testDescription: String { name }

    /// - Parameter name: the name of a list in the directory `Tests/Typing/words`.
    ///   `Benchmarks/typing` makes the same text from it.
    private init(_ name: String) {
        let words = try! Self.list("../Typing/words/\(name).txt").split(separator: "\n")
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

    /// - Parameter path: relative to this file's directory.
    private static func list(_ path: String) throws -> String {
        let file = try FileDescriptor.open(
            FilePath(#filePath).removingLastComponent().appending(path), .readOnly)
        return try file.closeAfter {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
            return String(decoding: bytes[..<count], as: UTF8.self)
        }
    }
}
