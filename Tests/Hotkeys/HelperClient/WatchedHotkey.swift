import Dictation
import HotkeyChords
import LinuxRuntime
import MonotonicTime
import Problems
import TestSupport
import Testing

@testable import HotkeyHelper

/// A hotkey of the real helper, without its group, and its events.
@EventLoopActor final class WatchedHotkey {
    let hotkey: HelperHotkey
    private(set) var events: [HotkeyEvent] = []

    init(_ chords: String...) throws {
        hotkey = HelperHotkey(
            program: HelperRun.built,
            chords: try chords.map { try HotkeyChord($0, names: .evdev) })
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

    /// The helper's process that reads the devices.
    var reader: Int32 {
        get throws { try #require(hotkey.helper?.pid) }
    }

    /// Waits until there are this many events.
    func tells(_ count: Int) async throws {
        try await waitUntil("told \(count) events, not \(told)") { events.count >= count }
    }

    func watches(_ node: String) async throws {
        let reader = try reader
        try await waitUntil("watches \(node)") { isReady(reader, for: node) }
    }

    func noLongerWatches(_ node: String) async throws {
        let reader = try reader
        try await waitUntil("gave \(node) up") { descriptors(of: node, in: reader) == 0 }
    }
}
