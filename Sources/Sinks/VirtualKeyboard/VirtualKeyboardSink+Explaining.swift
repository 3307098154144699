public import Dictation
import KeyStrokes
public import Problems

extension VirtualKeyboardSink {
    /// The keys of the virtual keyboard that would type a text, starting with its first keymap, the
    /// one for ASCII.
    public func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation {
        var slots = PrivateKeymap.plain.slots
        let bursts = TypingBurst.plan(
            try SymbolStroke.typing(text), on: slots, redefining: true)
        var symbols: [(SymbolStroke, SinkExplanation.SymbolPlace)] = []
        for burst in bursts {
            if let keymap = burst.keymap { slots = keymap.slots }
            for stroke in burst.strokes {
                guard let slot = slots[stroke.symbol] else { continue }
                symbols.append(
                    (stroke, SinkExplanation.SymbolPlace(strokes: nil, keys: slot.keys)))
            }
        }
        return SinkExplanation(
            text, typing: symbols, uploads: bursts.count { $0.keymap != nil })
    }
}

extension PrivateKeymapPlan.Slot {
    /// The modifiers are states here, not keys: `Shift+16`.
    fileprivate var keys: String {
        let selection = PrivateKeymap.Selection(level: level)
        let modifiers = [(1, "Shift"), (2, "Level3"), (4, "Level5")].filter { level, _ in
            PrivateKeymap.Selection(level: level).modifiers & selection.modifiers != 0
        }.map(\.1)
        let group = selection.group == 0 ? "" : "@\(selection.group + 1)"
        return (modifiers + ["\(key)"]).joined(separator: "+") + group
    }
}
