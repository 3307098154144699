public import ControlProtocol
public import Dictation

/// What there is to be seen, as a value: it is told the daemon's events and the time, and
/// answers with a scene. It never asks for the time and draws nothing.
public struct OverlayModel: Sendable {
    /// A dictation whose text was typed is shown for so long.
    static let doneTime = Duration.seconds(1.6)
    /// A microphone that gives nothing but silence from the start on is suspected after this.
    static let silenceTime = Duration.seconds(2)
    /// Levels up to this are silence (−59 dBFS): less than any open microphone's noise.
    static let silentLevel = 0.02
    /// Opening a microphone takes so long at most without being worth a word.
    static let openingTime = Duration.seconds(1)

    var report: StatusReport?
    /// When recording began, if that was seen.
    var began: Instant?
    /// When the first samples came, if that is known.
    var heardSince: Instant?
    private var isSoundHeard = false
    /// The words of the utterances that are over, as far as they were shown.
    private var earlier = ""
    private var partial = ""
    /// What is being typed or was typed last, once it is known.
    var typed: String?
    var doneUntil: Instant?

    public init() {}

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
        began = now
        heardSince = nil
        // What was before is not known.
        isSoundHeard = now == nil
        (earlier, partial) = ("", "")
    }

    /// The status has the words of one utterance only; those before stay to be seen.
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

    /// Whether the text that is being typed should be asked for.
    public var wantsTypedText: Bool { report?.state == .inserting && typed == nil }

    // MARK: Answers

    /// All words of this dictation so far.
    var words: String {
        if earlier.isEmpty || partial.isEmpty { return earlier + partial }
        return "\(earlier) \(partial)"
    }

    func isSilent(at now: Instant) -> Bool {
        guard !isSoundHeard, let heardSince else { return false }
        return heardSince.advanced(by: Self.silenceTime) <= now && words.isEmpty
    }

    /// When the scene changes without an event; nil if it doesn't.
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
