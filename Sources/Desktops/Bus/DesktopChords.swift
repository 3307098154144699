import Dictation
import HotkeyChords

/// The chords that a desktop is asked to watch for, as its actions.
struct DesktopChords {
    struct Action {
        /// The name under which the desktop keeps the keys, whatever they are for: under another
        /// name an action would not get the keys that it had before.
        let id: String
        /// The text for the user in the desktop's settings.
        let description: String
        /// The chord of the configuration.
        let chord: HotkeyChord
    }

    static let cancelID = "cancel"

    /// The chords as the configuration writes them.
    let name: String
    let actions: [Action]
    let names: KeyNames
    private let count: Int

    /// - Parameters:
    ///   - uses: what each is for; dictation for those that are missing.
    ///   - cancel: left out if it has no modifier, since a key that a desktop watches
    ///     for reaches no window.
    init(
        _ chords: [HotkeyChord], for uses: [HotkeyAction], cancel: HotkeyChord?, names: KeyNames
    ) {
        name = chords.map(\.description).joined(separator: ", ")
        count = chords.count
        self.names = names
        var actions = chords.enumerated().map { index, chord in
            let use = index < uses.count ? uses[index] : .dictate
            return Action(
                id: "hotkey-\(index + 1)",
                description: index == 0 ? use.label : "\(use.label) (\(chord))", chord: chord)
        }
        if let cancel, !cancel.modifiers.isEmpty {
            actions.append(
                Action(id: Self.cancelID, description: "Cancel the dictation", chord: cancel))
        }
        self.actions = actions
    }

    /// The chords of the bindings that a desktop has no name for.
    ///
    /// - Parameter key: its name for a chord.
    func unsupported<Key>(_ key: (HotkeyChord, KeyNames) -> Key?) -> [String] {
        actions.filter { $0.id != Self.cancelID && key($0.chord, names) == nil }
            .map { "\($0.chord)" }
    }

    /// Whether the desktop is asked for the chord that cancels.
    var haveCancel: Bool { actions.contains { $0.id == Self.cancelID } }

    /// The binding of an action; nil for the action that cancels and for unknown ones.
    func index(of id: String) -> Int? {
        (0..<count).first { actions[$0].id == id }
    }
}

extension HotkeyAction {
    /// The description of the action in the desktop's settings.
    fileprivate var label: String {
        switch self {
        case .dictate: "Dictate"
        case .submit: "Dictate and press Enter"
        case .command: "Say a command"
        case .instruct: "Say what a model is to do with the text"
        case .retype: "Type the last dictation again"
        case .copy: "Copy the last dictation"
        case .undo: "Undo the last change"
        case .scratch: "Remove the last words"
        case .language: "Next language"
        case .cancel: "Cancel the dictation"
        }
    }
}
