import Dictation
import TestSupport
import Testing

struct SampleTextTests {
    @Test(arguments: SampleText.all) func isAsLongAsItSays(text: SampleText) {
        #expect(text.string.unicodeScalars.count == SampleText.length)
        // What the sinks get is what is expected back.
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
