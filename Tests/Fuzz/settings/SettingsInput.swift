import EngineSections
import Settings

private let schema = SettingsSchema(engines: engineSections)

/// The entry point that libFuzzer calls with each input: the contents of a configuration file. It
/// traps where reading does, where a problem has no position in the file, and where the printed
/// settings don't read back as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // The bytes belong to libFuzzer and are valid during this call.
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do {
        let settings = try Settings.parse(bytes, file: "f", schema: schema) { _ in "/home/ada" }
        let shown = settings.show(all: true)
        let again = try Settings.parse(Array(shown.utf8), file: "f", schema: schema) { _ in
            "/home/ada"
        }
        precondition(values(again) == values(settings), "what is shown reads back otherwise")
    } catch {
        check(error, lines: bytes.count { $0 == UInt8(ascii: "\n") } + 1)
    }
    do {
        _ = try ValueFile.parse(bytes, file: "f")
    } catch {
        check(error, lines: bytes.count { $0 == UInt8(ascii: "\n") } + 1)
    }
    return 0
}

private func check(_ error: SettingsError, lines: Int) {
    precondition(!error.problems.isEmpty)
    for problem in error.problems {
        precondition((1...lines).contains(problem.line ?? 1) && problem.column ?? 1 >= 1)
        precondition(!problem.reason.isEmpty)
        precondition(!problem.description.contains { $0.isNewline }, "a line break in a message")
    }
}

/// Without the comments that say where each value comes from.
private func values(_ settings: Settings) -> [Substring] {
    settings.show(all: true).split(separator: "\n").map { line in
        line.range(of: "  # ").map { line[..<$0.lowerBound] } ?? line
    }
}

extension Substring {
    /// The last place of a text in it.
    fileprivate func range(of text: String) -> Range<Index>? {
        var end = endIndex
        while end > startIndex {
            end = index(before: end)
            if self[end...].hasPrefix(text) { return end..<endIndex }
        }
        return nil
    }
}
