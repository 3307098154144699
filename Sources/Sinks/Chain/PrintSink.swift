public import Dictation
public import DictationParts
public import Problems

/// Passes the text of each insertion to a function, as one line: the sink of commands that print.
public final class PrintSink: TextSink {
    public let name: String
    public let capabilities: SinkCapabilities = [.anyText]
    private let write: (String) throws -> Void

    /// - Parameter name: its output's name, such as `standard output`.
    public init(_ name: String, _ write: @escaping (String) throws -> Void) {
        self.name = name
        self.write = write
    }

    public func availability() -> Availability { .available }

    public func prepare() async throws(Problem) {}

    public func insertText(_ text: TypableText) async throws(SinkFailure) {
        do {
            try write(text.string)
        } catch {
            throw SinkFailure(
                inserted: 0, problem: Problem("cannot write to \(name)", why: "\(error)"))
        }
    }

    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        throw SinkFailure(
            inserted: 0, problem: Problem("cannot delete", why: "\(name) keeps what was written"))
    }

    public func close() {}
}
