internal import FoundationEssentials
import Problems

/// One message, one line: JSON without line feeds, keys in alphabetical order.
enum JSONLine {
    /// The line with its line feed.
    static func encode(_ message: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // try!: JSON lacks only infinite numbers and NaN, and no message has them: levels come from
        // AudioLevel and times from Duration. The encoder escapes line feeds in strings.
        return try! [UInt8](encoder.encode(message)) + [UInt8(ascii: "\n")]
    }

    /// Why a line was not understood.
    enum Failure: Error {
        /// The line is no JSON object: the peer speaks another protocol.
        case garbage(why: String)
        /// It is JSON, but no known message, or one that this version refuses.
        case refused(Problem)

        var why: String {
            switch self {
            case .garbage(let why): why
            case .refused(let problem): problem.why
            }
        }
    }

    /// Reads a line, without its line feed. `what` begins the message of the problem.
    static func decode<Message: Decodable>(
        _ type: Message.Type, from line: [UInt8], what: String
    ) throws(Failure) -> Message {
        // JSONDecoder would also accept UTF-16 and UTF-32, which it detects by their zero bytes.
        guard String(validating: line, as: UTF8.self) != nil, !line.contains(0) else {
            throw .garbage(why: "it is not text in UTF-8")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(line))
        } catch let problem as Problem {
            throw .refused(problem)
        } catch DecodingError.keyNotFound(let key, _) {
            throw .refused(Problem(what, why: "the field “\(key.stringValue)” is missing"))
        } catch DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context)
        {
            guard let key = context.codingPath.last else {
                throw .garbage(why: "it is not a JSON object")
            }
            throw .refused(Problem(what, why: "the field “\(key.stringValue)” has a wrong type"))
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            let key = context.codingPath.last!.stringValue
            throw .refused(Problem(what, why: "the field “\(key)” has an unknown value"))
        } catch {
            throw .garbage(why: "it is not JSON, too deep or has a number out of range")
        }
    }
}
