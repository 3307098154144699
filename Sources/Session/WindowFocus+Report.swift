public import Dictation
public import DictationParts
import LinuxRuntime

extension WindowFocus {
    /// The focused window, or unknown if the answer takes too long.
    public func report(within limit: Duration) async -> FocusPolicy.Report {
        do {
            return .window(
                try await answer(to: "ask the desktop", within: limit) {
                    try await self.focusedWindow()
                })
        } catch {
            if !Task.isCancelled {
                Log.warning("the focused window is unknown: \(reason(of: error))")
            }
            return .unknown
        }
    }
}
