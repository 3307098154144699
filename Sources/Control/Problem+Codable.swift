public import Problems

/// In JSON: `{"what":"…","why":"…","remedy":"…"}`; a missing key counts as empty, except `what`.
extension Problem: Codable {
    private enum Key: String, CodingKey { case what, why, remedy }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.init(
            try fields.decode(String.self, forKey: .what),
            why: try fields.decodeIfPresent(String.self, forKey: .why) ?? "",
            remedy: try fields.decodeIfPresent(String.self, forKey: .remedy) ?? "")
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(what, forKey: .what)
        try fields.encode(why, forKey: .why)
        try fields.encode(remedy, forKey: .remedy)
    }
}
