import FoundationEssentials

/// The window's view of a line of `utter status --follow --json --levels`: a status or a level.
struct DaemonState: Decodable {
    struct Notice: Decodable {
        let message: String
        let remedy: String
    }

    struct Recognizer: Decodable {
        let name: String
        let title: String?
        let state: String
        let problem: Problem?
        let weakness: Problem?
    }

    struct Hotkey: Decodable {
        let name: String?
        let problem: Problem?
    }

    struct Problem: Decodable {
        let what: String
        let why: String
        let remedy: String

        var sentence: String {
            let what = why.isEmpty ? what : "\(what): \(why)"
            return remedy.isEmpty ? what : "\(what). \(remedy)"
        }
    }

    let level: Double?
    let state: String?
    let notice: Notice?
    let recognizer: Recognizer?
    let hotkey: Hotkey?

    init?(line: String) {
        guard let state = Self.decode(line) else { return nil }
        self = state
    }

    private static func decode(_ line: String) -> DaemonState? {
        try? JSONDecoder().decode(DaemonState.self, from: Data(line.utf8))
    }
}

/// A line of `utter models --json`.
struct InstalledModel: Decodable {
    let engine: String
    let in_use: Bool

    init?(line: String) {
        guard let model = try? JSONDecoder().decode(InstalledModel.self, from: Data(line.utf8))
        else { return nil }
        self = model
    }
}

/// A line of `utter models available --json`.
struct OfferedModel: Decodable {
    let name: String
    let title: String
    let languages: [String]
    let bytes: Int
    let installed: Bool
    let licence: String
    let recommended: Bool
    let published_errors_percent: Double?

    init?(line: String) {
        guard let model = try? JSONDecoder().decode(OfferedModel.self, from: Data(line.utf8)) else {
            return nil
        }
        self = model
    }

    /// Its line in the list.
    var text: String {
        "\(title), \(spoken), \(bytes / 1_000_000) MB"
            + (installed ? ", installed" : recommended ? ", recommended" : "")
    }

    private var spoken: String {
        languages == ["en"] ? "English" : "\(languages.count) languages"
    }

    /// The facts to know before it is downloaded.
    var note: String {
        let errors = published_errors_percent.map {
            "\($0) % wrong words in read English, as published; "
        }
        return "\(errors ?? "")licence \(licence)"
    }
}
