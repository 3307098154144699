import Dictation
import Testing

struct LayoutLanguageTests {
    @Test(arguments: [
        ("German", "de"), ("German (Austria)", "de-AT"), ("German (no dead keys)", "de"),
        ("German (Switzerland, legacy)", "de-CH"), ("English (US)", "en-US"),
        ("English (UK, intl., with dead keys)", "en-GB"), ("English (Dvorak)", "en"),
        ("Portuguese (Brazil)", "pt-BR"), ("Russian", "ru"), ("Belgian", nil), ("Braille", nil),
        ("", nil),
    ])
    func isInTheLayoutsName(_ layout: String, _ language: String?) {
        #expect(LayoutLanguage.tag(of: layout)?.description == language)
    }

    @Test(arguments: [
        ("de", "German"), ("de-AT", "German"), ("en-US", "English"), ("tlh", "tlh"),
        ("no", "Norwegian"), ("nb-NO", "Norwegian Bokmål"), ("nn", "Norwegian Nynorsk"),
    ])
    func aLanguageHasItsNameForPeople(_ tag: String, _ title: String) {
        #expect(LanguageTag(tag)?.title == title)
    }
}
