import ArgumentParser

/// The forms in which a transcript is written.
enum TranscriptFormat: String, CaseIterable, ExpressibleByArgument {
    /// One line a file.
    case text
    /// One object a file, on one line.
    case json
    /// SubRip's subtitles.
    case srt
    /// WebVTT (W3C).
    case vtt

    /// Whether a file of it can only have the transcript of one recording.
    var isSubtitles: Bool { self == .srt || self == .vtt }
}
