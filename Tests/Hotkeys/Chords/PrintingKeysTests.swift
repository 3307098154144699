import CXkbcommon
import Foundation
import HotkeyChords
import Testing

/// The keys that print in anything that xkeyboard-config has: layouts with their variants, models,
/// options.
@Suite struct PrintingKeysTests {
    private struct Names: Hashable {
        var model = "pc105"
        var layout = "us"
        var variant = ""
        var option = ""
    }

    /// In portions that run in parallel.
    private static let portions = (0..<8).map { portion in
        all.indices.filter { $0 % 8 == portion }.map { all[$0] }
    }

    private static let all: [Names] = ["evdev.xml", "evdev.extras.xml"].flatMap { file in
        let path = "/usr/share/X11/xkb/rules/\(file)"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        var found: [Names] = []
        var (kind, layout) = ("", "")
        for line in text.split(separator: "\n") {
            let words = line.trimmingCharacters(in: .whitespaces)
            for tag in ["model", "layout", "variant", "group", "option"]
            where words.hasPrefix("<\(tag)>") || words.hasPrefix("<\(tag) ") {
                kind = tag
            }
            // After the element's own name come names of languages and others.
            guard words.hasPrefix("<name>"), words.hasSuffix("</name>") else { continue }
            let name = String(words.dropFirst(6).dropLast(7))
            switch kind {
            case "model": found.append(Names(model: name))
            case "layout" where name != "custom":
                layout = name
                found.append(Names(layout: name))
            case "variant": found.append(Names(layout: layout, variant: name))
            case "option": found.append(Names(option: name))
            default: break
            }
            kind = ""
        }
        return found
    }

    @Test func thereAreMany() {
        #expect(Self.all.count > 800)
        #expect(Self.all.contains(Names(layout: "de", variant: "neo")))
        #expect(Self.all.contains(Names(option: "japan:nicola_f_bs")))
    }

    /// What prints with Shift only is revealing with Shift. The right Ctrl key is the only exception:
    /// it prints in one layout, and is the default hotkey in all others.
    @Test(arguments: portions.indices)
    func whatPrintsIsRevealing(_ portion: Int) throws {
        let context = try #require(xkb_context_new(XKB_CONTEXT_NO_FLAGS))
        defer { xkb_context_unref(context) }
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        for names in Self.portions[portion] {
            for (key, onlyWithShift) in Self.printingKeys(names, context) {
                if key == 97, names.layout == "br", names.variant == "thinkpad" { continue }
                let chord = HotkeyChord(
                    modifiers: onlyWithShift ? [.shift: .either] : [:], key: key, keyName: "")
                #expect(chord.isRevealing, "key \(key) in \(names)")
            }
        }
    }

    /// The keys, and whether each prints with Shift only, and nothing with any other modifier.
    private static func printingKeys(
        _ names: Names, _ context: OpaquePointer
    ) -> [(key: UInt16, onlyWithShift: Bool)] {
        let keymap = names.model.withCString { model in
            names.layout.withCString { layout in
                names.variant.withCString { variant in
                    names.option.withCString { option in
                        var names = xkb_rule_names(
                            rules: nil, model: model, layout: layout, variant: variant,
                            options: option)
                        return xkb_keymap_new_from_names(
                            context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
                    }
                }
            }
        }
        // Some listed ones don't compile.
        guard let keymap else { return [] }
        defer { xkb_keymap_unref(keymap) }
        let codes = max(9, xkb_keymap_min_keycode(keymap))...xkb_keymap_max_keycode(keymap)
        let shift = xkb_mod_mask_t(1) << xkb_keymap_mod_get_index(keymap, "Shift")
        return codes.compactMap { code in
            let masks = printingMasks(keymap, code)
            if masks.isEmpty { return nil }
            return (UInt16(code - 8), masks.allSatisfy { $0 == shift })
        }
    }

    /// The modifiers with which a key prints, in any group.
    private static func printingMasks(
        _ keymap: OpaquePointer, _ code: xkb_keycode_t
    ) -> [xkb_mod_mask_t] {
        (0..<xkb_keymap_num_layouts_for_key(keymap, code)).flatMap { group in
            (0..<xkb_keymap_num_levels_for_key(keymap, code, group)).flatMap { level in
                var symbols: UnsafePointer<xkb_keysym_t>?
                let count = xkb_keymap_key_get_syms_by_level(keymap, code, group, level, &symbols)
                guard UnsafeBufferPointer(start: symbols, count: Int(count)).contains(where: prints)
                else { return [xkb_mod_mask_t]() }
                var masks = [xkb_mod_mask_t](repeating: 0, count: 32)
                let found = xkb_keymap_key_get_mods_for_level(
                    keymap, code, group, level, &masks, masks.count)
                // A level that no modifiers reach counts as one that none are needed for.
                return found == 0 ? [0] : Array(masks.prefix(found))
            }
        }
    }

    /// Whether it is a character or a dead key. apl(dyalog) has commands in the private use area.
    private static func prints(_ symbol: xkb_keysym_t) -> Bool {
        let character = xkb_keysym_to_utf32(symbol)
        return character >= 0x20 && character != 0x7F && !(0xE000...0xF8FF ~= character)
            || 0xFE50...0xFE93 ~= symbol
    }
}
