import CPocketSphinx
import Testing

@testable import RecognizerPocketSphinx

/// The options as they are written down, against the library's own list.
@Suite struct DecoderOptionTests {
    @Test func knowsTheOptionsOfTheLibrary() throws {
        var kinds: [String: DecoderOption.Kind] = [:]
        // An array that ends with a NULL name and lives as long as the library.
        var argument = try #require(ps_args())
        while let name = argument.pointee.name {
            kinds[String(String(cString: name).dropFirst())] =
                switch argument.pointee.type & ~ARG_REQUIRED {
                case ARG_INTEGER: .wholeNumber
                case ARG_FLOATING: .number
                case ARG_BOOLEAN: .yesOrNo
                default: .text
                }
            argument += 1
        }
        #expect(kinds.count > 100)
        #expect(DecoderOption.kinds == kinds)
    }
}
