public import ControlProtocol
import Dictation
public import MonotonicTime
import Problems

/// The overlay's state, as a value: it takes the daemon's events and the time, and returns a scene.
/// It reads no clock and draws nothing.
public struct OverlayModel: Sendable {
    /// How long a dictation stays on the card after its text was typed.
    static let doneTime = Duration.seconds(1.6)
    /// After this time of nothing but silence the microphone is suspected.
    static let silenceTime = Duration.seconds(2)
    /// Levels up to this are silence (−59 dBFS): lower than the noise of any open microphone.
    static let silentLevel = 0.02
    /// Opening a microphone is shown in words only if it takes longer than this.
    static let openingTime = Duration.seconds(1)

    /// Whether dictated text is shown.
    let showsWords: Bool
    var report: StatusReport?
    /// When recording began, if its beginning was seen.
    var began: Instant?
    /// When the first samples arrived, if that is known.
    var heardSince: Instant?
    private var isSoundHeard = false
    /// How many dictations were seen.
    private var dictations = 0
    /// The words of finished utterances that were shown.
    private var earlier = ""
    private var partial = ""
    /// The text that is being typed or was typed last, once it is known.
    var typed: String?
    var doneUntil: Instant?

    public init(showsWords: Bool = true) {
        self.showsWords = showsWords
    }

    // MARK: Events

    /// Takes the daemon's status.
    public mutating func take(_ report: StatusReport, at now: Instant) {
        let old = self.report
        self.report = report
        if report.state == .recording, old?.state != .recording {
            begin(at: old == nil ? nil : now)
        }
        if report.hearing, old?.hearing != true {
            heardSince = report.heardSince.map { Instant(nanoseconds: $0 * 1_000_000) }
        }
        note(report.partial ?? "", isNew: old?.state != .recording && old?.state != .processing)
        if report.state == .inserting, old?.state != .inserting { typed = nil }
        if report.state == .idle, old?.state == .inserting, report.notice == old?.notice {
            doneUntil = now.advanced(by: Self.doneTime)
        }
        if report.state != .idle { doneUntil = nil }
    }

    private mutating func begin(at now: Instant?) {
        dictations += 1
        began = now
        heardSince = nil
        // Without a time of the first samples, sound may have been heard before.
        isSoundHeard = now == nil
        (earlier, partial) = ("", "")
    }

    /// The status has only the words of the current utterance; earlier ones stay on the card.
    private mutating func note(_ words: String, isNew: Bool) {
        if words.isEmpty, !partial.isEmpty, !isNew {
            earlier = earlier.isEmpty ? partial : "\(earlier) \(partial)"
        }
        partial = words
    }

    /// Takes an audio level from 0 to 1.
    public mutating func hear(_ level: Double) {
        if level > Self.silentLevel { isSoundHeard = true }
    }

    /// Takes the text that is being typed.
    public mutating func take(typed text: String) {
        typed = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Whether to ask the daemon for the text that is being typed.
    public var wantsTypedText: Bool { showsWords && report?.state == .inserting && typed == nil }

    // MARK: Answers

    /// All words of this dictation so far.
    var words: String {
        if earlier.isEmpty || partial.isEmpty { return earlier + partial }
        return "\(earlier) \(partial)"
    }

    /// The words of this dictation that the document doesn't show.
    var wordsToShow: String { report?.marked == true ? "" : words }

    /// The actions of the notice's buttons. A text that was not typed in its place has some, as do
    /// a proposed text and a part that can't work.
    var actions: [Notice.Action] {
        (report?.notice?.actions ?? []).filter { $0 != .learn }
    }

    /// The weakness of the engine that users must know about, for the first card and until the
    /// first word. It is shown once: later it would be in the way.
    var weakness: Problem? {
        dictations == 1 && words.isEmpty ? report?.recognizer.weakness : nil
    }

    func isSilent(at now: Instant) -> Bool {
        guard !isSoundHeard, let heardSince else { return false }
        return heardSince.advanced(by: Self.silenceTime) <= now && words.isEmpty
    }

    /// When the scene changes without an event; nil if never.
    public func nextChange(after now: Instant) -> Instant? {
        var times: [Instant?] = [doneUntil]
        if report?.state == .recording {
            times.append(began?.advanced(by: Self.openingTime))
            times.append(heardSince?.advanced(by: Self.silenceTime))
            if let heardSince {
                let seconds = heardSince.duration(to: now).components.seconds
                times.append(heardSince.advanced(by: .seconds(seconds + 1)))
            }
        }
        return times.compactMap { $0 }.filter { $0 > now }.min()
    }
}
