// Names of files: report.pdf, data_2.csv, backup.tar.gz.

extension Addresses {
    /// The end of a file's name at a full stop: `pdf`, also said letter by letter.
    ///
    /// - Parameter name: what is written before the full stop.
    /// - Returns: the end in small letters, and the index after it.
    func fileExtension(
        _ tokens: [Token], _ dot: Int, after name: [Token]
    ) -> (text: String, next: Int)? {
        guard dot > 0, tokens[dot].text == ".", tokens[dot - 1].isWord, isJoint(tokens[dot]),
            let (text, next) = ending(tokens, dot + 1)
        else { return nil }
        guard tokens[dot].role == .stop else { return (text, next) }
        // A spoken full stop may end a sentence. Three letters that are said one by one begin none,
        // and no sentence ends with a name such as data_2.
        let isJoined = local(name) < name.count - 1
        let isSpelled = tokens[dot + 1].key.isEmpty || next > dot + 2
        let isLast = next == tokens.count || !tokens[next].isWord
        return isJoined || text.utf8.count > 2 && (isSpelled || isLast) ? (text, next) : nil
    }

    /// The ending at an index, in one word or in up to four letters and digits.
    private func ending(_ tokens: [Token], _ start: Int) -> (text: String, next: Int)? {
        var (text, index) = ("", start)
        while index < tokens.count, tokens[index].isWord, text.utf8.count < 5 {
            let said = tokens[index].text.lowercased()
            text += digit(tokens[index].key) ?? said
            index += 1
            if Self.fileExtensions.contains(text), !continues(tokens, index) {
                return (text, index)
            }
            guard said.utf8.count <= 2 || digit(said) != nil else { break }
        }
        return nil
    }

    /// Whether a letter follows that belongs to a longer ending.
    private func continues(_ tokens: [Token], _ index: Int) -> Bool {
        index < tokens.count && tokens[index].isWord && tokens[index].key.utf8.count == 1
    }

    /// Frequent ones, without those that are words of a sentence: `go`, `log`.
    static let fileExtensions: Set<String> = [
        "avi", "bak", "bash", "bmp", "cfg", "conf", "cpp", "cs", "css", "csv", "deb", "doc", "docx",
        "epub", "exe", "flac", "gif", "gradle", "gz", "htm", "html", "ics", "ini", "ipynb", "iso",
        "jar", "jpeg", "jpg", "js", "json", "jsx", "kt", "md", "mkv", "mov", "mp3", "mp4", "odp",
        "ods", "odt", "ogg", "pdf", "php", "png", "pptx", "py", "rb", "rpm", "rs", "rst",
        "rtf", "scss", "sh", "sql", "sqlite", "svg", "tar", "tex", "tgz", "toml", "ts", "tsv",
        "tsx", "txt", "vcf", "wav", "webm", "webp", "xls", "xlsx", "xml", "xz", "yaml", "yml",
        "zip",
    ]
}
