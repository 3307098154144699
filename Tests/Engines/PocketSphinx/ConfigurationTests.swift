import PocketSphinxModel
import Problems
import RecognizerPocketSphinx
import SystemPackage
import Testing

struct PocketSphinxConfigurationTests {
    /// The folder also has an acoustic model, which comes before the language model by name.
    @Test func findsTheLanguageModelOfAFolder() throws {
        let standard = PocketSphinxConfiguration.standard
        let folder = try #require(
            PocketSphinxFolder(standard.languageModel.removingLastComponent()))
        #expect(folder.model == standard.model)
        #expect(folder.dictionary == standard.dictionary)
        #expect(folder.languageModel == standard.languageModel)
    }

    @Test func addsOptionsToTheDefaults() throws {
        let configuration = try PocketSphinxConfiguration(
            options: ["-maxhmmpf": "3000", "lw": "6.5", "bestpath": "no"])
        let chosen = ["maxhmmpf": "3000", "lw": "6.5", "bestpath": "no"]
        #expect(
            configuration.options
                == PocketSphinxConfiguration.defaultOptions.merging(chosen) { $1 })
    }

    @Test(arguments: [
        ("maxhmpf", "3000", "Did you mean “maxhmmpf”?"),
        ("fwdflt", "no", "Did you mean “fwdflat”?"),
        ("colour", "red", "pocketsphinx_continuous(1)"),
        ("maxhmmpf", "many", "“many” is not a whole number"),
        ("maxhmmpf", "30.5", "“30.5” is not a whole number"),
        ("lw", "heavy", "“heavy” is not a number"),
        ("fwdflat", "nope", "“nope” is not yes or no"),
        ("hmm", "/tmp", "its own setting"),
        ("jsgf", "/tmp/x", "decoded with a language model"),
        ("samprate", "8000", "16000 samples a second"),
        ("latsize", "5000", "room for the longest utterance"),
    ])
    func refusesAWrongOption(_ name: String, _ value: String, _ told: String) {
        let error = #expect(throws: Problem.self) {
            try PocketSphinxConfiguration(options: [name: value])
        }
        #expect(error?.what.contains("“\(name)”") == true)
        #expect(error?.description.contains(told) == true)
    }

    @Test(arguments: [
        ("/usr/share/pocketsphinx/model/en-us/en-us", "en-US"),
        ("/home/me/models/de", "de"),
        ("/home/me/models/pt_br/", "pt-BR"),
        ("/home/me/models/fr-fr/acoustic", "fr-FR"),
        ("/home/me/models/cmusphinx-ru-5.2", "und"),
    ])
    func knowsTheLanguageFromTheDirectory(_ path: String, _ tag: String) throws {
        #expect(try PocketSphinxConfiguration(model: FilePath(path)).locale == tag)
    }
}
