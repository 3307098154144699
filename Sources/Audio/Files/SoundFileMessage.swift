/// A message that the decoding process sends through its pipe: a kind (one byte), a length (four
/// bytes, little-endian), and as many bytes. It is untrusted: the file decides its contents.
public enum SoundFileMessage: Equatable, Sendable {
    /// The file can be read; its length in samples of 16 kHz, if that is known. Comes first.
    case begins(length: Int?)
    /// The next samples (16 kHz mono), at least one.
    case samples([Int16])
    /// Nothing more follows because of this.
    case fails(SoundFileDefect)
    /// All of the sound was sent.
    case ends

    /// Bytes of a message.
    public static let longest = 1 << 19
    static let header = 5

    /// The bytes of the message.
    public var bytes: [UInt8] {
        var payload: [UInt8] = []
        let kind: UInt8
        switch self {
        case .begins(let length):
            kind = 0
            payload.append(little: Int64(length ?? -1))
        case .samples(let samples):
            kind = 1
            payload.reserveCapacity(2 * samples.count)
            for sample in samples { payload.append(little: sample) }
        case .fails(let defect):
            kind = 2
            payload = defect.bytes
        case .ends: kind = 3
        }
        var bytes = [kind]
        bytes.append(little: UInt32(payload.count))
        return bytes + payload
    }

    /// - Returns: nil if it makes no sense.
    init?(kind: UInt8, _ payload: ArraySlice<UInt8>) {
        switch kind {
        case 0:
            guard payload.count == 8 else { return nil }
            let length = Int64(little: payload)
            self = .begins(length: length < 0 ? nil : Int(length))
        case 1:
            guard !payload.isEmpty, payload.count.isMultiple(of: 2) else { return nil }
            self = .samples(
                stride(from: payload.startIndex, to: payload.endIndex, by: 2).map {
                    Int16(little: payload[$0..<$0 + 2])
                })
        case 2:
            guard let defect = SoundFileDefect(payload) else { return nil }
            self = .fails(defect)
        case 3: self = .ends
        default: return nil
        }
    }
}

extension SoundFileDefect {
    /// Its code, two numbers (in milliseconds, where they are times; −1 for none), and its text.
    fileprivate var bytes: [UInt8] {
        var (code, first, second, text) = (UInt8(0), Int64(-1), Int64(-1), "")
        func milliseconds(_ seconds: Double) -> Int64 { Int64(seconds * 1000) }
        switch self {
        case .empty: code = 0
        case .noLibrary(let reason): (code, text) = (1, reason)
        case .unknownFormat: code = 2
        case .malformed(let reason): (code, text) = (3, reason)
        case .rate(let rate): (code, first) = (4, Int64(rate))
        case .notFromPipe: code = 5
        case .noSound: code = 6
        case .cut(let place, let whole):
            (code, first, second) = (7, milliseconds(place), whole.map(milliseconds) ?? -1)
        case .damaged(let place, let reason):
            (code, first, text) = (8, milliseconds(place), reason)
        case .crash(let how): (code, text) = (9, how)
        case .silence(let seconds): (code, first) = (10, Int64(seconds))
        case .unconfined(let reason): (code, text) = (11, reason)
        case .noConverter: code = 12
        case .unknownToConverter: code = 13
        }
        var bytes = [code]
        bytes.append(little: first)
        bytes.append(little: second)
        return bytes + text.utf8
    }

    fileprivate init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 17 else { return nil }
        let start = bytes.startIndex
        let first = Int64(little: bytes[start + 1..<start + 9])
        let second = Int64(little: bytes[start + 9..<start + 17])
        // The text goes to a terminal.
        let text = String(decoding: bytes[(start + 17)...], as: UTF8.self)
            .filter { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }
        let place = Double(max(0, first)) / 1000
        switch bytes[start] {
        case 0: self = .empty
        case 1: self = .noLibrary(text)
        case 2: self = .unknownFormat
        case 3: self = .malformed(text)
        case 4: self = .rate(Int(first))
        case 5: self = .notFromPipe
        case 6: self = .noSound
        case 7: self = .cut(at: place, of: second < 0 ? nil : Double(second) / 1000)
        case 8: self = .damaged(at: place, text)
        case 9: self = .crash(text)
        case 10: self = .silence(seconds: Int(first))
        case 11: self = .unconfined(text)
        case 12: self = .noConverter
        case 13: self = .unknownToConverter
        default: return nil
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(little value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

extension FixedWidthInteger {
    /// - Parameter bytes: as many as the number has, the lowest first.
    fileprivate init(little bytes: ArraySlice<UInt8>) {
        self = bytes.reversed().reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }
}
