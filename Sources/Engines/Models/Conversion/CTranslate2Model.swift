import SystemPackage

/// The file `model.bin` of a model of CTranslate2's, opened: which variables it has and where. Their
/// numbers are read piece by piece. The format, version 6, little-endian: the version, the kind of
/// model and its revision; the number of variables, and for each its name, dimensions, type, length
/// and numbers, the last dimension's side by side; the number of aliases, and their pairs of names.
final class CTranslate2Model {
    /// The types of numbers that have no scales beside them.
    enum Element: UInt8 {
        case f32 = 0
        case int8 = 1
        case int16 = 2
        case int32 = 3
        case f16 = 4

        var bytes: Int {
            switch self {
            case .f32, .int32: 4
            case .int16, .f16: 2
            case .int8: 1
            }
        }
    }

    struct Variable: Equatable {
        /// The dimension whose numbers lie side by side comes last; empty for a single number.
        let shape: [Int]
        let element: Element
        /// In the file.
        let offset: Int
    }

    private(set) var variables: [String: Variable] = [:]
    private let file: FolderFile

    /// The largest Whisper has 1,300.
    private static let most = 10_000

    init(in folder: FilePath) throws(ConversionDefect) {
        file = try FolderFile("model.bin", in: folder)
        var reader = Reader(file)
        let version = try reader.number(UInt32.self)
        guard version == 6 else {
            throw version < 100 ? .otherVersion(version) : .otherFormat
        }
        let kind = try reader.text()
        guard kind == "WhisperSpec" else { throw .noWhisper(Self.shown(kind)) }
        // The revision of this kind of model.
        _ = try reader.number(UInt32.self)
        for _ in 0..<(try reader.count(atMost: Self.most)) {
            let (name, variable) = try reader.variable()
            guard variables.updateValue(variable, forKey: name) == nil else {
                throw .nonsense(file.name)
            }
        }
        for _ in 0..<(try reader.count(atMost: Self.most)) {
            let (alias, name) = (try reader.text(), try reader.text())
            guard let variable = variables[name],
                variables.updateValue(variable, forKey: alias) == nil
            else { throw .nonsense(file.name) }
        }
        guard reader.offset == file.length else { throw .nonsense(file.name) }
    }

    func variable(_ name: String) throws(ConversionDefect) -> Variable {
        guard let variable = variables[name] else { throw .missing(name, in: file.name) }
        return variable
    }

    /// A whole number of a variable without dimensions; nil if there is no such variable.
    func number(_ name: String) throws(ConversionDefect) -> Int? {
        guard let variable = variables[name] else { return nil }
        guard variable.shape.isEmpty else { throw .otherShape(name) }
        var reader = Reader(file)
        reader.offset = variable.offset
        switch variable.element {
        case .int8: return Int(try reader.number(Int8.self))
        case .int16: return Int(try reader.number(Int16.self))
        case .int32: return Int(try reader.number(Int32.self))
        case .f16, .f32: throw .otherShape(name)
        }
    }

    /// So many bytes from there on.
    func bytes(_ count: Int, at offset: Int) throws(ConversionDefect) -> [UInt8] {
        try file.bytes(count, at: offset)
    }

    /// A text of a file from anywhere, for messages.
    private static func shown(_ text: String) -> String {
        let characters = text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return characters.isEmpty ? "?" : String(characters.prefix(40))
    }
}

extension CTranslate2Model {
    /// Reads one thing after the other.
    private struct Reader {
        let file: FolderFile
        var offset = 0

        init(_ file: FolderFile) { self.file = file }

        private mutating func bytes(_ count: Int) throws(ConversionDefect) -> [UInt8] {
            defer { offset += count }
            return try file.bytes(count, at: offset)
        }

        mutating func count(atMost limit: Int) throws(ConversionDefect) -> Int {
            let count = Int(try number(UInt32.self))
            guard count <= limit else { throw .nonsense(file.name) }
            return count
        }

        mutating func number<Number: FixedWidthInteger>(
            _ type: Number.Type
        ) throws(ConversionDefect) -> Number {
            let bytes = try bytes(Number.bitWidth / 8)
            return Number(
                truncatingIfNeeded: bytes.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
        }

        /// A name, which ends with a zero.
        mutating func text() throws(ConversionDefect) -> String {
            let bytes = try bytes(Int(try number(UInt16.self)))
            guard bytes.last == 0, let text = String(validating: bytes.dropLast(), as: UTF8.self)
            else { throw .nonsense(file.name) }
            return text
        }

        /// A variable with its name, without reading its numbers.
        mutating func variable() throws(ConversionDefect) -> (String, Variable) {
            let name = try text()
            var (shape, count) = ([] as [Int], 1)
            for _ in 0..<(try number(UInt8.self)) {
                let size = Int(try number(UInt32.self))
                let (product, overflow) = count.multipliedReportingOverflow(by: size)
                guard !overflow else { throw .nonsense(file.name) }
                shape.append(size)
                count = product
            }
            guard let element = Element(rawValue: try number(UInt8.self)) else {
                throw .quantised(name)
            }
            let bytes = Int(try number(UInt32.self))
            let (expected, overflow) = count.multipliedReportingOverflow(by: element.bytes)
            guard !overflow, bytes == expected else { throw .nonsense(file.name) }
            guard bytes <= file.length - offset else { throw .truncated(file.name) }
            defer { offset += bytes }
            return (name, Variable(shape: shape, element: element, offset: offset))
        }
    }
}
