extension String {
    /// The string cut between characters (grapheme clusters) into pieces of at most `limit` bytes of
    /// UTF-8. A character that alone has more is a piece.
    public func pieces(ofBytes limit: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in self {
            if !piece.isEmpty, piece.utf8.count + character.utf8.count > limit {
                pieces.append(piece)
                piece = ""
            }
            piece.append(character)
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }
}
