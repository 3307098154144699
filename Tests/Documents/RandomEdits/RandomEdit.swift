import LinuxRuntime
import TestSupport

/// One thing that the user does or says.
enum RandomEdit: CustomStringConvertible {
    case typing(String)
    case moving(Int)
    case selecting(Int)
    case click(x: Int, y: Int)
    case dictation(String)
    case undoing
    case scratching
    case emptying

    private static let typed = [
        "we", "I like", ", and", ".", "? ", " (", ")", " ", "7", "north-east", " 12.5", "RED",
    ]
    private static let spoken = [
        "apples", "and pears", "we went there", "naïve café 😀", "green", "nothing new", "42",
        "Peter", "very",
    ]

    static func random(
        in model: DocumentModel, _ abilities: EditingAbilities, _ random: inout SplitMix
    ) -> RandomEdit {
        func any(_ texts: [String]) -> String { texts.randomElement(using: &random)! }
        // What has been dictated is taken back as often as not.
        if model.isUndoable, Int.random(in: 0..<10, using: &random) < 3 {
            let scratches = Bool.random(using: &random) && model.isScratchable
            return scratches ? .scratching : .undoing
        }
        let reportsSelection =
            abilities.reportsSelection
            && (abilities.reportsSelectionWithEmoji
                || model.string.unicodeScalars.allSatisfy { $0.value <= 0xFFFF })
        let selectable =
            abilities.reportsSelectionOfLines
            ? model.before.count
            : model.before.reversed().prefix { $0 != "\n" }.count
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
            return .typing(any(typed + (abilities.isOneLine ? [] : ["\n"])))
        case 2, 3: return .moving([-9, -4, -2, -1, 1, 3, 6].randomElement(using: &random)!)
        case 4
        where reportsSelection && model.selected.isEmpty && selectable > 1:
            return .selecting(.random(in: 1...min(8, selectable), using: &random))
        case 5 where abilities.isEmptied: return .emptying
        case 5 where abilities.isClicked:
            return .click(
                // Not beside the window, which would lose the focus.
                x: .random(in: 0..<250, using: &random),
                y: .random(in: 2..<(abilities.isOneLine ? 30 : 45), using: &random))
        default: return .dictation(any(spoken))
        }
    }

    var description: String {
        switch self {
        case .typing("\n"): "a new line"
        case .typing(let text): "typing “\(text)”"
        case .moving(let offset): "moving by \(offset)"
        case .selecting(let count): "selecting \(count) characters"
        case .click(let x, let y): "a click at \(x), \(y)"
        case .dictation(let words): "dictating “\(words)”"
        case .undoing: "“undo”"
        case .scratching: "“scratch that”"
        case .emptying: "emptying by the program"
        }
    }

    @EventLoopActor
    func make(on document: some EditedDocument, _ model: inout DocumentModel) async throws {
        switch self {
        case .typing(let text):
            try await document.type(text)
            model.type(text)
        case .moving(let offset):
            try await document.press(offset < 0 ? "Left" : "Right", abs(offset))
            try await document.mark(&model)
        case .selecting(let count):
            try await document.press("shift+Left", count)
            model.select(count)
        case .click(let x, let y):
            try await document.click(x, y)
            try await document.mark(&model)
        case .dictation(let words):
            try await document.dictate(words, over: model.selected)
            model.dictate(words)
        case .undoing:
            try await document.dictate("undo", over: model.selected)
            model.undo()
        case .scratching:
            try await document.dictate("scratch that", over: model.selected)
            model.scratch()
        case .emptying:
            try await document.clear()
            model = DocumentModel()
        }
    }
}
