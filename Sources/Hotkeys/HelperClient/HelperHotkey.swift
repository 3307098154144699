public import Dictation
public import DictationParts
public import HotkeyChords
import LinuxRuntime
import MonotonicTime
public import Problems

/// Chords, watched by the helper process `utter-hotkeys` on every device that has their keys, on any
/// desktop. It reads the keyboards by its own right or by this user's, and reports only the chords;
/// the keys also reach the focused window.
///
/// A helper that crashes is started again, after a pause that doubles each time; it isn't after
/// ``attempts`` crashes in a row. One that may not read keyboards waits until it may.
public final class HelperHotkey: HotkeySource {
    public let name: String
    let program: String
    let chords: [HotkeyChord]
    private let cancelIndex: Int?

    private var deliver: ((HotkeyEvent) -> Void)?
    private(set) var helper: HelperProcess?
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
    public init(program: String, chords: [HotkeyChord], cancel: HotkeyChord? = nil) {
        name = chords.map(\.description).joined(separator: ", ")
        self.program = program
        self.chords = chords + (cancel.map { [$0] } ?? [])
        cancelIndex = cancel == nil ? nil : chords.count
    }

    /// Whether the helper accepts the chords and may watch for them, as far as that is known without
    /// starting it. ``HelperTrial`` finds out the rest.
    public func availability() -> Availability {
        let bindings = Array(chords.prefix(cancelIndex ?? chords.count))
        let problem = refusal ?? HelperProgram.problem(program, watching: bindings, name)
        return problem.map { .unavailable($0) } ?? .available
    }

    public func start(_ deliver: @escaping (HotkeyEvent) -> Void) {
        self.deliver = deliver
        if let problem = refusal { return fail(problem) }
        launch()
    }

    public func watch(cancel: Bool) {
        isCancelLive = cancel
        helper?.send(live)
    }

    public func stop() {
        deliver = nil
        drop()
        restart = nil
        down = []
        crashes = 0
        isCancelLive = false
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
            fail(.cannotStart(program, why: "\(error)"))
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
            fail(.refused(refusal, chord: chord))
        case .cannotWatch(let obstacle):
            deliver?(.failed(.obstacle(obstacle, for: name, program)))
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
            return fail(.cannotStart(program, why: "it ended \(crashes) times in a row"))
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

    /// Gives the helper up, and reports why.
    private func fail(_ problem: Problem) {
        drop()
        letGo()
        deliver?(.failed(problem))
    }
}
