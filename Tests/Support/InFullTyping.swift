internal import Foundation
public import Testing

extension Trait where Self == ConditionTrait {
    /// In `make test-typing` only, which installs the large programs that such a test needs.
    public static var inFullTyping: Self {
        .enabled(if: ProcessInfo.processInfo.environment["UTTER_TYPING"] == "full")
    }
}
