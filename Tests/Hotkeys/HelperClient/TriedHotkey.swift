import Dictation
import DictationParts
import HotkeyChords
import HotkeyHelper
import LinuxRuntime
import Problems
import TestSupport
import Testing

/// A hotkey with a helper and a substitute, and its events.
@EventLoopActor final class TriedHotkey {
    let hotkey: HelperHotkey
    let substitute = FakeHotkey()
    private(set) var told: [HotkeyEvent] = []

    init(_ program: String, _ chords: [HotkeyChord], cancel: HotkeyChord? = nil) {
        hotkey = HelperHotkey(
            program: program, chords: chords, cancel: cancel, substitute: substitute)
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

/// A source that watches nothing.
final class FakeHotkey: HotkeySource {
    let name = "fake"
    var isAvailable = true
    private(set) var calls: [String] = []

    func availability() -> Availability {
        isAvailable ? .available : .unavailable(Problem("no", why: "the test says so"))
    }

    func start(_ deliver: @escaping (HotkeyEvent) -> Void) { calls.append("start") }

    func watch(cancel: Bool) { calls.append("watch \(cancel)") }

    func stop() { calls.append("stop") }
}
