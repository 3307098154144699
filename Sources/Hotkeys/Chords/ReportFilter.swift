public import Dictation

/// Decides which events of chords are reported: none late, and no end without its beginning.
///
/// The caller may stop the helper (SIGSTOP) and let it go on. What was pressed meanwhile is no
/// news then; that a key is up which was reported down is, however late.
public struct ReportFilter: Sendable {
    /// A press that waited longer is not reported.
    public static let longestDelay = Duration.seconds(2)

    /// The bindings that are down as far as was reported.
    private var reported: Set<Int> = []

    public init() {}

    /// What is reported at a moment of events that just became known.
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

    /// What is reported when the devices are taken away: all that is down goes up.
    public mutating func releaseAll(at: Instant) -> [HelperReport] {
        defer { reported = [] }
        return reported.sorted().map { .released(binding: $0, at: at) }
    }

    /// Nothing more is reported of a binding that is down: it was switched off.
    public mutating func forget(_ binding: Int) { reported.remove(binding) }
}
