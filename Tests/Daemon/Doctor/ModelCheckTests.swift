import Doctor
import LinuxRuntime
import Settings
import SpeechEngines
import SystemPackage
import TestSupport
import Testing

/// The checks of models that no engine has to load.
@Suite(.runningLoop)
struct ModelCheckTests {
    @EventLoopActor
    private func findings(on name: String) async throws -> [Finding] {
        let folder = try ScratchDirectory("utter-model")
        try folder.write("GGUF\u{3}\0\0\0", to: name)
        let model = SpeechModel(
            engine: "none", path: FilePath(folder.path(name)), languages: []
        ) { nil }
        return await ModelCheck(model, Settings()).run()
    }

    @EventLoopActor @Test func aFileOfTheCatalogueIsComparedWithIt() async throws {
        let findings = try await findings(on: "whisper-base-Q8_0.gguf")
        #expect(findings.map(\.grade) == [.failure])
        #expect(findings.first?.message.contains("8 bytes instead of 84962880") == true)
        #expect(findings.first?.remedy.contains("utter models install whisper-base") == true)
    }

    @EventLoopActor @Test func ofAnotherNothingIsKnown() async throws {
        let findings = try await findings(on: "own.gguf")
        #expect(findings.map(\.grade) == [.good])
        #expect(findings.first?.message.hasPrefix("no checksums are known") == true)
    }
}
