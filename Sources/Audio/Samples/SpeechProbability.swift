/// How probable it is that sound is speech, for ``VoiceActivity``. A value that remembers what it
/// heard.
public protocol SpeechProbability: Sendable {
    /// How many samples it takes at a time.
    static var count: Int { get }

    /// Takes the next ``count`` samples; returns a probability from 0 to 1.
    mutating func probability(of samples: some Collection<Int16>) -> Float
}
