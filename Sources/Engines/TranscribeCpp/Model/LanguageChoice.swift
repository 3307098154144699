package import Dictation
package import GGUF
package import Problems

/// Which language a model is told.
package enum LanguageChoice {
    /// - Throws: a problem if the model can't write in English what is said in another language.
    package static func checkTranslation(
        by header: GGUFHeader, of model: TranscribeCppModel
    ) throws(Problem) {
        guard !header.translates else { return }
        throw Problem(
            "the speech model “\(model.path)” can't translate",
            why: "only Whisper models that know several languages do",
            remedy: "Choose one, such as Whisper base; “utter models” lists them. Or switch it off:"
                + " utter config set recognizer.translate false")
    }

    /// The model's own form of a dictation's language; nil if it is told none.
    ///
    /// - Throws: a problem if the model must be told and isn't, or lacks the language: it would
    ///   translate, or write nonsense.
    package static func choose(
        _ wanted: LanguageTag?, of header: GGUFHeader,
        for model: TranscribeCppModel
    ) throws(Problem) -> String? {
        // A model that doesn't name its languages, or not by their codes, may have any.
        let languages = header.languages.filter { LanguageTag($0) != nil }
        guard !languages.isEmpty else { return nil }
        guard let wanted else {
            guard header.languageUse == .told else { return nil }
            throw Problem(
                "cannot recognise with the speech model “\(model.path)”",
                why: "it must be given the language, and none is set",
                remedy: "Choose one, such as: utter config set recognizer.language \(languages[0])")
        }
        let other = otherNames[wanted.language].flatMap { LanguageTag($0) }
        let fitting =
            best(of: languages, for: wanted)
            ?? other.flatMap { best(of: languages, for: $0) }
        guard let fitting else {
            throw Problem(
                "cannot recognise “\(wanted)” with the speech model “\(model.path)”",
                why: "it understands \(listing(languages))",
                remedy: "Choose a model of that language; “utter models” lists them.")
        }
        switch header.languageUse {
        case .told, .optional: return fitting
        case .one, .detects: return nil
        }
    }

    /// The form that fits best. Without a region the language's own country's (`de-DE`), else the
    /// first, which is the model's most important.
    private static func best(of languages: [String], for wanted: LanguageTag) -> String? {
        var best: (form: String, points: Int)?
        for form in languages {
            guard let tag = LanguageTag(form), let fitness = tag.fitness(for: wanted) else {
                continue
            }
            let isHome = tag.region == tag.language.uppercased()
            let points = 2 * fitness + (isHome ? 1 : 0)
            if points > best?.points ?? 0 { best = (form, points) }
        }
        return best?.form
    }

    /// Languages with two codes, of which models have either.
    private static let otherNames = [
        "nb": "no", "no": "nb", "he": "iw", "iw": "he", "jv": "jw", "fil": "tl",
    ]

    private static func listing(_ languages: [String]) -> String {
        let shown = languages.prefix(8).joined(separator: ", ")
        return languages.count > 8 ? "\(shown) and \(languages.count - 8) more" : shown
    }
}
