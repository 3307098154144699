/// How a model gets to know the language.
public enum LanguageUse: String, Hashable, Sendable {
    /// It has one.
    case one
    /// It must be told, and may translate if it is told a wrong one.
    case told
    /// It may be told, and guesses otherwise.
    case optional
    /// It guesses, and can't be told.
    case detects
}
