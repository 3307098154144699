import CPocketSphinx
import Problems

/// The decoder's options from the library's list (`ps_args`): checked here because the library
/// prints its whole help to standard error if one is wrong.
enum DecoderOption {
    /// Throws if the option doesn't exist, can't be set by the user, or its value is of the wrong
    /// type.
    static func check(_ name: String, _ value: String) throws(Problem) {
        let what = "cannot set PocketSphinx's option “\(name)”"
        if let reason = reserved[name] {
            throw Problem(what, why: reason, remedy: "Remove it.")
        }
        guard let type = types[name] else {
            let nearest = nearestName(to: name).map { "Did you mean “\($0)”?" }
            throw Problem(
                what, why: "it has none of that name",
                remedy: nearest ?? "See the manual page pocketsphinx_continuous(1).")
        }
        guard let wanted = mismatch(value, type) else { return }
        throw Problem(what, why: "“\(value)” is not \(wanted)", remedy: "Give it \(wanted).")
    }

    /// The values in `feat.params` must be of the right type too; names that the library doesn't
    /// know are for other programs. Throws the description of the first error.
    static func check(featureParameters text: String) throws(WrongParameters) {
        let lines = text.split(whereSeparator: \.isNewline)
            .filter { $0.first { !$0.isWhitespace } != "#" }
        let words = lines.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map(String.init)
        for start in stride(from: 0, to: words.count, by: 2) {
            let word = words[start]
            guard word.hasPrefix("-") else {
                throw WrongParameters(description: "“\(word.prefix(40))” is not an option")
            }
            guard start + 1 < words.count else {
                throw WrongParameters(description: "the value of “\(word)” is missing")
            }
            guard let type = types[String(word.dropFirst())] else { continue }
            if let wanted = mismatch(words[start + 1], type) {
                throw WrongParameters(
                    description: "the value of “\(word)” is not \(wanted)")
            }
        }
    }

    struct WrongParameters: Error {
        let description: String
    }

    /// What the value should have been, or nil if it is right.
    private static func mismatch(_ value: String, _ type: Int32) -> String? {
        switch type & ~ARG_REQUIRED {
        case ARG_INTEGER: Int32(value) == nil ? "a whole number" : nil
        case ARG_FLOATING: Double(value)?.isFinite == true ? nil : "a number"
        // The library only checks the first letter; a typing error would count as yes or no.
        case ARG_BOOLEAN:
            ["yes", "no", "true", "false", "1", "0"].contains(value) ? nil : "yes or no"
        default: value.isEmpty ? "a text" : nil
        }
    }

    /// ARG_… bits by the option's name without the dash.
    private static let types: [String: Int32] = {
        var types: [String: Int32] = [:]
        // An array that ends with a NULL name and lives as long as the library.
        guard var argument = ps_args() else { return types }
        while let name = argument.pointee.name {
            types[String(String(cString: name).dropFirst())] = argument.pointee.type
            argument += 1
        }
        return types
    }()

    /// Options that only this program may set, each with the reason.
    private static let reserved: [String: String] = {
        var reserved = [
            "hmm": "the model's directory has a setting of its own",
            "dict": "the dictionary has a setting of its own",
            "lm": "the language model has a setting of its own",
            "logfn": "the library's errors go to this program's log",
            "samprate": "audio always comes at 16000 samples a second",
            "input_endian": "audio always comes in this machine's byte order",
        ]
        for name in ["mdef", "mean", "var", "tmat", "mixw", "sendump", "senmgau", "featparams"] {
            reserved[name] = "the file comes from the model's directory"
        }
        for name in ["jsgf", "fsg", "kws", "keyphrase", "allphone", "lmctl"] {
            reserved[name] = "dictation is decoded with a language model"
        }
        return reserved
    }()

    private static func nearestName(to name: String) -> String? {
        Spelling.nearest(to: name, among: types.keys.filter { reserved[$0] == nil }.sorted())
    }
}
