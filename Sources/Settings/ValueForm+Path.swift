extension ValueForm<String?> {
    /// A path, made absolute: `~` is the home directory, and relative paths start at the directory
    /// of the configuration file. The part that uses it checks whether it exists.
    ///
    /// - Parameters:
    ///   - example: a path in the form of the file, without quotation marks.
    ///   - absence: what applies without a path.
    public static func path(such example: String, else absence: String) -> ValueForm {
        let written = TOMLText.string(example)
        return ValueForm(
            read: { node, reading in
                guard case .string(let text) = node.value else {
                    reading.refuse(node, expected: "a path such as \(written)")
                    return nil
                }
                guard let path = ValueForm<String>.checked(text, node, &reading) else { return nil }
                return expand(path, node, &reading)
            },
            write: { path in path.map { .line(TOMLText.string($0)) } },
            example: written, absence: absence, schema: .someText)
    }

    private static func expand(
        _ path: String, _ node: TOMLNode, _ reading: inout ValueReading
    ) -> String? {
        if path.hasPrefix("/") { return path }
        guard path.hasPrefix("~") else { return join(reading.directory, path) }
        let rest = path.dropFirst()
        guard rest.isEmpty || rest.hasPrefix("/") else {
            reading.refuse(node, "only ~ and ~/… are understood, not \(reading.quoted(path))")
            return nil
        }
        guard let home = reading.home else {
            reading.refuse(node, "~ is unknown, because HOME is not set")
            return nil
        }
        return rest.isEmpty ? home : join(home, String(rest.drop { $0 == "/" }))
    }

    private static func join(_ directory: String, _ path: String) -> String {
        directory.hasSuffix("/") ? directory + path : "\(directory)/\(path)"
    }
}
