/// How much can be said in a time. What an engine answers beyond it nobody said: it repeats itself,
/// or makes up what it answers.
public enum PlausibleLength {
    /// Who speaks very fast says some 25.
    static let charactersPerSecond = 40
    /// Spoken in no time: engines write names and signs for sounds, and some begin before it.
    static let allowance = 200

    /// The most characters that sound of a length can be: code points, for one letter may have any
    /// number of accents.
    public static func characters(in sound: Duration) -> Int {
        allowance + Int(sound.milliseconds) * charactersPerSecond / 1000
    }

    /// The most characters that are kept of more than that: who asks for them can be answered.
    static func kept(of sound: Duration) -> Int {
        max(20_000, characters(in: sound))
    }

    /// Whether these words can have been said in a sound of this length.
    public static func allows(_ words: [String], in sound: Duration) -> Bool {
        let limit = characters(in: sound)
        // As many characters at most as bytes, and those need no counting.
        if words.reduce(0, { $0 + $1.utf8.count }) <= limit { return true }
        return words.reduce(0) { $0 + $1.unicodeScalars.count } <= limit
    }
}
