import MonotonicTime

/// How much can be said in a time. An engine's answer that is longer was not said: the engine
/// repeats itself, or invents text.
public enum PlausibleLength {
    /// Very fast speech has about 25.
    static let charactersPerSecond = 40
    /// Independent of the time: engines write names and signs for sounds, and some begin before the
    /// recording.
    static let allowance = 200

    /// The most characters for a length of sound: code points, since one letter may have any number
    /// of accents.
    public static func characters(in sound: Duration) -> Int {
        allowance + Int(sound.milliseconds) * charactersPerSecond / 1000
    }

    /// The most characters of a longer text that are kept, so that `utter last` can answer.
    static func kept(of sound: Duration) -> Int {
        max(20_000, characters(in: sound))
    }

    /// Whether these words can have been said in a sound of this length.
    public static func allows(_ words: [String], in sound: Duration) -> Bool {
        let limit = characters(in: sound)
        // There are at most as many characters as bytes, and bytes need no counting.
        if words.reduce(0, { $0 + $1.utf8.count }) <= limit { return true }
        return words.reduce(0) { $0 + $1.unicodeScalars.count } <= limit
    }
}
