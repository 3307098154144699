import Dictation
import HotkeyChords
import LinuxRuntime
import MonotonicTime
import Problems
import Testing

@testable import HotkeyEvdev

/// A started hotkey and its events.
@EventLoopActor final class WatchedHotkey {
    let hotkey: EvdevHotkey
    private(set) var events: [HotkeyEvent] = []

    init(_ chords: String..., cancel: String? = nil) throws {
        hotkey = EvdevHotkey(
            chords: try chords.map { try HotkeyChord($0, names: .evdev) },
            cancel: try cancel.map { try HotkeyChord($0, names: .evdev) })
    }

    func start() {
        hotkey.start { [unowned self] event in events.append(event) }
    }

    func stop() { hotkey.stop() }

    /// The events as words, with the number of any hotkey but the first; for failures, the reason.
    var told: [String] {
        events.map { event in
            switch event {
            case .pressed(let index, _): Self.word("pressed", index)
            case .released(let index, _): Self.word("released", index)
            case .spoiled(let index, _): Self.word("spoiled", index)
            case .cancel: "cancel"
            case .failed(let problem): problem.why
            case .answered: "answered"
            }
        }
    }

    private static func word(_ word: String, _ index: Int) -> String {
        index == 0 ? word : "\(word) \(index + 1)"
    }

    var times: [Instant] {
        events.compactMap { event in
            switch event {
            case .pressed(_, let at), .released(_, let at), .spoiled(_, let at), .cancel(let at): at
            case .failed, .answered: nil
            }
        }
    }

    /// Waits until there are this many events.
    func tells(_ count: Int) async throws {
        try await until("told \(count) events") { events.count >= count }
    }

    func watches(_ node: String) async throws {
        try await until("watches \(node)") { hotkey.watchedNodes.contains(node) }
    }

    func watchesAny() async throws {
        try await until("watches a keyboard") { !hotkey.watchedNodes.isEmpty }
    }

    func noLongerWatches(_ node: String) async throws {
        try await until("gave \(node) up") { !hotkey.watchedNodes.contains(node) }
    }

    /// Returns when everything pending at the call has been read: the loop serves first what was
    /// ready first, and the second timer comes after the first.
    func readsAll() async throws {
        for _ in 1...2 { try await EventLoop.shared.sleep(for: .zero) }
    }

    private func until(_ fact: String, _ isTrue: () -> Bool) async throws {
        let timeout = MonotonicClock.nanoseconds + 180_000_000_000
        while !isTrue() {
            try #require(MonotonicClock.nanoseconds < timeout, "never \(fact); told \(told)")
            try await EventLoop.shared.sleep(for: .milliseconds(1))
        }
    }
}
