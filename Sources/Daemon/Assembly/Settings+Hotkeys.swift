package import Dictation
package import HotkeyChords
import HotkeyEvdev
import Problems
import Settings

// The keys of the configuration in the form of the machine and the hotkey sources.

extension Settings {
    /// The bindings, that of `dictate` first. A `SettingsError` names the invalid key and its
    /// place.
    package func hotkeyChords() throws -> (bindings: [HotkeyChord], cancel: HotkeyChord?) {
        var taken: [(key: String, chord: HotkeyChord)] = []
        func chord(_ text: String, _ key: String) throws -> HotkeyChord {
            do throws(Problem) {
                let chord = try HotkeyChord(text, names: .evdev)
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
        return rules
    }

    /// The actions of the bindings, in the order of `hotkeyChords`.
    func hotkeyBindings() throws -> [HotkeyBinding] {
        guard hotkey.enabled else { return [] }
        let manners = [(hotkey.mode, DictationOverrides.automatic)]
            + hotkey.binding.map { ($0.mode, $0.choice) }
        return zip(try hotkeyChords().bindings, manners).map { chord, manner in
            var binding = HotkeyBinding()
            (binding.mode, binding.choice) = manner
            binding.endsInModifier = chord.endsInModifier
            binding.tapLimit = hotkey.tap
            binding.doubleTapLimit = hotkey.doubleTap
            return binding
        }
    }
}
