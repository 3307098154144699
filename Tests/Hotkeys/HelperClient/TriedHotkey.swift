import Dictation
import HotkeyChords
import HotkeyHelper
import LinuxRuntime
import TestSupport
import Testing

/// A hotkey with a helper, and its events.
@EventLoopActor final class TriedHotkey {
    let hotkey: HelperHotkey
    private(set) var told: [HotkeyEvent] = []

    init(_ program: String, _ chords: [HotkeyChord], cancel: HotkeyChord? = nil) {
        hotkey = HelperHotkey(program: program, chords: chords, cancel: cancel)
    }

    func start() { hotkey.start { [unowned self] in told.append($0) } }

    func stop() { hotkey.stop() }

    func tells(_ count: Int) async throws {
        try await waitUntil("it tells \(count), not \(told)") { told.count >= count }
    }

    func tells(_ events: HotkeyEvent...) async throws {
        try await tells(events.count)
        #expect(told == events)
    }

    /// Waits for a problem described in these words.
    func fails(_ words: String) async throws {
        try await tells(1)
        guard case .failed(let problem) = told[0] else {
            Issue.record("told \(told)")
            return
        }
        #expect("\(problem)".contains(words))
    }
}
