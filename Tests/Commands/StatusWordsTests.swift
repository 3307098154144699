import ControlProtocol
import Testing

@testable import UtterCommands

/// The line that `utter status` prints.
struct StatusWordsTests {
    private func words(_ notice: StatusReport.Notice) -> String {
        StatusCommand.words(
            StatusReport(
                state: .idle, notice: notice,
                recognizer: .init(
                    name: "transcribe-cpp", title: "Whisper tiny.en", state: .ready,
                    reason: "the first with a model for en"),
                microphone: .init(name: "default"), version: "1"))
    }

    private let model = "; Whisper tiny.en recognises"

    /// A message that announces a list says nothing without it.
    @Test func whatCanBeSaidIsListed() {
        let help = StatusReport.Notice(
            severity: .info, message: "You can say (page 1 of 6)",
            remedy: "“delete that”\n“undo”\n“new line”")
        #expect(
            words(help)
                == "idle\(model); You can say (page 1 of 6): “delete that”, “undo”, “new line”")
    }

    @Test func aRemedyIsTheDoctorsBusiness() {
        let notice = StatusReport.Notice(
            severity: .warning, message: "No speech detected", remedy: "Speak up.")
        #expect(words(notice) == "idle\(model); No speech detected")
    }
}
