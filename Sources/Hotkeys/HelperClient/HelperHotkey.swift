public import Dictation
public import DictationParts
public import HotkeyChords
import LinuxRuntime
import MonotonicTime
public import Problems

/// Chords, watched by the helper process `utter-hotkeys`, which may read keyboards and reports only
/// the chords. If the helper can't watch, a substitute does, if it is available.
///
/// A helper that crashes is started again, after a pause that doubles each time; it isn't after
/// ``attempts`` crashes in a row.
public final class HelperHotkey: HotkeySource {
    public let name: String
    let program: String
    let chords: [HotkeyChord]
    private let cancelIndex: Int?
    let substitute: any HotkeySource

    private var deliver: ((HotkeyEvent) -> Void)?
    private var helper: HelperProcess?
    private var isSubstituted = false
    private var isCancelLive = false
    /// The bindings that are down.
    private var down: Set<Int> = []
    private var restart: EventSource?
    private var crashes = 0
    private var lastStart = Instant(nanoseconds: 0)

    /// The number of crashes in a row after which the helper isn't started again.
    static let attempts = 5
    /// A helper that ran for this long did not crash at its start.
    private static let stableTime = Duration.seconds(60)

    /// - Parameters:
    ///   - program: the helper's path.
    ///   - chords: one for each binding, in the bindings' order.
    ///   - cancel: the chord that cancels a dictation, if any.
    ///   - substitute: watches for the same chords in this process.
    public init(
        program: String, chords: [HotkeyChord], cancel: HotkeyChord? = nil,
        substitute: any HotkeySource
    ) {
        name = chords.map(\.description).joined(separator: ", ")
        self.program = program
        self.chords = chords + (cancel.map { [$0] } ?? [])
        cancelIndex = cancel == nil ? nil : chords.count
        self.substitute = substitute
    }

    /// Whether the helper accepts the chords, as far as that is known without starting it.
    /// ``HelperTrial`` finds out the rest.
    public func availability() -> Availability {
        guard let problem = refusal else { return .available }
        return substitute.availability() == .available ? .available : .unavailable(problem)
    }

    public func start(_ deliver: @escaping (HotkeyEvent) -> Void) {
        self.deliver = deliver
        if let problem = refusal { return substitute(for: problem) }
        launch()
    }

    public func watch(cancel: Bool) {
        isCancelLive = cancel
        if isSubstituted {
            substitute.watch(cancel: cancel)
        } else {
            helper?.send(live)
        }
    }

    public func stop() {
        deliver = nil
        drop()
        restart = nil
        down = []
        crashes = 0
        isCancelLive = false
        if isSubstituted { substitute.stop() }
        isSubstituted = false
    }

    /// The reason for which the helper would refuse the chords.
    var refusal: Problem? {
        if chords.count > HelperRequest.maximumBindings {
            return .refused(.tooManyBindings, chord: nil)
        }
        for (index, chord) in chords.enumerated() {
            if let refusal = chord.refusal { return .refused(refusal, chord: chord) }
            if chords[..<index].contains(chord) { return .refused(.duplicate, chord: chord) }
        }
        return nil
    }

    // MARK: The process

    private func launch() {
        lastStart = Instant(nanoseconds: MonotonicClock.nanoseconds)
        do throws(SystemError) {
            let request = HelperRequest.bind(chords) + live
            helper = try HelperProcess(program, request: request) { [unowned self] in handle($0) }
        } catch {
            substitute(for: .cannotStart(program, why: "\(error)"))
        }
    }

    private func drop() {
        helper?.silence()
        helper = nil
    }

    private var live: [UInt8] {
        HelperRequest.live(chords.indices.map { $0 != cancelIndex || isCancelLive })
    }

    private func handle(_ event: HelperProcess.Event) {
        switch event {
        case .report(let report): handle(report)
        case .ended: crashed()
        }
    }

    private func handle(_ report: HelperReport) {
        switch report {
        case .accepted, .watching: break
        case .refused(let refusal, let binding):
            let chord = chords.indices.contains(binding) ? chords[binding] : nil
            substitute(for: .refused(refusal, chord: chord))
        case .cannotWatch(.forbidden): substitute(for: .notPrivileged(program))
        case .cannotWatch(let obstacle): deliver?(.failed(.obstacle(obstacle, for: name)))
        case .pressed(let binding, let at):
            if binding == cancelIndex {
                deliver?(.cancel(at: at))
            } else if chords.indices.contains(binding), down.insert(binding).inserted {
                deliver?(.pressed(binding, at: at))
            }
        case .released(let binding, let at):
            if down.remove(binding) != nil { deliver?(.released(binding, at: at)) }
        case .spoiled(let binding, let at):
            if down.contains(binding) { deliver?(.spoiled(binding, at: at)) }
        }
    }

    private func crashed() {
        drop()
        letGo()
        guard deliver != nil else { return }
        let now = Instant(nanoseconds: MonotonicClock.nanoseconds)
        crashes = lastStart.duration(to: now) < Self.stableTime ? crashes + 1 : 1
        guard crashes < Self.attempts else {
            return substitute(for: .cannotStart(program, why: "it ended \(crashes) times in a row"))
        }
        let pause = Duration.milliseconds(250 << crashes)
        restart = EventLoop.shared.timer(after: pause) { [unowned self] in
            restart = nil
            launch()
        }
    }

    /// Releases the keys that the helper had reported as down.
    private func letGo() {
        let now = Instant(nanoseconds: MonotonicClock.nanoseconds)
        let held = down.sorted()
        down = []
        for binding in held { deliver?(.released(binding, at: now)) }
    }

    /// Switches to the substitute if it is available; otherwise reports why the helper doesn't
    /// work.
    private func substitute(for problem: Problem) {
        drop()
        letGo()
        guard let deliver else { return }
        guard substitute.availability() == .available else {
            return deliver(.failed(problem))
        }
        Log.notice("\(problem) Until then the daemon reads the keyboards itself.")
        isSubstituted = true
        substitute.start(deliver)
        substitute.watch(cancel: isCancelLive)
    }
}
