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
        case .processing, .inserting: return report.notice.map(scene) ?? workScene(report)
        case .idle:
            if let notice = report.notice { return scene(notice) }
            guard let doneUntil, now < doneUntil else {
                // As long as the microphone is open.
                guard let wake = report.wake, wake.listening else { return nil }
                return OverlayScene(.asleep, "Say “\(wake.phrase)”", label: "asleep")
            }
            return transcript(.done, typed ?? words, otherwise: "Inserted")
        }
    }

    /// The scene of the round button: the card's mark, or that it is ready; nil while nobody may
    /// dictate.
    public func buttonScene(at now: Instant) -> OverlayScene? {
        guard let report, report.away != true else { return nil }
        let mark = scene(at: now)?.mark ?? .ready
        return OverlayScene(mark == .asleep ? .ready : mark, "")
    }

    private func recordingScene(_ report: StatusReport, _ now: Instant) -> OverlayScene {
        if report.paused == true {
            return transcript(
                .paused, wordsToShow, otherwise: "Paused", label: Self.label(report, "paused"))
        }
        guard report.hearing else {
            let isSlow = began.map { $0.advanced(by: Self.openingTime) <= now } ?? true
            return OverlayScene(.opening, isSlow ? "Opening the microphone" : "Starting")
        }
        let clock = heardSince.map { Self.clock($0.duration(to: now)) } ?? ""
        let time = Self.label(report, report.continuous == true ? "stays on" : clock)
        if let notice = report.notice {
            if showsWords, let text = notice.proposal { return page(.bars, text, notice, time) }
            return OverlayScene(
                .bars, words(of: notice).title, detail: Self.detail(words(of: notice)),
                label: time)
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
                detail: "\(weakness.what.prefix(1).uppercased())\(weakness.what.dropFirst()). "
                    + weakness.remedy, label: time)
        }
        if words.isEmpty, let keys = report.hotkey.hint {
            return OverlayScene(.bars, hint ?? "Listening", detail: keys, label: time)
        }
        return transcript(.bars, wordsToShow, otherwise: hint ?? "Listening", label: time)
    }

    private func workScene(_ report: StatusReport) -> OverlayScene {
        let label = Self.label(
            report,
            report.queued ? "next is queued" : report.continuous == true ? "stays on" : "")
        if report.state == .inserting {
            return transcript(.work, typed ?? words, otherwise: "Typing", label: label)
        }
        return transcript(.work, wordsToShow, otherwise: "Processing", label: label)
    }

    /// With the language and the profile where they aren't the usual ones, and whether it translates.
    private static func label(_ report: StatusReport, _ text: String) -> String {
        let translation = report.recognizer.translates == true ? "into English" : nil
        return [report.language, translation, report.profile, text.isEmpty ? nil : text]
            .compactMap(\.self).joined(separator: " · ")
    }

    private func transcript(
        _ mark: OverlayScene.Mark, _ words: String, otherwise: String, label: String = ""
    ) -> OverlayScene {
        if words.isEmpty || !showsWords { return OverlayScene(mark, otherwise, label: label) }
        return OverlayScene(mark, words, isTranscript: true, label: label)
    }

    /// A text that is proposed.
    private func page(
        _ mark: OverlayScene.Mark, _ text: String, _ notice: StatusReport.Notice,
        _ label: String = ""
    ) -> OverlayScene {
        OverlayScene(
            mark, text, isPage: true, detail: words(of: notice).remedy, label: label,
            buttons: actions.map(\.label))
    }

    private func scene(_ notice: StatusReport.Notice) -> OverlayScene {
        if showsWords, let text = notice.proposal { return page(.info, text, notice) }
        let mark: OverlayScene.Mark =
            switch notice.severity {
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
        let words = words(of: notice)
        return OverlayScene(
            mark, words.title, detail: Self.detail(words), buttons: actions.map(\.label))
    }

    private static func detail(_ words: NoticeWords) -> String {
        [words.cause, words.remedy].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func words(of notice: StatusReport.Notice) -> NoticeWords {
        // It quotes the user's words, while warnings and errors name files and devices.
        let hidesWords = !showsWords && notice.severity == .info
        let message = hidesWords ? notice.message.replacing(/“[^”]*”/, with: "“…”") : notice.message
        return NoticeWords(message, remedy: notice.remedy, hasButtons: !actions.isEmpty)
    }

    /// Minutes and seconds, as in 1:05.
    private static func clock(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
}
