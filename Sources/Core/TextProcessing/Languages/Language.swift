import Dictation

/// The rules of a language, as data. Phrases are in lower case, with one space between words.
public struct Language: Hashable, Sendable {
    /// BCP 47: `en`.
    public var tag: String
    /// Phrases for a mark, a symbol or a line break.
    public var marks: [Mark] = []
    /// Phrases that change or undo what is written.
    public var commands: [String: SpokenCommand] = [:]
    /// Phrases that edit what was typed: a whole utterance each. `{text}` and `{with}` stand for any
    /// words, `{count}` for a number, a word in brackets may be missing, and `a|b` is either word.
    public var edits: [String: EditAction] = [:]
    /// Phrases that are written as words although they contain a mark or a command: `trial period`.
    public var plain: [String] = []
    /// Words after which the name of a mark is a noun: `a comma`.
    public var articles: [String] = []
    /// Phrases after which the name of a mark or command is meant as words: `the word`.
    public var mentions: [String] = []
    /// Words by their part of speech, and how clear the names of marks and commands are.
    public var classes: [WordClass: [String]] = [:]
    /// Verbs that say who spoke a quotation, and words that may come before them: `he asked`.
    public var reportingVerbs: [String] = []
    public var reporters: [String] = []
    /// Words that are left out: `um`.
    public var fillers: [String] = []
    /// Words for sounds that engines write between brackets: `music`.
    public var noises: [String] = []
    /// Phrases by which something is said anew: `no wait`.
    public var repairs: [String] = []
    /// The same, of phrases that are also said otherwise: `i mean`.
    public var vagueRepairs: [String] = []
    /// Phrases that are fillers when they stand between pauses: `you know`.
    public var pauseFillers: [String] = []
    /// Words that are written once although they were said twice in a row: `the the`.
    public var stutters: [String] = []
    /// Words and phrases with a fixed spelling: `Monday`, `New York`, `I`.
    public var names: [String] = []
    /// Files of the words of the language, one a line in the order of their bytes: those that stand
    /// there with a capital only are written so. The first that is installed is used.
    public var wordLists: [String] = []
    /// Words before a name, and how they are written there: `Mr.` for `mister`.
    public var titles: [String: String] = [:]
    /// Titles after which any word but one of `notNames` is a name: `mister`.
    public var nameTitles: [String] = []
    /// Titles that are other words as well, unless they begin a sentence: `miss`.
    public var wordTitles: [String] = []
    /// Words after which a title is a noun: `the` in `the doctor`.
    public var titleArticles: [String] = []
    /// Names of people, also those that are other words: written so after a title.
    public var people: [String] = []
    public var notNames: [String] = []
    /// Words whose full stop doesn't end a sentence, without that stop: `mr`.
    public var abbreviations: [String] = []
    /// How questions begin: `where is`, `can you`.
    public var questions: [String] = []
    /// Words before the beginning of a sentence: `and`.
    public var leadIns: [String] = []
    /// Words that agree, before a verb and a pronoun which otherwise ask: “so do I”.
    public var agreements: [String] = []
    /// Words with which no sentence ends: `the`.
    public var unfinished: [String] = []
    /// Whether a full stop stands before the mark that closes a quotation.
    public var stopsInQuotations = false
    /// Whether a question and an exclamation begin with a mark, too: “¿Qué?”.
    public var opensQuestions = false
    /// Whether a line after a comma goes on in small letters, as in a letter after “Liebe Anna,”.
    public var goesOnAfterSalutation = false
    /// Phrases with a special spelling, mostly letters: `T-shirt` for `t shirt`.
    public var spellings: [String: String] = [:]
    /// Words for `@` in an address: `at`.
    public var addressSigns: [String] = []
    /// Words for the full stop in an address: `dot`.
    public var addressDots: [String] = []
    /// Words before such a sign that are no part of an address: `look`.
    public var notInAddresses: [String] = []
    /// Words for signs of a command line: `dash` for `-`.
    public var shellSigns: [String: String] = [:]
    /// Words for a letter in a word that is spelt: `alpha` for `a`.
    public var letters: [String: String] = [:]
    public var numbers = NumberWords()

    public init(tag: String) { self.tag = tag }
}

/// A mark, a symbol or a line break.
public struct Mark: Hashable, Sendable {
    /// On which sides it has no space.
    public enum Spacing: String, Hashable, Sendable, CaseIterable {
        case left, right, both, free
    }

    /// Its meaning for the text around it.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// No meaning.
        case symbol
        /// Divides a sentence.
        case divider
        /// Ends a sentence.
        case stop
        case opening, closing, openingQuote, closingQuote
        case lineBreak
        /// Opens a quotation and closes it, in turn; its text has the two marks.
        case toggledQuote
        /// Opens a quotation if a mark that closes one follows, and is a word otherwise: `quote`.
        case pairedQuote
        /// Two of them join what is between: `*important*`.
        case emphasis
        /// Begins an item of a list, on its own line.
        case item
        /// Begins an option of a command line: letters after it are joined.
        case option
    }

    /// The phrases for it.
    public var phrases: [String]
    /// How it is written in good typography.
    public var text: String
    /// How it is written with the keys of any keyboard, if that differs.
    public var plainText: String?
    public var spacing: Spacing
    public var role: Role

    public init(
        _ phrases: [String], _ text: String, plain: String? = nil, _ spacing: Spacing,
        _ role: Role = .symbol
    ) {
        self.phrases = phrases
        self.text = text
        plainText = plain
        self.spacing = spacing
        self.role = role
    }
}

/// A command that changes or undoes what is written.
public enum SpokenCommand: String, Hashable, Sendable, CaseIterable {
    /// The next phrase is written as words.
    case literal
    /// The next word begins with a capital.
    case capital
    case capitalsOn, capitalsOff
    /// The next word is written in capitals.
    case upper
    case upperOn, upperOff
    /// The next word is written without capitals.
    case lower
    case lowerOn, lowerOff
    /// Begins a list, with bullets or with numbers; begins an item of it; ends it.
    case listOn, numberedListOn, listItem, listOff
    /// The next word follows without a space.
    case noSpace
    case noSpaceOn, noSpaceOff
    /// The words that follow are a name in a program: `fooBar`, `FooBar`, `foo_bar`, `foo-bar`,
    /// `FOO_BAR`; and it ends.
    case camelCase, pascalCase, snakeCase, kebabCase, constantCase, caseOff
    /// The letters that follow are one word.
    case spell
    /// Removes the last utterance.
    case scratch
    /// Undoes the last change of the text.
    case undo
    /// Selects the last utterance.
    case select
    /// Replaces the text of a clean-up model by the text from before it.
    case restoreRaw
    /// Press keys, if that is allowed.
    case pressEnter, pressTab, pressEscape
    /// Begins a page, in a word processor.
    case pageBreak
    /// Ends the dictation.
    case stop
    /// Pauses the dictation.
    case pause
    /// Ends it, as a separate utterance, where a phrase begins the next one.
    case sleep
}

extension SpokenCommand {
    /// The key that the command presses.
    var key: EditingKey? {
        switch self {
        case .pressEnter: .enter
        case .pressTab: .tab
        case .pressEscape: .escape
        case .pageBreak: .pageBreak
        default: nil
        }
    }
}
