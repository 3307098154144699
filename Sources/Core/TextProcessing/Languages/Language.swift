import Dictation

/// The rules of a language, as data. Phrases are in lower case, with one space between words.
public struct Language: Hashable, Sendable {
    /// A list of words or phrases, by its name in a file.
    public enum List: String, Hashable, Sendable, CaseIterable {
        /// Phrases that are written as words although they contain a mark or a command: `trial period`.
        case plain
        /// Words after which the name of a mark is a noun: `a comma`.
        case articles
        /// Phrases after which the name of a mark or command is meant as words: `the word`.
        case mentions
        /// Verbs that say who spoke a quotation, and words that may come before them: `he asked`.
        case reportingVerbs = "reporting_verbs"
        case reporters
        /// Words that are left out: `um`.
        case fillers
        /// Words for sounds that engines write between brackets: `music`.
        case noises
        /// Phrases by which something is said anew: `no wait`.
        case repairs
        /// The same, of phrases that are also said otherwise: `i mean`.
        case vagueRepairs = "vague_repairs"
        /// Phrases that are fillers when they stand between pauses: `you know`.
        case pauseFillers = "pause_fillers"
        /// Words that are written once although they were said twice in a row: `the the`.
        case stutters
        /// Words and phrases with a fixed spelling: `Monday`, `New York`, `I`.
        case names
        /// Files of the words of the language, one a line in the order of their bytes: those that stand
        /// there with a capital only are written so. The first that is installed is used.
        case wordLists = "lists"
        /// Titles after which any word but one of `notNames` is a name: `mister`.
        case nameTitles = "name_titles"
        /// Titles that are other words as well, unless they begin a sentence: `miss`.
        case wordTitles = "word_titles"
        /// Words after which a title is a noun: `the` in `the doctor`.
        case titleArticles = "title_articles"
        /// Names of people, also those that are other words: written so after a title.
        case people
        case notNames = "not_names"
        /// Words whose full stop doesn't end a sentence, without that stop: `mr`.
        case abbreviations
        /// How questions begin: `where is`, `can you`.
        case questions
        /// Words before the beginning of a sentence: `and`.
        case leadIns = "lead_ins"
        /// Words that agree, before a verb and a pronoun which otherwise ask: “so do I”.
        case agreements
        /// Words with which no sentence ends: `the`.
        case unfinished
        /// Words for `@` in an address: `at`.
        case addressSigns = "address_signs"
        /// Words for the full stop in an address: `dot`.
        case addressDots = "address_dots"
        /// Words before such a sign that are no part of an address: `look`.
        case notInAddresses = "not_in_addresses"
    }

    /// BCP 47: `en`.
    public var tag: String
    /// Phrases for a mark, a symbol or a line break.
    public var marks: [Mark] = []
    /// Phrases that change or undo what is written.
    public var commands: [String: SpokenCommand] = [:]
    /// Phrases that edit what was typed: a whole utterance each. `{text}` and `{with}` stand for any
    /// words, `{count}` for a number, a word in brackets may be missing, and `a|b` is either word.
    public var edits: [String: EditAction] = [:]
    /// Words by their part of speech, and how clear the names of marks and commands are.
    public var classes: [WordClass: [String]] = [:]
    /// Words before a name, and how they are written there: `Mr.` for `mister`.
    public var titles: [String: String] = [:]
    /// Whether a full stop stands before the mark that closes a quotation.
    public var stopsInQuotations = false
    /// Whether a question and an exclamation begin with a mark, too: “¿Qué?”.
    public var opensQuestions = false
    /// Whether a line after a comma goes on in small letters, as in a letter after “Liebe Anna,”.
    public var goesOnAfterSalutation = false
    /// Phrases with a special spelling, mostly letters: `T-shirt` for `t shirt`.
    public var spellings: [String: String] = [:]
    /// Words for signs of a command line: `dash` for `-`.
    public var shellSigns: [String: String] = [:]
    /// Words for a letter in a word that is spelt: `alpha` for `a`.
    public var letters: [String: String] = [:]
    public var numbers = NumberWords()
    private var lists: [List: [String]] = [:]

    public init(tag: String) { self.tag = tag }

    public subscript(kind: WordClass) -> [String] {
        get { classes[kind] ?? [] }
        set { classes[kind] = newValue }
    }

    public subscript(list: List) -> [String] {
        get { lists[list] ?? [] }
        set { lists[list] = newValue.isEmpty ? nil : newValue }
    }
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
