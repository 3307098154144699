/// A message from the server: the answer to a command, or an event of a message (Speech Synthesis
/// Interface Protocol, “General Rules” and “Events Notifications in SSIP”).
struct SSIPReply: Hashable {
    /// Of three digits: 2xx is success, 7xx an event.
    let code: Int
    /// The lines before the last one, without their code: data.
    let data: [String]

    var isSuccess: Bool { (100..<300).contains(code) }

    /// The message that it is about, and what happened to it.
    var event: (message: String, kind: Event)? {
        guard let kind = Event(rawValue: code), let message = data.first else { return nil }
        return (message, kind)
    }

    enum Event: Int {
        case begin = 701
        case end = 702
        case cancel = 703
    }
}

/// Makes replies of bytes.
struct SSIPReplyBuffer {
    private var bytes: [UInt8] = []
    private var data: [String] = []

    /// The longest line. Real ones have some dozen bytes.
    private static let longest = 4096
    private static let mostLines = 100

    struct Invalid: Error {}

    /// Adds bytes; returns the replies that are complete.
    mutating func take(_ new: [UInt8]) throws(Invalid) -> [SSIPReply] {
        bytes += new
        var replies: [SSIPReply] = []
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            var line = bytes[..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let text = String(decoding: line, as: UTF8.self)
            bytes.removeFirst(end + 1)
            guard text.utf8.count >= 4, let code = Int(text.prefix(3)), 100...999 ~= code else {
                throw Invalid()
            }
            let rest = String(text.dropFirst(4))
            switch text.dropFirst(3).first {
            case "-" where data.count < Self.mostLines: data.append(rest)
            case " ":
                replies.append(SSIPReply(code: code, data: data))
                data = []
            default: throw Invalid()
            }
        }
        if bytes.count > Self.longest { throw Invalid() }
        return replies
    }
}
