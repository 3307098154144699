import ControlProtocol
import Dictation
import DictationParts
import History
import LinuxRuntime
import Problems
import RecognizerRouting
import Session

// The parts' own values in the form of the control protocol.

extension StatusReport {
    /// One line for `systemctl status`; contains no dictated text.
    var line: String {
        switch recognizer.state {
        case .loading: return "Loading the engine's model"
        case .failed: return "The engine failed"
        case .ready: break
        }
        switch state {
        case .idle: return wake?.listening == true ? "Listening for the wake phrase" : "Ready"
        case .recording: return hearing ? "Recording" : "Opening the microphone"
        case .processing: return "Processing"
        case .inserting: return "Typing"
        }
    }
}

extension StatusReport.State {
    init(_ state: DictationState) {
        self =
            switch state {
            case .idle: .idle
            case .recording: .recording
            case .processing: .processing
            case .inserting: .inserting
            }
    }
}

extension StatusReport.Notice {
    init(_ notice: Dictation.Notice) {
        let severity: Severity =
            switch notice.severity {
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
        self.init(
            severity: severity, message: notice.message, remedy: notice.remedy,
            actions: notice.actions, proposal: notice.proposal)
    }
}

extension StatusReport.Recognizer {
    /// - Parameters:
    ///   - title: its name for people.
    ///   - reason: why it is this engine; nil if the configuration names it.
    ///   - weakness: what users must know of its words.
    ///   - translates: whether they are English, whatever is spoken.
    init(
        _ name: String, title: String?, _ state: RecognizerRouter.State, reason: String?,
        weakness: Problem?, translates: Bool
    ) {
        self.init(
            name: name, title: title, state: .ready, reason: reason, weakness: weakness,
            translates: translates)
        switch state {
        case .loading: self.state = .loading
        case .ready: break
        case .failed(let problem): (self.state, self.problem) = (.failed, problem)
        }
    }
}

extension StatusReport.Microphone {
    @EventLoopActor
    init(_ audio: any AudioSource) {
        switch audio.idleMode {
        case .closed: self.init(name: audio.name)
        case .open: self.init(name: audio.name, staysOpen: true)
        case .listening(let time):
            self.init(name: audio.name, staysOpen: true, preroll: time)
        }
    }
}

extension StatusReport.Timing {
    init(_ timing: DictationTiming) {
        self.init(
            reaction: DictationTiming.between(timing.started, timing.capturing),
            opening: DictationTiming.between(timing.started, timing.hearing),
            context: DictationTiming.between(timing.started, timing.contextKnown),
            audioEnd: DictationTiming.between(timing.stopped, timing.captureEnded),
            decoding: DictationTiming.between(timing.captureEnded, timing.recognized),
            text: DictationTiming.between(timing.recognized, timing.composed),
            typing: DictationTiming.between(timing.composed, timing.inserted),
            total: DictationTiming.between(timing.stopped, timing.inserted),
            characters: timing.characters, confirmed: timing.confirmed)
    }
}

extension DictationHistory.Entry {
    /// The form of `utter last`.
    ///
    /// - Parameters:
    ///   - number: the user's for it.
    ///   - recording: the file with its sound.
    func shown(number: Int, recording: String?) -> TranscriptRecord {
        // The recogniser's words may be printed in a terminal.
        let raw = TypableText(cleaning: record.transcript.text, lineBreaks: .space).string
        return TranscriptRecord(
            number: number, time: time, raw: raw, text: record.text ?? raw,
            inserted: record.rest.isEmpty, recording: recording)
    }
}
