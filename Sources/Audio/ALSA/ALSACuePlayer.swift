public import Dictation
public import DictationParts
import Glibc
import LinuxRuntime
public import Problems
import Synchronization

/// Plays the sounds through an ALSA PCM, opened for each sound: between them nothing runs. On a
/// thread, since opening and draining wait for the device or its sound server.
public final class ALSACuePlayer: CuePlayer {
    /// The name of the PCM.
    public let name: String
    private let tone: CueTone
    private let volume: CueVolume
    private let onFailure: (Problem) -> Void
    private var playing: Playing?
    /// Fires when the sound and its echo have ended.
    private var sounding: EventSource?

    /// After this time a sound counts as stuck in its device or sound server, and as not audible:
    /// what the microphone records then is speech.
    private static let longest = Duration.seconds(2)
    /// How long after its end a sound may still be in the recording: the sound server's delay
    /// between speaker and microphone, and the room's echo.
    private static let echoTime = Duration.milliseconds(100)

    /// - Parameters:
    ///   - name: the name of the PCM.
    ///   - onFailure: called on the event loop with why a sound could not be played.
    public init(
        _ name: String, _ tone: CueTone = .notes, _ volume: CueVolume = .medium,
        onFailure: @escaping (Problem) -> Void
    ) {
        (self.name, self.tone, self.volume) = (name, tone, volume)
        self.onFailure = onFailure
    }

    public var isSounding: Bool { sounding != nil }

    public func play(_ cue: AudioCue) {
        // Two sounds at once could not be told apart.
        guard playing == nil else { return }
        do throws(SystemError) {
            playing = try Playing(name, CueSamples.samples(cue, tone, volume)) { [weak self] in
                self?.finish($0)
            }
            sound(for: Self.longest)
        } catch {
            onFailure(Problem("cannot play a sound", why: error.description))
        }
    }

    private func finish(_ problem: Problem?) {
        playing = nil
        if let problem {
            sounding = nil
            onFailure(problem)
        } else {
            sound(for: Self.echoTime)
        }
    }

    private func sound(for time: Duration) {
        sounding = EventLoop.shared.timer(after: time) { [unowned self] in sounding = nil }
    }
}

/// One sound being played.
private final class Playing {
    private let state: PlayingState
    private let thread: Thread
    private var source: EventSource?

    init(
        _ name: String, _ samples: [Int16], _ finish: @escaping (Problem?) -> Void
    ) throws(SystemError) {
        let state = PlayingState(end: try .event())
        self.state = state
        thread = try Thread(name: "sound") {
            let problem = ALSAPlayback.play(
                samples, rate: CueSamples.rate, on: name,
                remedy: "Switch the sounds off: utter config set audio.sounds false")
            state.problem.withLock { $0 = problem }
            state.isOver.store(true, ordering: .releasing)
            state.end.signalEvent()
        }
        source = try EventLoop.shared.watch(state.end.descriptor) { _ in
            state.end.drainEvent()
            finish(state.problem.withLock { $0 })
        }
    }

    deinit {
        // A thread that hangs in a driver is left alone, since joining it would hang too;
        // everything it uses belongs to the state, which it retains.
        if !state.isOver.load(ordering: .acquiring) { thread.detach() }
    }
}

/// Shared by the thread and the event loop.
private final class PlayingState: Sendable {
    let end: OwnedDescriptor
    let isOver = Atomic<Bool>(false)
    let problem = Mutex<Problem?>(nil)

    init(end: consuming OwnedDescriptor) {
        self.end = end
    }
}
