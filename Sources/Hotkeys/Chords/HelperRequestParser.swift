/// Reads the caller's bytes one by one, and keeps at most one request: whatever a caller sends, it
/// costs no memory beyond that, and no time beyond its length.
public struct HelperRequestParser: Sendable {
    /// A complete request.
    public enum Request: Hashable, Sendable {
        /// The bindings, in the caller's order, all allowed by the policy.
        case bind([HotkeyChord])
        /// Which bindings are live, one for each.
        case live([Bool])
    }

    /// The error, and the binding that has it; 0 if it belongs to no binding.
    public struct Refused: Error, Hashable, Sendable {
        public let reason: HelperRefusal
        public let binding: Int
    }

    private enum State {
        case greeting, count
        case bindings(Int)
        case bound(Int)
        case refused(Refused)
    }

    private var state = State.greeting
    /// The bytes of the request so far.
    private var pending: [UInt8] = []

    /// Keys that print on this machine, in addition to the usual ones.
    private let printing: Set<UInt16>

    public init(whereAlsoPrint printing: Set<UInt16> = []) {
        self.printing = printing
    }

    /// Takes the next byte. After a refusal every byte is refused for the same reason.
    public mutating func take(_ byte: UInt8) throws(Refused) -> Request? {
        do throws(Refused) {
            return try step(byte)
        } catch {
            pending = []
            state = .refused(error)
            throw error
        }
    }

    private mutating func step(_ byte: UInt8) throws(Refused) -> Request? {
        switch state {
        case .greeting:
            guard byte == HelperRequest.greeting[pending.count] else {
                throw Refused(reason: .notTheProtocol, binding: 0)
            }
            pending.append(byte)
            if pending.count == HelperRequest.greeting.count { next(.count) }
        case .count:
            if byte == 0 { throw Refused(reason: .noBindings, binding: 0) }
            guard byte <= HelperRequest.maximumBindings else {
                throw Refused(reason: .tooManyBindings, binding: 0)
            }
            next(.bindings(Int(byte)))
        case .bindings(let count):
            pending.append(byte)
            guard pending.count == 4 * count else { return nil }
            let chords = try chords()
            next(.bound(count))
            return .bind(chords)
        case .bound(let count):
            guard byte >> count == 0 else { throw Refused(reason: .notACommand, binding: 0) }
            return .live((0..<count).map { byte >> $0 & 1 == 1 })
        case .refused(let refused):
            throw refused
        }
        return nil
    }

    private mutating func next(_ state: State) {
        self.state = state
        pending = []
    }

    private func chords() throws(Refused) -> [HotkeyChord] {
        var chords: [HotkeyChord] = []
        for (binding, start) in stride(from: 0, to: pending.count, by: 4).enumerated() {
            guard pending[start + 3] == 0 else {
                throw Refused(reason: .notModifiers, binding: binding)
            }
            let key = UInt16(pending[start]) | UInt16(pending[start + 1]) << 8
            let chord = HotkeyChord(
                modifiers: HelperRequest.modifiers(pending[start + 2]), key: key,
                keyName: "key \(key)")
            let reason = chords.contains(chord) ? .duplicate : chord.refusal(where: printing)
            if let reason { throw Refused(reason: reason, binding: binding) }
            chords.append(chord)
        }
        return chords
    }
}
