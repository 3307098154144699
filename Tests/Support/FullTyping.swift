internal import Foundation
public import Testing

/// `UTTER_TYPING=full` (make test-typing): all situations of the matrices of typing, several times.
public enum FullTyping {
    public static let isWanted = environment["UTTER_TYPING"] == "full"

    /// How often each situation is tried: once, or if it is wanted `UTTER_TYPING_RUNS` times or as
    /// often as given.
    public static func runs(_ usual: Int) -> Int {
        isWanted ? environment["UTTER_TYPING_RUNS"].flatMap { Int($0) } ?? usual : 1
    }

    private static let environment = ProcessInfo.processInfo.environment
}

extension Trait where Self == ConditionTrait {
    /// In `make test-typing` only, which installs the large programs that such a test needs.
    public static var inFullTyping: Self { .enabled(if: FullTyping.isWanted) }
}
