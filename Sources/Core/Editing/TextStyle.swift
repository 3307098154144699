public import Dictation
public import TextProcessing

/// How text is made for a window, and which keys may be pressed there.
public struct TextStyle: Sendable {
    /// Turns words into text; nil to type the recogniser's words unchanged.
    public var processor: TextProcessor?
    public var lineBreaks = TypableText.LineBreaks.space
    /// Whether they are kept where the field is known to be text, whatever `lineBreaks` says.
    public var keepsLinesInText = false
    /// The kind of the window, which decides the effect of keys; nil if it is unknown.
    public var window: WindowKind?
    public var tabs = TypableText.Tabs.space
    /// The keys for bold and the like in the window.
    public var formatting = FormattingKeys.none
    /// The spaces around a dictation.
    public var spacing = TextSpacing.none
    /// Checks that the model's text is still what was said.
    public var cleanupCheck = CleanupCheck(.english)
    /// Whether a model can be asked to do something with a text.
    public var takesInstructions = false

    public init() {}

    /// A text without what isn't typed.
    package func typable(_ text: String) -> TypableText {
        TypableText(cleaning: text, lineBreaks: lineBreaks, tabs: tabs)
    }

    /// The text that is typed for a text.
    func clean(_ text: String) -> String { typable(text).hardened }

    /// How line breaks are typed into a field of this kind; nil if it is unknown.
    package func lineBreaks(in field: FieldTraits?) -> TypableText.LineBreaks {
        guard let field else { return lineBreaks }
        return field.lineBreaks(keepsLinesInText && field.isText ? .keep : lineBreaks)
    }

    /// Whether a key may be pressed; those that move the cursor always may.
    package func allows(_ key: EditingKey) -> Bool {
        switch key {
        case .right, .shiftRight, .home, .end, .selectAll, .textStart, .textEnd: true
        case .bold, .italic, .underline: formatting.hasLetters
        case .enter, .tab, .escape, .pageBreak: processor?.keys.contains(key) == true
        }
    }
}
