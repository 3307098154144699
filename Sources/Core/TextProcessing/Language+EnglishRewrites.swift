extension Language {
    static let englishRewrites: [String: EditAction] = [
        "make that shorter": .rewriteShorter, "make it shorter": .rewriteShorter,
        "shorten that": .rewriteShorter,
        "make that formal": .rewriteFormal, "make that more formal": .rewriteFormal,
        "make it more formal": .rewriteFormal,
        "make that friendlier": .rewriteFriendly, "make that more friendly": .rewriteFriendly,
        "make it friendlier": .rewriteFriendly,
        "make that an email": .rewriteEmail, "make that an e mail": .rewriteEmail,
        "make that an e-mail": .rewriteEmail, "make an email of that": .rewriteEmail,
        "fix the grammar": .rewriteGrammar, "fix the grammar of that": .rewriteGrammar,
        "correct the grammar": .rewriteGrammar,
        "yes": .takeRewriting, "yes please": .takeRewriting, "replace it": .takeRewriting,
        "no": .leaveRewriting, "no thanks": .leaveRewriting, "leave it": .leaveRewriting,
    ]
}
