import Foundation
import LinuxRuntime
public import Testing

/// The matrix of typing: in each situation and each run, each text is read as it was sent. A sink's
/// suite says the situations, how it types and how its window is read.
public enum TypingMatrix {
    /// - Parameter arrives: types a text and expects it in the window, which is empty then.
    @EventLoopActor
    public static func type(
        in situation: String, runs: Int,
        _ arrives: (_ text: SampleText, _ name: String) async throws -> Void
    ) async throws {
        for run in 1...runs {
            for text in SampleText.all {
                let name = "\(situation), \(text.name), run \(run)"
                let start = MonotonicClock.nanoseconds
                try await arrives(text, name)
                let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
                print("\(name): \(Int(Double(SampleText.length) / seconds)) characters a second")
            }
        }
    }
}

/// A window of a desktop's session, and the session's layouts.
public struct SessionSituation: Sendable, CustomTestStringConvertible {
    public let kind: SessionWindow.Kind
    public let layouts: [String]
    /// The layout that is active.
    public var active = 0

    /// Ten for two windows, else three; or `UTTER_TYPING_RUNS`.
    public var runs: Int {
        let isTen = layouts == ["us"] && [.gtk4, .terminal].contains(kind)
        let wanted = ProcessInfo.processInfo.environment["UTTER_TYPING_RUNS"].flatMap { Int($0) }
        return wanted ?? (isTen ? 10 : 3)
    }

    public var testDescription: String { "\(kind), \(layouts.joined(separator: ",")) \(active)" }

    /// Every window with two layouts, and GTK 4 and another one with two more.
    public static func all(and other: SessionWindow.Kind) -> [SessionSituation] {
        SessionWindow.Kind.allCases.flatMap { kind in
            ["us", "de"].map { SessionSituation(kind: kind, layouts: [$0]) }
        }
            + [SessionWindow.Kind.gtk4, other].flatMap { kind in
                [
                    SessionSituation(kind: kind, layouts: ["fr"]),
                    SessionSituation(kind: kind, layouts: ["us", "ru"], active: 1),
                ]
            }
    }
}
