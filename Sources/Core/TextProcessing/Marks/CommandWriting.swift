/// Carries out spoken commands about the text: capitals, joined words, spelling, scratching.
struct CommandWriting: Sendable {
    /// The draft, and what must be done by the caller.
    struct Result {
        var draft: Draft
        var endsDictation = false
    }

    private let spelling: Spelling
    private let identifiers: Identifiers

    init(_ language: Language, _ identifiers: Identifiers) {
        spelling = Spelling(language)
        self.identifiers = identifiers
    }

    /// The modes that change the following words.
    private struct Mode {
        var capitals = false
        var upper = false
        var lower = false
        var noSpace = false
        /// The list that the words are in.
        var list: List?
        /// For the next word only.
        var next: SpokenCommand?
        var joinNext = false
    }

    private enum List {
        case bullets
        /// With the number of the last item.
        case numbers(Int)
    }

    func apply(_ tokens: [Token]) -> Result {
        var result = Result(draft: Draft(capacity: tokens.count))
        var mode = Mode()
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            index += 1
            switch token.kind {
            case .word: result.draft.append(format(token, &mode))
            case .mark(.lineBreak) where mode.list != nil:
                if token.text == "\n" {
                    result.draft.append(Self.item(&mode))
                } else {
                    mode.list = nil
                    result.draft.append(token)
                }
            case .mark, .key: result.draft.append(token)
            case .pause: result.draft.endUtterance(token)
            case .command(.spell):
                if let (word, next) = spelling.word(tokens, index) {
                    result.draft.append(format(word, &mode))
                    index = next
                } else {
                    result.draft.append(format(.word(token.text), &mode))
                }
            case .command(let command) where command.beginsIdentifier:
                let words = tokens[index...].prefix(while: \.isWord)
                guard let name = identifiers.name(Array(words), command) else {
                    result.draft.append(format(.word(token.text), &mode))
                    continue
                }
                var next = words.endIndex
                if next < tokens.count, tokens[next].kind == .command(.caseOff) { next += 1 }
                // A name alone is no sentence: “Camel case foo bar.”
                if index == 1 || tokens[index - 2].kind == .pause, next < tokens.count,
                    tokens[next].isEngines, tokens[next].text == ".",
                    next + 1 == tokens.count || tokens[next + 1].kind == .pause
                {
                    next += 1
                }
                var word = format(.fixed(name), &mode)
                // “fooBar(”
                word.joinsRight = next < tokens.count && ["(", "["].contains(tokens[next].text)
                result.draft.append(word)
                index = next
            case .command(.caseOff): result.draft.append(format(.word(token.text), &mode))
            case .command(.listItem), .command(.listOff):
                guard mode.list != nil else {
                    result.draft.append(format(.word(token.text), &mode))
                    continue
                }
                if token.kind == .command(.listItem) {
                    result.draft.append(Self.item(&mode))
                } else {
                    mode.list = nil
                    result.draft.append(.mark("\n", .both, .lineBreak))
                }
            case .command(.listOn), .command(.numberedListOn):
                mode.list = token.kind == .command(.listOn) ? .bullets : .numbers(0)
                result.draft.append(Self.item(&mode))
            case .command(.stop), .command(.sleep): result.endsDictation = true
            // Obeyed when it was said.
            case .command(.pause): break
            case .command(let command): Self.apply(command, &result.draft, &mode)
            }
        }
        return result
    }

    /// The beginning of the next item.
    private static func item(_ mode: inout Mode) -> Token {
        guard case .numbers(let last) = mode.list else { return .mark("•", .free, .item) }
        mode.list = .numbers(last + 1)
        return .mark("\(last + 1).", .free, .item)
    }

    private static func apply(
        _ command: SpokenCommand, _ draft: inout Draft, _ mode: inout Mode
    ) {
        switch command {
        case .scratch: draft.scratch()
        case .undo: draft.undo()
        case .select: draft.select()
        case .restoreRaw: draft.restoreRaw()
        case .pressEnter, .pressTab, .pressEscape, .pageBreak: draft.press(command.key!)
        default: change(&mode, command)
        }
    }

    private func format(_ word: Token, _ mode: inout Mode) -> Token {
        var word = word
        if mode.upper || mode.next == .upper {
            word.letterCase = .upper
        } else if mode.lower || mode.next == .lower {
            word.letterCase = .lower
        } else if mode.capitals || mode.next == .capital {
            word.letterCase = .capital
        }
        if mode.noSpace || mode.joinNext { word.joinsLeft = true }
        mode.next = nil
        mode.joinNext = false
        return word
    }

    private static func change(_ mode: inout Mode, _ command: SpokenCommand) {
        switch command {
        case .capital, .upper, .lower: mode.next = command
        case .capitalsOn: mode.capitals = true
        case .capitalsOff: mode.capitals = false
        case .upperOn: mode.upper = true
        case .upperOff: mode.upper = false
        case .lowerOn: mode.lower = true
        case .lowerOff: mode.lower = false
        case .noSpace: mode.joinNext = true
        case .noSpaceOn: mode.noSpace = true
        case .noSpaceOff: mode.noSpace = false
        case .literal, .scratch, .stop, .pause, .sleep, .spell, .undo, .select, .restoreRaw,
            .pressEnter, .pressTab, .pressEscape, .pageBreak, .listOn, .numberedListOn, .listItem,
            .listOff, .camelCase, .pascalCase, .snakeCase, .kebabCase, .constantCase, .caseOff:
            break
        }
    }
}
