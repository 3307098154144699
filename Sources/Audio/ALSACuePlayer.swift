import CALSA
public import Dictation
public import DictationParts
import Glibc
import LinuxRuntime
import Synchronization

/// Plays the sounds through an ALSA PCM, opened for each: between them nothing runs. A thread
/// does it, for opening and draining wait for the device or its sound server.
public final class ALSACuePlayer: CuePlayer {
    /// The PCM.
    public let name: String
    private let onFailure: (Problem) -> Void
    private var playing: Playing?
    /// Ends with the sound and its echo.
    private var sounding: EventSource?

    /// A sound that takes longer hangs in its device or sound server, and isn't heard: what the
    /// microphone hears meanwhile is somebody's speech.
    private static let longest = Duration.seconds(2)
    /// What is played may come back through the microphone for so long after its end: the sound
    /// server's delay between a speaker and a microphone, and the room's echo.
    private static let echoTime = Duration.milliseconds(100)

    /// - Parameters:
    ///   - name: the PCM.
    ///   - onFailure: called on the event loop with why a sound could not be played.
    public init(_ name: String, onFailure: @escaping (Problem) -> Void) {
        self.name = name
        self.onFailure = onFailure
    }

    public var isSounding: Bool { sounding != nil }

    public func play(_ cue: AudioCue) {
        // Two at once would be heard as none.
        guard playing == nil else { return }
        do throws(SystemError) {
            playing = try Playing(name, CueSamples.samples(cue)) { [weak self] in
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
        sounding = try? EventLoop.shared.timer(after: time) { [unowned self] in sounding = nil }
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
            let problem = play(samples, on: name)
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
        // A thread in a driver that hangs is left alone, for joining it would hang too; all that
        // it touches belongs to the state, which it keeps.
        if !state.isOver.load(ordering: .acquiring) { thread.detach() }
    }
}

/// What the thread and the event loop share.
private final class PlayingState: Sendable {
    let end: OwnedDescriptor
    let isOver = Atomic<Bool>(false)
    let problem = Mutex<Problem?>(nil)

    init(end: consuming OwnedDescriptor) {
        self.end = end
    }
}

/// Plays samples to their end: blocks. Answers why it could not.
private func play(_ samples: [Int16], on name: String) -> Problem? {
    ALSAMessages.heeded {
        func problem(_ result: Int32) -> Problem {
            let reason = String(cString: snd_strerror(result))
            let said = ALSAMessages.first
            return Problem(
                "cannot play a sound on “\(name)”",
                why: said.isEmpty ? reason : "\(reason) (\(said))",
                remedy: "Switch the sounds off: [audio] sounds = false")
        }
        var pcm: OpaquePointer?
        // Not blocking, or the kernel would wait until a busy device is free.
        var result = snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        if result < 0 { return problem(result) }
        defer { snd_pcm_close(pcm) }
        snd_pcm_nonblock(pcm, 0)
        result = snd_pcm_set_params(
            pcm, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1,
            UInt32(CueSamples.rate), 1, 40_000)
        if result < 0 { return problem(result) }
        // Silence to the end of a period: what doesn't fill one may not be played.
        let padded = samples + [Int16](repeating: 0, count: CueSamples.rate / 25)
        var written = 0
        while written < padded.count {
            let count = padded.withUnsafeBufferPointer { buffer in
                snd_pcm_writei(
                    pcm, buffer.baseAddress! + written, snd_pcm_uframes_t(buffer.count - written))
            }
            if count < 0 {
                result = snd_pcm_recover(pcm, Int32(count), 1)
                if result < 0 { return problem(result) }
            } else {
                written += Int(count)
            }
        }
        snd_pcm_drain(pcm)
        return nil
    }
}
