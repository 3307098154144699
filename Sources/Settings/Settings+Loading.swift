import Glibc
import LinuxRuntime

extension Settings {
    /// The value of an environment variable of this process.
    public static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// `config.toml` in the configuration directory; nil without a home directory.
    public static func defaultPath(
        environment: (String) -> String? = Settings.environment
    ) -> String? {
        BaseDirectory.configuration.path(environment).map { "\($0)/config.toml" }
    }

    /// Reads the file at the default path; if there is none, returns the defaults.
    public static func loadDefault(
        schema: SettingsSchema, environment: (String) -> String? = Settings.environment
    ) throws(SettingsError) -> Settings {
        guard let path = defaultPath(environment: environment) else { return Settings(schema) }
        do {
            return try parse(
                SettingsFile.read(path), file: path, schema: schema, environment: environment)
        } catch SettingsFile.Failure.missing {
            return Settings(schema)
        } catch {
            throw settingsError(error, path)
        }
    }

    /// Reads a file that must exist.
    public static func load(
        path: String, schema: SettingsSchema,
        environment: (String) -> String? = Settings.environment
    ) throws(SettingsError) -> Settings {
        do {
            return try parse(
                SettingsFile.read(path), file: path, schema: schema, environment: environment)
        } catch {
            throw settingsError(error, path)
        }
    }

    /// Parses the contents of a file. `file` is its name for errors; relative paths start at its
    /// directory. `schema` has the sections that it may have.
    public static func parse(
        _ contents: [UInt8], file: String, schema: SettingsSchema = .general,
        environment: (String) -> String? = Settings.environment
    ) throws(SettingsError) -> Settings {
        let bytes = withoutByteOrderMark(contents)
        if let problem = encodingProblem(contents, bytes, file) { throw SettingsError([problem]) }
        let (settings, problems) = try read(
            bytes, file: file, schema: schema, environment: environment)
        guard problems.isEmpty else { throw SettingsError(problems) }
        return settings
    }

    /// Reads a file; returns the valid settings, and the errors, so that the caller can look for
    /// more and report all at once.
    ///
    /// - Parameter path: nil for the default path, where there may be no file.
    /// - Throws: errors that keep the file from being read at all.
    public static func examine(
        path: String?, schema: SettingsSchema,
        environment: (String) -> String? = Settings.environment
    ) throws(SettingsError) -> (settings: Settings, problems: [SettingsProblem]) {
        guard let file = path ?? defaultPath(environment: environment) else {
            return (Settings(schema), [])
        }
        do {
            let contents = try SettingsFile.read(file)
            let bytes = withoutByteOrderMark(contents)
            if let problem = encodingProblem(contents, bytes, file) {
                throw SettingsError([problem])
            }
            return try read(
                bytes, file: file, schema: schema, environment: environment)
        } catch SettingsFile.Failure.missing where path == nil {
            return (Settings(schema), [])
        } catch {
            throw settingsError(error, file)
        }
    }

    private static func read(
        _ bytes: [UInt8], file: String, schema: SettingsSchema,
        environment: (String) -> String?
    ) throws(SettingsError) -> (settings: Settings, problems: [SettingsProblem]) {
        let root = try TOMLNode.parse(bytes, file: file)
        var decoder = SettingsDecoder(
            schema: schema, file: file, home: BaseDirectory.home(environment),
            directory: directory(of: file))
        decoder.decode(root)
        return (decoder.settings, decoder.problems)
    }

    private static func settingsError(_ error: any Error, _ path: String) -> SettingsError {
        switch error {
        case let error as SettingsError:
            error
        case SettingsFile.Failure.unreadable(let reason):
            SettingsError([SettingsProblem(file: path, reason: reason)])
        default:
            SettingsError([SettingsProblem(file: path, reason: "there is no such file")])
        }
    }

    /// The directory of a file as an absolute path, since the daemon may change its working
    /// directory.
    static func directory(of file: String) -> String {
        let slash = file.lastIndex(of: "/")
        let directory = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? ""
        if directory.hasPrefix("/") { return directory }
        guard let current = getcwd(nil, 0) else { return directory.isEmpty ? "." : directory }
        defer { free(current) }
        let base = String(cString: current)
        return directory.isEmpty ? base : "\(base)/\(directory)"
    }
}

// MARK: - Encoding

extension Settings {
    /// Removes a byte order mark, which some editors write; it means nothing in UTF-8.
    private static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    private static func encodingProblem(
        _ contents: [UInt8], _ bytes: [UInt8], _ file: String
    ) -> SettingsProblem? {
        if contents.starts(with: [0xFF, 0xFE]) || contents.starts(with: [0xFE, 0xFF]) {
            return SettingsProblem(file: file, reason: "is UTF-16: save it as UTF-8")
        }
        guard let valid = lengthOfValidPrefix(bytes) else { return nil }
        let before = String(decoding: bytes[..<valid], as: UTF8.self).unicodeScalars
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        let byte = String(bytes[valid], radix: 16, uppercase: true)
        return SettingsProblem(
            file: file, line: lines.count, column: (lines.last?.count ?? 0) + 1,
            reason: "is not UTF-8: the byte 0x\(byte)")
    }

    /// How many bytes at the beginning are valid UTF-8, or nil if all are.
    private static func lengthOfValidPrefix(_ bytes: [UInt8]) -> Int? {
        var decoder = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var valid = 0
        while true {
            switch decoder.parseScalar(from: &iterator) {
            case .valid(let scalar): valid += scalar.count
            case .emptyInput: return nil
            case .error: return valid
            }
        }
    }
}
