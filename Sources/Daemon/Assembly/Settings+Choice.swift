public import Dictation
import DictationParts
import EngineRegistry
import LinuxRuntime
package import Problems
public import Settings
import SpeechEngines

extension Settings {
    /// The settings for a dictation: the requested profile's, or those for the window, in the
    /// requested language.
    ///
    /// - Parameter layout: the language of the active keyboard layout, if known.
    public func resolved(
        for window: DesktopWindow?, choice: DictationOverrides, layout: LanguageTag? = nil
    ) -> (settings: Settings, profile: String?) {
        let (settings, profile) = resolved(for: window, profile: choice.profile)
        let wanted = choice.language ?? settings.recognizer.language
        if wanted == Settings.layoutLanguage {
            return (layout.map { settings.with(language: $0.description) } ?? settings, profile)
        }
        return (choice.language.map { settings.with(language: $0) } ?? settings, profile)
    }

    /// Why overrides can't be used: there is no such profile, or its recogniser does not support
    /// the language.
    ///
    /// - Parameter models: whether to look for the language's model, which reads folders.
    @EventLoopActor
    package func problem(with choice: DictationOverrides, models: Bool = true) -> Problem? {
        if let name = choice.profile, profile(named: name) == nil {
            let names = profiles.map(\.name)
            // The name comes from outside and is printed in a terminal.
            let shown = TypableText(cleaning: name, lineBreaks: .space).string
            let meant = Spelling.question(Spelling.nearest(to: name, among: names))
            return Problem(
                "there is no profile “\(shown)”\(meant)",
                why: names.isEmpty
                    ? "the configuration has none" : "there is \(names.joined(separator: ", "))")
        }
        guard models, choice.language != nil || choice.model != nil else { return nil }
        let settings = resolved(for: nil, choice: choice).settings
        do {
            if let name = choice.model {
                let (engine, model) = try SpeechModels().find(name)
                if let problem = model.problem { return problem }
                if let language = choice.language.flatMap({ LanguageTag($0) }),
                    !model.understands(language)
                {
                    return Problem(
                        "“\(model.name)” doesn’t understand \(language)",
                        why: "it understands \(model.languageList)")
                }
                try engine.makeRecognizer(loading: model, settings).close()
            } else {
                try Registry.recognizer(settings).close()
            }
            return nil
        } catch let problem as Problem {
            return problem
        } catch {
            return Problem("cannot dictate in that language", why: "\(error)")
        }
    }
}
