public import MonotonicTime

/// The announcements of a dictation: a value that is shown each change and answers with the
/// sentence for it. The announcements need no eyes: each problem comes with its remedy, settings
/// and commands by their names.
public struct AnnouncementScript: Sendable {
    public var detail: AnnouncedDetail
    private var last = DictationDisplay()
    /// The text that the user asked to hear.
    private var requested: Announcement?
    /// A notice that came up while a text was being typed, or the user spoke.
    private var held: Notice?
    /// When the microphone began to give nothing but silence.
    private var silenceStart: Instant?
    private var hasReportedSilence = false
    /// The phrase that is listened for, when nothing is dictated.
    private var phrase: String?
    private var hasSaidPhrase = false
    /// Whether the user knows that the microphone is open.
    private var hasSaidListening = false

    /// After this time of nothing but silence the microphone is suspected.
    private static let silenceTime = Duration.seconds(2)
    /// Levels up to this are silence (−59 dBFS): lower than the noise of any open microphone.
    private static let silentLevel: Float = 0.02

    public init(_ detail: AnnouncedDetail) { self.detail = detail }

    /// The user asked for the last text. It is said when its dictation has ended.
    public mutating func readBack(_ text: String, language: String?) {
        requested = Announcement(text, language: language)
    }

    /// Returns the announcement of a change; nil for none.
    ///
    /// - Parameters:
    ///   - phrase: the phrase that begins the next dictation, if one is listened for.
    ///   - typed: the text that has just been typed, and its language.
    public mutating func announcement(
        of display: DictationDisplay, listeningFor phrase: String? = nil,
        typed: () -> (text: String, language: String?)?
    ) -> Announcement? {
        let isAsleep = phrase != nil && display.state == .idle
        let fellAsleep = isAsleep && (self.phrase != phrase || last.state != .idle)
        self.phrase = phrase
        let news = self.news(of: display, typed: typed)
        guard fellAsleep, detail != .off, let phrase else { return news }
        let state = hasSaidPhrase ? "Asleep." : "Asleep. Say \(phrase) to dictate."
        hasSaidPhrase = true
        guard let news else { return Announcement(state) }
        // A text in another language stays by itself.
        guard news.language == nil else { return news }
        let end = news.text.last.map { ".?!".contains($0) } == true ? " " : ". "
        return Announcement(news.text + end + state, news.urgency)
    }

    private mutating func news(
        of display: DictationDisplay, typed: () -> (text: String, language: String?)?
    ) -> Announcement? {
        defer { last = display }
        if display.state == .idle || display.isPaused { hasSaidListening = false }
        if display.state == .recording, last.state != .recording {
            (silenceStart, hasReportedSilence) = (nil, false)
        }
        // A dictation that stays on listens again at once.
        let isRenewed =
            display.state == .recording && display.staysOn
            && (last.state == .processing || last.state == .inserting)
        if display.state == .idle || isRenewed, let text = requested {
            requested = nil
            // Its notice says only that it was asked for.
            if display.notice.map({ $0.severity == .info }) ?? true { return text }
        }
        guard detail != .off else { return nil }
        var notice = display.notice == last.notice ? nil : display.notice
        if display.state == .inserting, notice?.severity != .error {
            // Said with what comes of it: in a moment it would be cut off.
            held = notice ?? held
            return nil
        }
        notice = notice ?? held
        if display.isHearing, !display.partial.isEmpty, notice?.severity == .info {
            // What the user says meanwhile would be lost.
            held = notice
            return nil
        }
        held = nil
        if display.isPaused, !last.isPaused { return Announcement("Paused", .urgent) }
        // A dictation that stays on says that once, and after each pause.
        if display.isHearing, !last.isHearing, !(display.staysOn && hasSaidListening) {
            hasSaidListening = true
            let trouble = notice.map { sentence($0) + " " } ?? ""
            return Announcement(trouble + "Listening", .urgent)
        }
        let isDone = display.state == .idle && last.state == .inserting
        let isTyped = last.state == .inserting && (isDone || isRenewed)
        if isTyped, detail == .words, notice.map({ $0.severity == .info }) ?? true,
            let typed = typed(), typed.text.contains(where: { !$0.isWhitespace })
        {
            return Announcement(typed.text, language: typed.language)
        }
        if let notice { return Announcement(sentence(notice), Self.urgency(notice)) }
        return isDone ? Announcement("Inserted") : nil
    }

    /// Returns the announcement of a period's level while recording: that the microphone gives no
    /// sound at all.
    public mutating func announcement(of level: AudioLevel, at now: Instant) -> Announcement? {
        guard detail != .off, last.isHearing else { return nil }
        guard level.value <= Self.silentLevel else {
            (silenceStart, hasReportedSilence) = (nil, true)
            return nil
        }
        let start = silenceStart ?? now
        silenceStart = start
        guard !hasReportedSilence, start.duration(to: now) >= Self.silenceTime else { return nil }
        hasReportedSilence = true
        return Announcement(
            "No sound from the microphone. Is it muted? Is it the right one?", .urgent)
    }

    private static func urgency(_ notice: Notice) -> Announcement.Urgency {
        notice.severity == .info ? .normal : .urgent
    }

    private func sentence(_ notice: Notice) -> String {
        let proposal = detail == .words ? notice.proposal ?? "" : ""
        let parts = [notice.message, proposal, notice.remedy].filter { !$0.isEmpty }
            .map(SpokenForm.of)
        return parts.map { ".?!".contains($0.last!) ? $0 : $0 + "." }.joined(separator: " ")
    }
}
