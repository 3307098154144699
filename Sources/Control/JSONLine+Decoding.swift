internal import FoundationEssentials
import JSONLines
import Problems

extension JSONLine {
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
