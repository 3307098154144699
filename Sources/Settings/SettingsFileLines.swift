/// The lines of a configuration file, for changes that leave the others as they are. What a change
/// means must be checked: lines within a string are not told from others.
struct FileLines {
    private typealias Line = [Unicode.Scalar]
    private var lines: [Line]

    init(_ contents: [UInt8]) {
        lines = String(decoding: contents, as: UTF8.self).unicodeScalars
            .split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    }

    var bytes: [UInt8] {
        Array(lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n").utf8)
    }

    /// With another value in TOML in the place of one that is on one line.
    func replacing(at place: SettingsPlace, with text: String) -> FileLines? {
        let start = place.column - 1
        guard lines.indices.contains(place.line - 1) else { return nil }
        let line = lines[place.line - 1]
        // An escape is what the person chose to write.
        guard line.indices.contains(start), !line[start...].contains("\\") else { return nil }
        let end = (start + 1...line.count).first { end in
            let rest = line[end...].first { !" \t\r".unicodeScalars.contains($0) }
            return (rest.map { "#,}".unicodeScalars.contains($0) } ?? true)
                && SettingsEdit.node(String(String.UnicodeScalarView(line[start..<end]))) != nil
        }
        guard let end else { return nil }
        var new = self
        new.lines[place.line - 1].replaceSubrange(start..<end, with: text.unicodeScalars)
        return new
    }

    /// With a value where the template shows the default, or directly below the section's name, or
    /// at the end.
    func inserting(_ name: String, _ text: String, in section: String) -> FileLines {
        let assignment = "\(name) = \(text)"
        let header = lines.firstIndex { Self.words($0).hasPrefix("[\(section)]") }
        guard let header else { return appending(["", "[\(section)]", assignment]) }
        var new = self
        let shown = lines[header..<end(of: header)].firstIndex {
            Self.words($0).hasPrefix("#\(name) =")
        }
        if let shown {
            new.lines[shown] = Array(assignment.unicodeScalars)
        } else {
            new.lines.insert(Array(assignment.unicodeScalars), at: header + 1)
        }
        return new
    }

    /// With a profile's value, in the ways that it may be written, the nicest first: in the table
    /// of its section if the profile has one, else below the profile's own keys, else below its
    /// name.
    ///
    /// - Parameter line: the line of the profile's name, from 1.
    func inserting(
        _ setting: String, _ text: String, inProfileNamedAt line: Int
    ) -> [FileLines] {
        var places: [(index: Int, name: String)] = []
        let parts = setting.split(separator: ".").map(String.init)
        let block =
            line..<(lines[line...].firstIndex {
                let words = Self.words($0)
                return words.hasPrefix("[") && !words.hasPrefix("[profile.")
            } ?? lines.count)
        for count in stride(from: parts.count - 1, to: 0, by: -1) {
            let header = "[profile.\(parts[..<count].joined(separator: "."))]"
            if let index = block.first(where: { Self.words(lines[$0]).hasPrefix(header) }) {
                places.append((index + 1, parts[count...].joined(separator: ".")))
            }
        }
        let last = lines[line..<end(of: line - 1)].lastIndex {
            let words = Self.words($0)
            return !words.isEmpty && words != "\r" && !words.hasPrefix("#")
        }
        places += [((last ?? line - 1) + 1, setting), (line, setting)]
        return places.map { index, name in
            var new = self
            // As its neighbour is written.
            let indent = lines[index - 1].prefix { $0 == " " || $0 == "\t" }
            let ending: Line = lines[index - 1].last == "\r" ? ["\r"] : []
            new.lines.insert(indent + Array("\(name) = \(text)".unicodeScalars) + ending, at: index)
            return new
        }
    }

    func appending(_ added: [String]) -> FileLines {
        var new = self
        if new.lines.last?.isEmpty == true { new.lines.removeLast() }
        new.lines += added.map { Array($0.unicodeScalars) } + [[]]
        return new
    }

    /// Without one of the values in a table, for each of them.
    func removingKeys(in table: String) -> [FileLines] {
        lines.indices.filter { Self.words(lines[$0]).hasPrefix("[\(table)]") }.flatMap { header in
            (header + 1..<end(of: header)).filter { Self.isValue(lines[$0]) }.map {
                removing($0...$0)
            }
        }
    }

    /// Without one of the tables in an array, for each of them; comments below its values stay.
    func removingTables(_ array: String) -> [FileLines] {
        lines.indices.filter { Self.words(lines[$0]).hasPrefix("[[\(array)]]") }.map { header in
            let last = (header..<end(of: header)).last { Self.isValue(lines[$0]) } ?? header
            let isApart = header > 0 && Self.words(lines[header - 1]).allSatisfy(\.isWhitespace)
            return removing((isApart ? header - 1 : header)...last)
        }
    }

    private func removing(_ range: ClosedRange<Int>) -> FileLines {
        var new = self
        new.lines.removeSubrange(range)
        return new
    }

    private static func isValue(_ line: Line) -> Bool {
        let words = words(line)
        return words.contains("=") && !words.hasPrefix("#")
    }

    /// With a line, from 1, as a comment.
    func commentingOut(_ line: Int) -> FileLines? {
        guard lines.indices.contains(line - 1) else { return nil }
        var new = self
        new.lines[line - 1].insert("#", at: 0)
        return new
    }

    /// The index of the next table after a line, or of the end.
    private func end(of index: Int) -> Int {
        lines[(index + 1)...].firstIndex { Self.words($0).hasPrefix("[") } ?? lines.count
    }

    private static func words(_ line: Line) -> String {
        String(String.UnicodeScalarView(line.drop { $0 == " " || $0 == "\t" }))
    }
}
