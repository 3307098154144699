public import Dictation
import KeyStrokes
public import Problems

extension UinputSink {
    /// How each character of a text would be typed now. Before our keyboard exists, by the layout
    /// of the session's other keyboards.
    ///
    /// - Throws: a problem if the layout is unknown.
    public func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation {
        try await plannerForExplaining().explanation(of: text)
    }
}
