import Dictation
import Glibc
import HotkeyChords
import HotkeyEvdev
import HotkeyHelperProtocol
import LinuxRuntime
import SystemPackage

/// The half of the helper that reads devices and tells its caller of the bindings. It opens
/// nothing: the devices come from the other half.
final class KeyboardReader {
    private let opener: MessageSocket
    private let caller: Caller
    private var sources: [EventSource] = []
    private var resume: ResumeWatch?
    private var parser = HelperRequestParser()
    /// Nil until the caller has told its bindings.
    private var matcher: DiscreetMatcher?
    private lazy var reading = DeviceReading(listener: self)
    private var lastNumber = 0
    /// The devices on which a binding can be pressed.
    private var usable: Set<Int> = []

    /// Serves until the caller goes. Returns the program's exit status.
    static func run(socket: Int32, caller: Int32) throws(SystemError) -> Int32 {
        let reader = KeyboardReader(MessageSocket(adopting: socket), try Caller())
        try reader.watch()
        try Confinement.confineReader(
            to: caller, opener: reader.opener.descriptor.rawValue)
        return try EventLoop.shared.run()
    }

    private init(_ opener: consuming MessageSocket, _ caller: Caller) {
        self.opener = opener
        self.caller = caller
    }

    private func watch() throws(SystemError) {
        sources = [
            try EventLoop.shared.watch(caller.requests) { [unowned self] _ in heedCaller() },
            try EventLoop.shared.watch(opener.descriptor.descriptor) { [unowned self] _ in
                heedOpener()
            },
        ]
        // Without it, a key that was let go during suspension is up when it is pressed next.
        resume = try? ResumeWatch { [unowned self] in reading.read(resynchronizing: true) }
    }

    // MARK: The caller

    private func heedCaller() {
        guard let bytes = caller.read() else { return }
        if bytes.isEmpty { return EventLoop.shared.stop(0) }
        do throws(HelperRequestParser.Refused) {
            for byte in bytes {
                switch try parser.take(byte) {
                case .bind(let chords): bind(chords)
                case .live(let isLive): setLive(isLive)
                case nil: break
                }
            }
        } catch {
            tell(.refused(error.reason, binding: error.binding))
            EventLoop.shared.stop(64)
        }
    }

    private func bind(_ chords: [HotkeyChord]) {
        matcher = DiscreetMatcher(chords: chords)
        tell(.accepted)
        do {
            let keys = WantedKeys.bytes(Set(chords.map(\.key)))
            try opener.send(.init(bytes: keys, descriptors: []))
        } catch {
            EventLoop.shared.stop(1)
        }
    }

    private func setLive(_ isLive: [Bool]) {
        for (chord, isLive) in isLive.enumerated() { matcher?.setLive(isLive, chord: chord) }
        reading.updateKeys()
    }

    private func tell(_ report: HelperReport) {
        do throws(SystemError) {
            try caller.tell(report)
        } catch {
            // The caller may have gone before the loop hears that its requests have ended. One
            // that does not read does not get more than its socket holds.
            EventLoop.shared.stop(error.errno == .brokenPipe ? 0 : 1)
        }
    }

    private func tell(_ events: [ChordEvent]?) {
        for event in events ?? [] {
            switch event {
            case .pressed(let chord, let at): tell(.pressed(binding: chord, at: at))
            case .released(let chord, let at): tell(.released(binding: chord, at: at))
            case .spoiled(let chord, let at): tell(.spoiled(binding: chord, at: at))
            }
        }
    }

    // MARK: The opener

    private func heedOpener() {
        do {
            while let message = try opener.receive() {
                switch OpenerMessage(message) {
                case .device(let device, let others, let isUsable):
                    add(device, others, isUsable)
                case .nothing(let obstacle): tell(.cannotWatch(obstacle))
                // It is gone: nothing that is plugged in later would be noticed.
                case nil: return EventLoop.shared.stop(1)
                }
            }
        } catch {
            EventLoop.shared.stop(1)
        }
    }

    private func add(_ device: Int32, _ others: Int32, _ isUsable: Bool) {
        let device = OwnedDescriptor(adopting: device)
        let others = OwnedDescriptor(adopting: others)
        guard let matcher else { return }
        lastNumber += 1
        let number = lastNumber
        // A device that vanishes meanwhile is no news.
        guard let watched = try? WatchedDevice(
            device, others: others, label: "device \(number)", number: number, keys: matcher.keys,
            onReady: { [unowned self] in reading.read() })
        else { return }
        reading.add(watched, "\(number)")
        if isUsable, usable.insert(number).inserted, usable.count == 1 { tell(.watching) }
    }

}

extension KeyboardReader: KeyListener {
    var keys: Set<UInt16> { matcher?.keys ?? [] }
    var spoilableKeys: Set<UInt16> { matcher?.spoilableKeys ?? [] }
    var heedsOtherKeys: Bool { matcher?.heedsOtherKeys ?? false }

    func take(_ change: KeyChange) {
        tell(matcher?.handle(
            key: change.key, isDown: change.isDown, device: change.device, at: change.at))
    }

    func lose(_ name: String) {
        guard let device = reading.remove(name) else { return }
        usable.remove(device.number)
        let now = Instant(nanoseconds: MonotonicClock.nanoseconds)
        tell(matcher?.lost(device: device.number, at: now))
    }
}
