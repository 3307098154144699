import Glibc
package import Problems
package import SystemPackage

/// Checks of a model's contents that the library doesn't make: it maps or reads these files without
/// checking that they are complete, and a truncated one crashes it or garbles the results. Files
/// that the library checks itself (means, variances, transition matrices and mixture weights have
/// headers and sums) are left to it.
///
/// Layouts: sphinxbase and pocketsphinx 5prealpha, `bin_mdef_read` in bin_mdef.c, `read_sendump`
/// in ptm_mgau.c, `ngram_model_trie_read_bin` in ngram_model_trie.c. Files of the other byte
/// order or of another format (text) are left to the library.
package enum ModelContents {
    /// Throws a problem with a file, for the user.
    package static func check(_ configuration: PocketSphinxConfiguration) throws(Problem) {
        try checkAcoustics(configuration.model)
        try check(configuration.languageModel, languageModel)
        try check(configuration.dictionary) { file throws(Damage) in
            if file.size == 0 { throw Damage("the file is empty") }
        }
    }

    /// Throws a problem with a file of the acoustic model.
    package static func checkAcoustics(_ model: FilePath) throws(Problem) {
        try check(model.appending("feat.params"), featureParameters)
        try check(model.appending("mdef"), modelDefinition)
        try check(model.appending("sendump"), senoneDump)
    }

    private struct Damage: Error {
        let why: String
        init(_ why: String) { self.why = why }
    }

    private static func check(
        _ path: FilePath, _ body: (FileReader) throws(Damage) -> Void
    ) throws(Problem) {
        // A file that can't be opened was reported before, or is one of two alternatives.
        guard let file = FileReader(path) else { return }
        do throws(Damage) { try body(file) } catch {
            throw Problem(
                "cannot load the speech model: “\(path)” is damaged", why: error.why,
                remedy: ModelFiles.remedy(for: path),
                fix: ModelFiles.fix(for: path))
        }
    }

    private static func isWhole(_ file: FileReader, needs bytes: Int) throws(Damage) {
        if file.size < bytes {
            throw Damage("it has \(file.size) bytes and should have \(bytes)")
        }
    }

    private static func number(_ file: FileReader) throws(Damage) -> Int {
        guard let number = file.int32() else { throw Damage("it ends within its header") }
        return Int(number)
    }

    private static func count(_ file: FileReader) throws(Damage) -> Int {
        let number = try number(file)
        if number < 0 { throw Damage("its header makes no sense") }
        return number
    }

    private static func featureParameters(_ file: FileReader) throws(Damage) {
        let text = String(decoding: file.bytes(min(file.size, 65_536)) ?? [], as: UTF8.self)
        do throws(DecoderOption.WrongParameters) {
            try DecoderOption.check(featureParameters: text)
        } catch {
            throw Damage(error.description)
        }
    }

    private static func modelDefinition(_ file: FileReader) throws(Damage) {
        guard file.bytes(4) == Array("BMDF".utf8) else { return }
        _ = try number(file)  // version
        file.position += try count(file)  // description of the format
        let names = try count(file)
        let phones = try count(file)
        let statesOfAPhone = try count(file)
        for _ in 0..<3 { _ = try count(file) }  // senones, transition matrices
        let sequences = try count(file)
        _ = try count(file)  // context
        let nodes = try count(file)
        _ = try number(file)  // silence

        let start = file.position
        for _ in 0..<names where !file.skipString() {
            throw Damage("it ends within the names of its phones")
        }
        file.position = start + (file.position - start + 3) & ~3
        file.position += 8 * nodes + 12 * phones
        guard let states = file.int32(), states >= 0 else {
            throw Damage("it ends after \(file.size) bytes, within its phones")
        }
        try isWhole(
            file,
            needs: file.position + 2 * Int(states) + (statesOfAPhone == 0 ? sequences : 0))
    }

    private static func senoneDump(_ file: FileReader) throws(Damage) {
        var fields: [String: Int] = [:]
        var length = try number(file)
        guard (1...999).contains(length) else { return }
        while length > 0 {
            guard length <= 999, let bytes = file.bytes(length) else {
                throw Damage("it ends within its header, or its header makes no sense")
            }
            let words = String(decoding: bytes.dropLast(), as: UTF8.self).split(separator: " ")
            if words.count == 2, let value = Int(words[1]) { fields[String(words[0])] = value }
            length = try number(file)
        }
        let clusters = fields["cluster_count"] ?? 0
        // Newer files describe the contents of the model's definition; for those the library checks
        // that both agree.
        guard clusters == 0 else { return }
        let rows = try count(file)
        let columns = try count(file)
        let step = fields["cluster_bits"] == 4 ? (columns + 1) / 2 : columns
        try isWhole(
            file, needs: file.position + (fields["feature_count"] ?? 1) * rows * step)
    }

    private static func languageModel(_ file: FileReader) throws(Damage) {
        guard file.bytes(19) == Array("Trie Language Model".utf8) else { return }
        guard let order = file.bytes(1)?.first, (1...5).contains(order) else {
            throw Damage("its header makes no sense")
        }
        var counts: [Int] = []
        for _ in 0..<order { counts.append(try count(file)) }
        let last = counts.count - 1
        func bits(_ greatest: Int) -> Int { Int.bitWidth - greatest.leadingZeroBitCount }
        func packed(_ entries: Int, _ extra: Int) -> Int {
            ((1 + entries) * (bits(counts[0]) + extra) + 7) / 8 + 8
        }

        // Tables of 65,536 floats: two for each middle order, one for the highest.
        if last > 0 { file.position += 4 + (2 * (last - 1) + 1) * 65_536 * 4 }
        file.position += 12 * (counts[0] + 1)
        for middle in 1..<max(1, last) {
            file.position += packed(counts[middle], 32 + bits(counts[middle + 1]))
        }
        if last > 0 { file.position += packed(counts[last], 16) }
        guard let words = file.int32(), words >= 0 else {
            throw Damage("it ends after \(file.size) bytes, before its words")
        }
        try isWhole(file, needs: file.position + Int(words))
    }
}
