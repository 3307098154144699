import Dictation
import Problems
import RecognizerVosk
import SystemPackage
import TestSupport
import Testing
import VoskFiles

struct VoskModelTests {
    @Test(arguments: [
        ("vosk-model-small-en-us-0.15", "en-US"), ("vosk-model-en-us-0.42-gigaspeech", "en-US"),
        ("vosk-model-small-en-in-0.4", "en-IN"), ("vosk-model-de-0.21", "de"),
        ("vosk-model-de-tuda-0.6-900k", "de"), ("vosk-model-fr-0.6-linto-2.2.0", "fr"),
        ("vosk-model-small-cn-0.22", "zh"), ("vosk-model-small-uk-v3-nano", "uk"),
        ("vosk-model-small-vn-0.4", "vi"), ("vosk-model-small-kz-0.15", "kk"),
        ("vosk-model-el-gr-0.7", "el-GR"), ("vosk-model-tl-ph-generic-0.6", "tl-PH"),
        ("vosk-model-small-eo-0.42", "eo"), ("de", "de"), ("pt-BR", "pt-BR"),
    ])
    func hasItsLanguageFromItsName(_ name: String, _ language: String) {
        #expect(VoskModel(FilePath("/models/\(name)")).language?.description == language)
    }

    @Test(arguments: ["vosk-model-spk-0.4", "vosk-model", "german", "0.15", "a"])
    func hasNoLanguageWithoutOne(_ name: String) {
        #expect(VoskModel(FilePath("/models/\(name)")).language == nil)
    }

    @Test func aFolderIsAModelWithItsParts() throws {
        let model = try ToneModel()
        #expect(VoskModel(FilePath(model.path)).problem == nil)
        #expect(VoskModel.isModel(FilePath(model.path)))
        #expect(!VoskModel.isModel(FilePath(model.path).appending("conf")))
        let missing = VoskModel("/no/such/vosk-model-de").problem
        #expect(missing?.what == "there is no speech model “/no/such/vosk-model-de”")
        let file = VoskModel(FilePath(model.path).appending("conf/mfcc.conf")).problem
        #expect(file?.why == "it isn't a folder; unpack the archive")
    }

    /// The layout of the small models, whose graph is composed at run time.
    @Test func aGraphInTwoPartsNeedsBoth() throws {
        let model = try ToneModel()
        try model.remove("graph/HCLG.fst")
        let graph: [UInt8] = [0xD6, 0xFD, 0xB2, 0x7E, 0]
        try model.write(graph, to: "graph/HCLr.fst")
        #expect(VoskModel(FilePath(model.path)).problem?.why.contains("Gr.fst") == true)
        try model.write(graph, to: "graph/Gr.fst")
        #expect(VoskModel(FilePath(model.path)).problem?.why.contains("disambig_tid.int") == true)
        try model.write("1\n", to: "graph/disambig_tid.int")
        #expect(VoskModel(FilePath(model.path)).problem == nil)
    }
}
