import Dictation
import LinuxRuntime
public import Problems
public import Settings
import SystemPackage

/// The words that the user wants to have written where the recogniser hears others: corrections by
/// voice, in `learned.toml` in the user's data directory.
public enum LearnedWords {
    public struct Pair: Hashable, Sendable {
        /// As the recogniser heard it.
        public let heard: String
        public let meant: String

        public init(heard: String, meant: String) { (self.heard, self.meant) = (heard, meant) }
    }

    private static let section = "learned"

    private static func path(_ environment: (String) -> String?) -> String? {
        BaseDirectory.data.path(environment).map { "\($0)/learned.toml" }
    }

    /// In the order of the file; none if there is no such file.
    public static func read(
        environment: (String) -> String? = Settings.environment
    ) throws(SettingsError) -> [Pair] {
        guard let path = path(environment), let file = try ValueFile.read(path) else { return [] }
        return file.entries.compactMap { entry in
            guard entry.path.count == 2, entry.path[0] == section,
                case .string(let meant) = entry.value
            else { return nil }
            return Pair(heard: entry.path[1], meant: meant)
        }
    }

    /// Adds a pair, in the place of another one for the same words.
    public static func add(
        _ pair: Pair, environment: (String) -> String? = Settings.environment
    ) throws(Problem) {
        var pairs = try existing(environment).filter { !$0.isSame(as: pair.heard) }
        pairs.append(pair)
        try write(pairs, environment)
    }

    /// Removes what was learnt for some words; answers whether there was something.
    public static func remove(
        _ heard: String, environment: (String) -> String? = Settings.environment
    ) throws(Problem) -> Bool {
        let pairs = try existing(environment)
        let left = pairs.filter { !$0.isSame(as: heard) }
        if left.count == pairs.count { return false }
        try write(left, environment)
        return true
    }

    private static func existing(_ environment: (String) -> String?) throws(Problem) -> [Pair] {
        do throws(SettingsError) {
            return try read(environment: environment)
        } catch {
            throw Problem("cannot change what was learnt", why: "\(error)")
        }
    }

    private static func write(
        _ pairs: [Pair], _ environment: (String) -> String?
    ) throws(Problem) {
        guard let path = path(environment) else {
            throw Problem(
                "cannot keep what was learnt",
                why: "neither XDG_DATA_HOME nor HOME is an absolute path",
                remedy: "Set HOME to your home directory.")
        }
        let text = ValueFile.write(pairs.map { ([section, $0.heard], .string($0.meant)) })
        do throws(Errno) {
            try PrivateFile.write(text.isEmpty ? "" : text + "\n", to: FilePath(path))
        } catch {
            throw Problem("cannot keep what was learnt", why: "writing \(path): \(error)")
        }
    }
}

extension LearnedWords.Pair {
    fileprivate func isSame(as words: String) -> Bool { heard.lowercased() == words.lowercased() }
}
