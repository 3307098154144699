extension Language {
    static let germanRewrites: [String: EditAction] = [
        "mach das kürzer": .rewriteShorter, "mache das kürzer": .rewriteShorter,
        "kürze das": .rewriteShorter, "das kürzen": .rewriteShorter,
        "mach das förmlich": .rewriteFormal, "mach das förmlicher": .rewriteFormal,
        "mach das formeller": .rewriteFormal, "mache das förmlicher": .rewriteFormal,
        "mach das freundlicher": .rewriteFriendly, "mache das freundlicher": .rewriteFriendly,
        "mach daraus eine e-mail": .rewriteEmail, "mach daraus eine e mail": .rewriteEmail,
        "mach daraus eine mail": .rewriteEmail, "mach eine e-mail daraus": .rewriteEmail,
        "mach eine e mail daraus": .rewriteEmail, "mach eine mail daraus": .rewriteEmail,
        "verbessere die grammatik": .rewriteGrammar, "korrigiere die grammatik": .rewriteGrammar,
        "ja": .takeRewriting, "ja bitte": .takeRewriting, "ersetze es": .takeRewriting,
        "nein": .leaveRewriting, "nein danke": .leaveRewriting, "lass es": .leaveRewriting,
    ]
}
