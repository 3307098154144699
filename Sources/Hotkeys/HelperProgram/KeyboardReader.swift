import Glibc
import HotkeyChords
import KeyboardDevices
import LinuxRuntime
import MonotonicTime
import SystemPackage

/// The half of the helper that reads devices and reports the bindings to the caller. It opens
/// nothing: the devices come from the other half.
///
/// The caller may stop the other half, which then revokes no device when another user takes the
/// seat. So this half watches the seats itself, through the kernel, and checks for changes before
/// each report: after a change it drops all devices, and accepts only those that the other half has
/// opened since.
final class KeyboardReader {
    private let opener: MessageSocket
    private let caller: Caller
    private var sources: [EventSource] = []
    private var resume: ResumeWatch?
    /// Nil if the caller may use the devices of every seat.
    private var seats: SeatWatch?
    private var parser: HelperRequestParser
    /// Nil until the caller has sent its bindings.
    private var matcher: DiscreetMatcher?
    private lazy var reading = DeviceReading(listener: self)
    private var lastNumber = 0
    /// The devices on which a binding can be pressed.
    private var usable: Set<Int> = []
    private var filter = ReportFilter()
    /// The number of requests to open devices again that are unanswered. Devices that arrive before
    /// the answers are from before the request.
    private var unanswered = 0
    /// Whether it was reported that devices can't be read.
    private var hasFailed = false

    /// Serves until the caller is gone. Returns the program's exit status.
    ///
    /// - Parameters:
    ///   - onlyAtSeat: whether only the active user of a seat may use its devices.
    ///   - printing: keys that print on this machine, in addition to the usual ones.
    static func run(
        socket: Int32, caller: Int32, onlyAtSeat: Bool, whereAlsoPrint printing: Set<UInt16>
    ) throws(SystemError) -> Int32 {
        let reader = KeyboardReader(
            MessageSocket(adopting: socket), try Caller(),
            HelperRequestParser(whereAlsoPrint: printing))
        try reader.watch(onlyAtSeat: onlyAtSeat)
        try HelperConfinement.confineReader(
            to: caller, opener: reader.opener.descriptor.rawValue)
        return try EventLoop.shared.run()
    }

    private init(
        _ opener: consuming MessageSocket, _ caller: Caller, _ parser: HelperRequestParser
    ) {
        self.opener = opener
        self.caller = caller
        self.parser = parser
    }

    private func watch(onlyAtSeat: Bool) throws(SystemError) {
        sources = [
            try EventLoop.shared.watch(caller.requests) { [unowned self] _ in readCaller() },
            try EventLoop.shared.watch(opener.descriptor.descriptor) { [unowned self] _ in
                readOpener()
            },
        ]
        // Before the opener looks at the seats for the first time, which a request makes it do.
        if onlyAtSeat { seats = try SeatWatch { [unowned self] in renew() } }
        // Without it, a key that was released during suspend would be up only after its next press.
        resume = try? ResumeWatch { [unowned self] in reading.read(resynchronizing: true) }
    }

    // MARK: The caller

    private func readCaller() {
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
            send(.refused(error.reason, binding: error.binding))
            EventLoop.shared.stop(64)
        }
    }

    private func bind(_ chords: [HotkeyChord]) {
        matcher = DiscreetMatcher(chords: chords)
        send(.accepted)
        do {
            try opener.send(ReaderMessage.wanted(Set(chords.map(\.key))).message)
        } catch {
            EventLoop.shared.stop(1)
        }
    }

    private func setLive(_ isLive: [Bool]) {
        for (chord, isLive) in isLive.enumerated() {
            matcher?.setLive(isLive, chord: chord)
            if !isLive { filter.forget(chord) }
        }
        reading.updateKeys()
    }

    private func send(_ report: HelperReport) {
        do throws(SystemError) {
            try caller.send(report)
        } catch {
            // The caller may be gone before the loop sees the end of its requests. A caller that
            // doesn't read gets no more than its socket holds.
            EventLoop.shared.stop(error.errno == .brokenPipe ? 0 : 1)
        }
    }

    private func send(_ events: [ChordEvent]) {
        guard !events.isEmpty, !renewIfSeatsChanged() else { return }
        for report in filter.reports(of: events, now: .now) { send(report) }
    }

    // MARK: The seat

    /// Whether the devices were dropped, because the seats have changed since the last call.
    private func renewIfSeatsChanged() -> Bool {
        guard seats?.takeChanges() ?? false else { return false }
        renew()
        return true
    }

    /// Drops all devices with their unread events, and asks for those that the caller may use.
    private func renew() {
        reading.removeAll()
        usable = []
        hasFailed = false
        matcher?.loseAll()
        for report in filter.releaseAll(at: .now) { send(report) }
        unanswered += 1
        do {
            try opener.send(ReaderMessage.again.message)
        } catch {
            // The opener is gone, or has left hundreds of requests unanswered.
            EventLoop.shared.stop(1)
        }
    }

    // MARK: The opener

    private func readOpener() {
        while true {
            do throws(SystemError) {
                guard let message = try opener.receive() else { return }
                // All changes that the opener had seen when it sent this are visible here, too.
                _ = renewIfSeatsChanged()
                switch OpenerMessage(message) {
                case .device(let device, let others, let isUsable):
                    add(device, others, isUsable)
                case .nothing(let obstacle):
                    if unanswered == 0 { send(.cannotWatch(obstacle)) }
                case .again: unanswered -= 1
                // The opener is gone: no device that is plugged in later would be seen.
                case nil: return EventLoop.shared.stop(1)
                }
            } catch {
                guard error.errno == .tooManyOpenFiles else { return EventLoop.shared.stop(1) }
                failToAdd()
            }
        }
    }

    private func add(_ device: Int32, _ others: Int32, _ isUsable: Bool) {
        let device = OwnedDescriptor(adopting: device)
        let others = OwnedDescriptor(adopting: others)
        guard let matcher, unanswered == 0 else { return }
        lastNumber += 1
        let number = lastNumber
        let watched: WatchedDevice
        do throws(SystemError) {
            watched = try WatchedDevice(
                device, others: others, label: "device \(number)", number: number,
                keys: matcher.keys, onReady: { [unowned self] in reading.read() })
        } catch {
            // A device that was just unplugged needs no report.
            if error.errno != .operationNotSupportedByDevice { failToAdd() }
            return
        }
        reading.add(watched, "\(number)")
        if isUsable, usable.insert(number).inserted, usable.count == 1 { send(.watching) }
    }

    private func failToAdd() {
        // Reported once for all devices.
        guard usable.isEmpty, unanswered == 0, !hasFailed else { return }
        hasFailed = true
        send(.cannotWatch(.failed))
    }
}

extension KeyboardReader: KeyListener {
    var keys: Set<UInt16> { matcher?.keys ?? [] }
    var spoilableKeys: Set<UInt16> { matcher?.spoilableKeys ?? [] }
    var usesOtherKeys: Bool { matcher?.usesOtherKeys ?? false }

    func take(_ change: KeyChange) {
        send(
            matcher?.handle(
                key: change.key, isDown: change.isDown, device: change.device, at: change.at) ?? [])
    }

    func lose(_ name: String) {
        guard let device = reading.remove(name) else { return }
        usable.remove(device.number)
        send(matcher?.lost(device: device.number, at: .now) ?? [])
    }
}

extension Instant {
    fileprivate static var now: Instant { Instant(nanoseconds: MonotonicClock.nanoseconds) }
}
