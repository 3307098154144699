/// Words that were corrected by voice or by hand.
public struct Correction: Hashable, Sendable {
    /// As they were written.
    public let heard: String
    public let meant: String

    public init(of heard: String, to meant: String) { (self.heard, self.meant) = (heard, meant) }
}

/// The corrections by voice of a dictation.
public struct CorrectionReport: Hashable, Sendable {
    public var made: [Correction] = []
    /// Whether the last one could not be made: what it named isn't there.
    public var isLastMissed = false
    /// Whether the last one is wanted in the personal dictionary.
    public var isWanted = false

    public init() {}

    /// That the last correction is wanted in the dictionary.
    public static var wanted: CorrectionReport {
        var report = CorrectionReport()
        report.isWanted = true
        return report
    }
}
