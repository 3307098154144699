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
            // After the element's own name come those of languages and others.
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

    /// The right Ctrl key is the only exception: it prints in one layout, and is the default hotkey
    /// in all others.
    @Test(arguments: portions.indices)
    func whatPrintsIsRevealing(_ portion: Int) throws {
        let context = try #require(xkb_context_new(XKB_CONTEXT_NO_FLAGS))
        defer { xkb_context_unref(context) }
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        for names in Self.portions[portion] {
            for key in Self.printingKeys(names, context) {
                if key == 97, names.layout == "br", names.variant == "thinkpad" { continue }
                #expect(HotkeyChord(key: key, keyName: "").isRevealing, "key \(key) in \(names)")
            }
        }
    }

    private static func printingKeys(_ names: Names, _ context: OpaquePointer) -> [UInt16] {
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
        return codes.filter { code in
            (0..<xkb_keymap_num_layouts_for_key(keymap, code)).contains { group in
                (0..<xkb_keymap_num_levels_for_key(keymap, code, group)).contains { level in
                    var symbols: UnsafePointer<xkb_keysym_t>?
                    let count = xkb_keymap_key_get_syms_by_level(
                        keymap, code, group, level, &symbols)
                    return UnsafeBufferPointer(start: symbols, count: Int(count))
                        .contains(where: prints)
                }
            }
        }.map { UInt16($0 - 8) }
    }

    /// Whether it is a character or a dead key. apl(dyalog) has commands in the private use area.
    private static func prints(_ symbol: xkb_keysym_t) -> Bool {
        let character = xkb_keysym_to_utf32(symbol)
        return character >= 0x20 && character != 0x7F && !(0xE000...0xF8FF ~= character)
            || 0xFE50...0xFE93 ~= symbol
    }
}
