import ControlProtocol
import Dictation
public import MonotonicTime
public import OverlayDrawing
import Problems

extension OverlayModel {
    /// The scene to show now; nil for none.
    public func scene(at now: Instant) -> OverlayScene? {
        guard let report else { return nil }
        switch report.state {
        case .recording: return recordingScene(report, now)
        case .processing, .inserting: return report.notice.map(Self.scene) ?? workScene(report)
        case .idle:
            if let notice = report.notice { return Self.scene(notice) }
            guard let doneUntil, now < doneUntil else { return nil }
            return Self.transcript(.done, typed ?? words, otherwise: "Inserted")
        }
    }

    private func recordingScene(_ report: StatusReport, _ now: Instant) -> OverlayScene {
        guard report.hearing else {
            let isSlow = began.map { $0.advanced(by: Self.openingTime) <= now } ?? true
            return OverlayScene(.opening, isSlow ? "Opening the microphone" : "Starting")
        }
        let time = heardSince.map { Self.clock($0.duration(to: now)) } ?? ""
        if let notice = report.notice {
            return OverlayScene(.bars, Self.sentence(notice.message), label: time)
        }
        if isSilent(at: now) {
            return OverlayScene(
                .silence, "No sound from the microphone",
                detail: "Is it muted? Is it the right one?", label: time)
        }
        // With a preroll buffer the microphone is always open; each dictation says so.
        let hint = report.microphone.preroll.map { "Listening, and for \($0) ms before" }
        if let weakness {
            return OverlayScene(
                .bars, hint ?? "Listening",
                detail: "\(Self.sentence(weakness.what)). \(weakness.remedy)", label: time)
        }
        return Self.transcript(.bars, wordsToShow, otherwise: hint ?? "Listening", label: time)
    }

    private func workScene(_ report: StatusReport) -> OverlayScene {
        let label = report.queued ? "next is queued" : ""
        if report.state == .inserting {
            return Self.transcript(.work, typed ?? words, otherwise: "Typing", label: label)
        }
        return Self.transcript(.work, wordsToShow, otherwise: "Processing", label: label)
    }

    private static func transcript(
        _ mark: OverlayScene.Mark, _ words: String, otherwise: String, label: String = ""
    ) -> OverlayScene {
        if words.isEmpty { return OverlayScene(mark, otherwise, label: label) }
        return OverlayScene(mark, words, isTranscript: true, label: label)
    }

    private static func scene(_ notice: StatusReport.Notice) -> OverlayScene {
        let mark: OverlayScene.Mark = switch notice.severity {
        case .info: .info
        case .warning: .warning
        case .error: .error
        }
        return OverlayScene(
            mark, sentence(notice.message), detail: sentence(notice.remedy))
    }

    /// With a capital at the beginning; a command that the user is to type stays as it is.
    private static func sentence(_ words: String) -> String {
        words.hasPrefix("utter ") ? words : words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Minutes and seconds, as in 1:05.
    private static func clock(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }

    /// What is spoken of a scene, for users who can't see it: never the dictated text.
    public static func announcement(of scene: OverlayScene) -> String? {
        switch scene.mark {
        case .opening: nil
        case .bars: "Listening"
        case .work: "Processing"
        case .done: "Inserted"
        case .silence, .info, .warning, .error:
            scene.detail.isEmpty ? scene.text : "\(scene.text). \(scene.detail)"
        }
    }
}
