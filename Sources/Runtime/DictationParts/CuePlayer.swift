public import Dictation
public import LinuxRuntime

/// Plays the sounds at start and stop.
@EventLoopActor
public protocol CuePlayer: AnyObject {
    /// Whether a microphone may still record a sound.
    var isSounding: Bool { get }

    /// Plays a sound and returns at once. A failure is only logged.
    func play(_ cue: AudioCue)
}
