package import Dictation
package import HotkeyChords
import HotkeyHelper
import Problems
import Settings

// The keys of the configuration in the form of the machine and the hotkey sources.

extension Settings {
    /// The bindings, `dictate` first. A `SettingsError` names the invalid key and its place.
    package func hotkeyChords() throws -> (bindings: [HotkeyChord], cancel: HotkeyChord?) {
        var taken: [(key: String, chord: HotkeyChord)] = []
        func chord(_ text: String, _ key: String) throws -> HotkeyChord {
            do throws(Problem) {
                let chord = try HotkeyChord(text, names: .evdev)
                if let objection = chord.objection { throw objection }
                if let other = taken.first(where: { $0.chord.overlaps(chord) }) {
                    throw Problem(
                        "“\(text)” has another meaning already",
                        why: "\(other.key) is \(other.chord)", remedy: "Choose another key.")
                }
                taken.append((key, chord))
                return chord
            } catch {
                throw self.error(with: key, error)
            }
        }
        var bindings = [try chord(hotkey.dictate, "hotkey.dictate")]
        for (index, binding) in hotkey.binding.enumerated() {
            bindings.append(try chord(binding.keys, "hotkey.binding[\(index)].keys"))
        }
        let cancel = hotkey.cancel.isEmpty ? nil : try chord(hotkey.cancel, "hotkey.cancel")
        return (bindings, cancel)
    }

    /// Which keys end and cancel a dictation, as in “RightCtrl ends · Escape cancels”.
    ///
    /// - Parameter watchesCancel: whether the key that cancels is watched for.
    package func keyHint(watchesCancel: Bool) -> String {
        func name(_ chord: String) -> String {
            let shown = (try? HotkeyChord(chord, names: .evdev).description) ?? chord
            // As the user wrote it, rather than by the kernel's name.
            return shown.contains("KEY_") ? chord.replacing("KEY_", with: "") : shown
        }
        let key = name(hotkey.dictate)
        let end =
            switch hotkey.mode {
            case .toggle, .double, .continuous: "\(key) ends"
            case .hold: "Release \(key) to end"
            case .auto: "\(key) or its release ends"
            case .oneSwitch: "\(key) ends, held down cancels"
            }
        return hotkey.cancel.isEmpty || !watchesCancel
            ? end : "\(end) · \(name(hotkey.cancel)) cancels"
    }

    /// The last keys of the bindings.
    func hotkeyCodes() throws -> Set<HotkeyCode> {
        guard hotkey.enabled else { return [] }
        return Set(
            try hotkeyChords().bindings.map {
                HotkeyCode(key: $0.key, hasModifiers: !$0.modifiers.isEmpty)
            })
    }

    /// The rules of the dictation machine, with the hotkeys.
    package func allRules() throws -> DictationRules {
        var rules = rules
        rules.hotkeys = try hotkeyBindings()
        rules.language = recognizer.language
        if SettingsProgram.path != nil { rules.failureActions = [.settings] }
        return rules
    }

    /// The actions of the bindings, in the order of `hotkeyChords`.
    func hotkeyBindings() throws -> [HotkeyBinding] {
        guard hotkey.enabled else { return [] }
        let first = Hotkey.Binding(keys: hotkey.dictate, mode: hotkey.mode)
        let manners = [first] + hotkey.binding
        return zip(try hotkeyChords().bindings, manners).map { chord, manner in
            var binding = HotkeyBinding()
            (binding.mode, binding.choice) = (manner.mode, manner.choice)
            (binding.action, binding.languages) = (manner.action, manner.languages)
            binding.choice.staysOn = binding.mode == .continuous
            binding.endsInModifier = chord.endsInModifier
            binding.tapLimit = hotkey.tap
            binding.doubleTapLimit = hotkey.doubleTap
            return binding
        }
    }
}
