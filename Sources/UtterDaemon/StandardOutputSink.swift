public import Dictation
import SystemPackage

/// Writes the text to standard output, one line an insertion: the sink of `utter listen`.
public final class StandardOutputSink: TextSink {
    public let name = "stdout"
    public let capabilities: SinkCapabilities = [.anyText]
    public let documentContextBeforeInput: String? = nil
    public let focusedTarget: SinkTarget? = nil

    public init() {}

    public func availability() -> Availability { .available }

    public func prepare() async throws(Problem) {}

    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        do {
            try FileDescriptor.standardOutput.writeAll((text.string + "\n").utf8)
        } catch {
            throw SinkFailure(
                inserted: 0,
                problem: Problem("cannot write to standard output", why: "\(error)"))
        }
    }

    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        throw SinkFailure(
            inserted: 0,
            problem: Problem("cannot delete", why: "standard output keeps what was written"))
    }

    public func close() {}
}
