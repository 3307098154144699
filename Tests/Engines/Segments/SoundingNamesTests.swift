import SpeechSegments
import Testing

struct SoundingNamesTests {
    private func names(
        _ names: [String], in words: String, ordinary: Set<String> = []
    ) -> [String] {
        SoundingNames(names, ordinary: ordinary)?.names(in: SegmentWord.words(of: words)) ?? []
    }

    @Test(arguments: [
        ("Kowalczyk", "Cowell Chick said the train was late again."),
        ("Siobhan", "Please send the agenda to shave on before noon."),
        ("Kubernetes", "The Cabernet's cluster was down."),
        ("Grafana", "There is a new panel in graph on a form memory."),
        ("Bjarne", "I asked by Arne about the old design."), ("Szymon", "Tell Shemoan."),
        ("macchiato", "The Mackie Ato was cold."), ("kubectl", "I ran cube cuttle."),
        ("Terraform", "I changed the-treeform files."), ("Łukasz", "I saw Lucash."),
        ("Großmann", "I met gross man."), ("Sørensen", "The house of soaring sen."),
        ("Visual Studio Code", "I like visuals to the oak code."),
    ])
    func aNameIsFoundWhereItSoundsAlike(_ name: String, _ words: String) {
        let others = ["Ansible", "Schopenhauer", "Tchaikovsky"]
        #expect(names([name] + others, in: words) == [name])
    }

    @Test func aNameThatWasHeardIsNotSoughtAgain() {
        #expect(names(["Siobhan"], in: "I met Siobhan’s brother and shave on Sunday.") == [])
        #expect(names(["Git Lab"], in: "It is on git lab.") == [])
        #expect(names(["GitLab"], in: "It is on git lab.") == ["GitLab"])
    }

    @Test func onlyAFewNamesAreTold() {
        let alike = ["Meier", "Meyer", "Maier", "Mayer", "Mayr", "Meir", "Myer"]
        #expect(names(alike, in: "The dog of my ear barked.").count == 5)
        #expect(
            names(["Tauri", "Toradora", "Torre"], in: "We moved to Tory in May").first == "Tauri")
    }

    /// It would change ordinary speech, as would a name of few sounds.
    @Test func ordinaryAndShortWordsAreNotSought() {
        #expect(SoundingNames(["baker"], ordinary: ["baker"]) == nil)
        #expect(names(["Baker", "Okonkwo"], in: "the backer", ordinary: ["baker"]) == [])
        #expect(names(["Anna Baker"], in: "on a backer", ordinary: ["baker"]) == ["Anna Baker"])
        #expect(SoundingNames(["Eva", "Qt", "", "’s"], ordinary: []) == nil)
    }

    @Test func otherScriptsAreCompared() {
        #expect(names(["Кубернетес"], in: "кластер кубернетис") == ["Кубернетес"])
        #expect(names(["Siobhan"], in: "日本語の文") == [])
        #expect(names(["Siobhan"], in: "") == [])
    }
}
