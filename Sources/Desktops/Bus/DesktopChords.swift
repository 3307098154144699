import HotkeyChords

/// The chords that a desktop is asked to watch for, as its actions.
struct DesktopChords {
    struct Action {
        /// What the desktop keeps the keys under.
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

    /// - Parameter cancel: left out if it has no modifier, since a key that a desktop watches for
    ///   reaches no window.
    init(_ chords: [HotkeyChord], cancel: HotkeyChord?, names: KeyNames) {
        name = chords.map(\.description).joined(separator: ", ")
        count = chords.count
        self.names = names
        var actions = chords.enumerated().map { index, chord in
            Action(
                id: "dictate-\(index + 1)",
                description: index == 0 ? "Dictate" : "Dictate (\(chord))", chord: chord)
        }
        if let cancel, !cancel.modifiers.isEmpty {
            actions.append(
                Action(id: Self.cancelID, description: "Cancel the dictation", chord: cancel))
        }
        self.actions = actions
    }

    /// The binding of an action; nil for the action that cancels and for unknown ones.
    func index(of id: String) -> Int? {
        (0..<count).first { actions[$0].id == id }
    }
}
