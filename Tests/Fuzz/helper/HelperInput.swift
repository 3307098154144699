import HotkeyChords
import MonotonicTime

/// The entry point that libFuzzer calls with each input: bytes of a caller, and of keyboards. It
/// traps if the helper would reveal what it must not.
///
/// The first byte chooses: the rest is the request of a caller, or it is the bytes that follow a
/// greeting, so that the fuzzer need not guess that. Once there are bindings, every two bytes are
/// a request or a key on one of four keyboards.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // The bytes belong to libFuzzer and are valid during this call.
    var input = Array(UnsafeBufferPointer(start: start, count: count))
    _ = HelperReport(bytes: input.prefix(HelperReport.size))
    guard let choice = input.first else { return 0 }
    input.removeFirst()
    if choice & 1 == 0 { input = HelperRequest.greeting + input }

    var parser = HelperRequestParser()
    var session: HelperSession?
    var index = 0
    while index < input.count {
        if var running = session, index + 1 < input.count, input[index] & 0x80 == 0 {
            running.press(input[index], input[index + 1])
            session = running
            index += 2
            continue
        }
        switch try? parser.take(input[index]) {
        case .bind(let chords)?:
            precondition(session == nil, "bound twice")
            session = HelperSession(chords)
        case .live(let isLive)?:
            session!.setLive(isLive)
        case nil:
            break
        }
        index += 1
    }
    return 0
}

/// The actual state of the keys, to compare with the helper's.
private struct HelperSession {
    private let chords: [HotkeyChord]
    private var matcher: DiscreetMatcher
    private var held: [Set<UInt16>] = Array(repeating: [], count: 4)
    private var isLive: [Bool]
    private var isDown: [Bool]
    private var time: Int64 = 0

    init(_ chords: [HotkeyChord]) {
        precondition(1...HelperRequest.maximumBindings ~= chords.count)
        precondition(Set(chords).count == chords.count)
        for chord in chords { precondition(chord.refusal == nil) }
        self.chords = chords
        matcher = DiscreetMatcher(chords: chords)
        isLive = chords.map { _ in true }
        isDown = chords.map { _ in false }
    }

    mutating func setLive(_ isLive: [Bool]) {
        precondition(isLive.count == chords.count)
        for (chord, isLive) in isLive.enumerated() {
            matcher.setLive(isLive, chord: chord)
            if !isLive { isDown[chord] = false }
        }
        self.isLive = isLive
    }

    /// `first`: bits 0–1 the keyboard, 2 down or up, 3 unplugs it, 4–5 the key's highest bits.
    mutating func press(_ first: UInt8, _ second: UInt8) {
        time += 1
        let (device, at) = (Int(first & 3), Instant(nanoseconds: time))
        if first & 8 != 0 {
            held[device] = []
            return check(matcher.lost(device: device, at: at), nil, device)
        }
        let key = UInt16(first >> 4 & 3) << 8 | UInt16(second)
        let goesDown = first & 4 != 0
        // A keyboard reports changes only.
        guard held[device].contains(key) != goesDown else { return }
        if goesDown { held[device].insert(key) } else { held[device].remove(key) }
        check(
            matcher.handle(key: key, isDown: goesDown, device: device, at: at),
            goesDown ? key : nil, device)
    }

    /// Reported events must belong to the bindings, and no letter without its modifier.
    private mutating func check(_ events: [ChordEvent], _ pressed: UInt16?, _ device: Int) {
        for event in events {
            switch event {
            case .pressed(let chord, let at):
                precondition(isLive[chord] && !isDown[chord] && at.nanoseconds == time)
                precondition(chords[chord].key == pressed)
                isDown[chord] = true
                guard HotkeyChord(key: pressed!, keyName: "").isRevealing else { continue }
                precondition(
                    [29, 97, 56, 125, 126].contains { held[device].contains($0) },
                    "a letter was told that was written")
            case .released(let chord, _):
                precondition(isDown[chord])
                isDown[chord] = false
            case .spoiled(let chord, _):
                precondition(isDown[chord] && chords[chord].endsInModifier)
            }
        }
    }
}
