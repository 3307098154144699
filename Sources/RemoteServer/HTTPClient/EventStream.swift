/// A stream of events (`text/event-stream`, HTML Standard 9.2) as its bytes come: only the events'
/// data, which are lines of text.
public struct EventStream: Sendable {
    private var line: [UInt8] = []
    private var data: [String] = []
    /// Whether the last byte was a carriage return, whose line feed belongs to it.
    private var isReturned = false

    public init() {}

    /// Takes the next bytes; returns the data of the events that they complete.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
        var events: [String] = []
        for byte in bytes {
            let wasReturned = isReturned
            isReturned = byte == 0x0D
            switch byte {
            case 0x0A where wasReturned: break
            case 0x0A, 0x0D:
                if let event = endLine() { events.append(event) }
            default: line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() -> String? {
        defer { line = [] }
        guard line.isEmpty else {
            let text = String(decoding: line, as: UTF8.self)
            if text.hasPrefix("data:") {
                let value = text.dropFirst(5)
                data.append(String(value.hasPrefix(" ") ? value.dropFirst() : value))
            }
            return nil
        }
        guard !data.isEmpty else { return nil }
        defer { data = [] }
        return data.joined(separator: "\n")
    }
}
