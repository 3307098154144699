public import MonotonicTime

/// Decides which chord events are reported: no late press, and no release without its press.
///
/// The caller may stop the helper (SIGSTOP) and continue it. A press from the time between is not
/// reported; the release of a reported press is, however late.
public struct ReportFilter: Sendable {
    /// A press older than this is not reported.
    public static let longestDelay = Duration.seconds(2)

    /// The bindings that are down according to the reports.
    private var reported: Set<Int> = []

    public init() {}

    /// The reports of events that have just been read.
    public mutating func reports(of events: [ChordEvent], now: Instant) -> [HelperReport] {
        events.compactMap { event in
            switch event {
            case .pressed(let binding, let at):
                guard at.duration(to: now) <= Self.longestDelay else { return nil }
                reported.insert(binding)
                return .pressed(binding: binding, at: at)
            case .released(let binding, let at):
                return reported.remove(binding).map { .released(binding: $0, at: at) }
            case .spoiled(let binding, let at):
                return reported.contains(binding) ? .spoiled(binding: binding, at: at) : nil
            }
        }
    }

    /// The reports when all devices are taken away: everything that is down goes up.
    public mutating func releaseAll(at: Instant) -> [HelperReport] {
        defer { reported = [] }
        return reported.sorted().map { .released(binding: $0, at: at) }
    }

    /// Reports nothing more about a binding that is down, since it was switched off.
    public mutating func forget(_ binding: Int) { reported.remove(binding) }
}
