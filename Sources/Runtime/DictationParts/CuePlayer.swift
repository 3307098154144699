public import Dictation
public import LinuxRuntime

/// Plays the sounds.
@EventLoopActor
public protocol CuePlayer: AnyObject {
    /// Whether a sound may still be heard by a microphone.
    var isSounding: Bool { get }

    /// Plays a sound and returns at once. One that can't be played is only logged.
    func play(_ cue: AudioCue)
}
