import Dictation
import GGUF
import HTTPClient
import Testing

@testable import Models

/// The form of the catalogue's data.
struct CatalogueTests {
    @Test func thereAreThirteenModelsInFourteenFiles() {
        let all = ModelCatalogue.all
        #expect(all.count == 14)
        #expect(Set(all.map(\.name)).count == 14 && Set(all.map(\.file.name)).count == 14)
        #expect(Set(all.map(\.file.sha256)).count == 14 && Set(all.map(\.madeFrom)).count == 13)
    }

    @Test(arguments: ModelCatalogue.all)
    func eachIsWellFormed(_ model: CatalogueModel) throws {
        let file = model.file
        #expect(isHexadecimal(file.sha256, 64), "\(file.sha256)")
        #expect(isHexadecimal(file.revision, 40), "\(file.revision)")
        #expect((10_000_000...4_000_000_000).contains(file.bytes))
        #expect(model.memory > file.bytes)
        #expect(file.name.hasSuffix(".gguf") && !file.name.contains("/"))
        #expect(file.name.hasPrefix(file.repository.split(separator: "/")[1].dropLast(5)))
        #expect(model.name.allSatisfy { $0.isLowercase || $0.isNumber || "-_.".contains($0) })
        #expect(model.madeFrom.hasPrefix(model.author + "/"))
        #expect(model.licence.address.hasPrefix("https://"))
        #expect(
            file.address(at: ModelSource.standard.address)?.url
                == "https://huggingface.co/\(file.repository)/resolve/\(file.revision)/"
                + file.name)
    }

    /// As people say them, and each its own.
    @Test func theTitlesAreForPeople() {
        let titles = ModelCatalogue.all.map { ModelTitle($0.name).text }
        #expect(Set(titles).count == titles.count, "\(titles)")
        let examples = [
            "parakeet-tdt_ctc-110m": "Parakeet 110M", "parakeet-tdt-0.6b-v3": "Parakeet 0.6B v3",
            "whisper-tiny.en": "Whisper tiny.en", "canary-180m-flash": "Canary 180M flash",
        ]
        for (name, title) in examples { #expect(ModelTitle(name).text == title) }
    }

    private func isHexadecimal(_ text: String, _ count: Int) -> Bool {
        text.count == count && text.utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    }

    @Test(arguments: ModelCatalogue.all)
    func itsLanguagesAreSome(_ model: CatalogueModel) {
        #expect(!model.languages.isEmpty && Set(model.languages).count == model.languages.count)
        #expect(model.languages.allSatisfy { LanguageTag($0)?.description == $0 })
        #expect((model.languages.count == 1) == (model.languageUse == .one))
    }

    @Test(arguments: ModelCatalogue.all)
    func itsFiguresArePossible(_ model: CatalogueModel) {
        guard let figures = model.figures else { return }
        #expect((1...10).contains(figures.errors))
        #expect(figures.speed.map { (0.1...100).contains($0) } ?? true)
    }

    @Test func aModelIsFoundByItsNameAndItsFile() {
        #expect(ModelCatalogue.model(named: "whisper-base")?.author == "openai")
        #expect(ModelCatalogue.model(named: "whisper-base-Q8_0.gguf")?.name == "whisper-base")
        #expect(ModelCatalogue.model(named: "whisper") == nil)
    }

    @Test(arguments: [("en-GB", true), ("de", true), ("nb", true), ("nn", false), ("ca", false)])
    func regionsMakeNoDifference(_ tag: String, _ isSupported: Bool) throws {
        let model = try #require(
            ModelCatalogue.model(named: "nemotron-3.5-asr-streaming-0.6b-q4"))
        #expect(model.supports(try #require(LanguageTag(tag))) == isSupported)
    }

    @Test func norwegianHasTwoNames() throws {
        let model = try #require(ModelCatalogue.model(named: "whisper-base"))
        #expect(model.supports(try #require(LanguageTag("nb-NO"))))
    }
}
