/// Texts to type.
enum Samples {
    /// English prose of this many characters.
    static func english(_ count: Int) -> String {
        repeated(
            "The quick brown fox jumps over the lazy dog; 42 wizards (at least) said: \"Why not?\" "
                + "It's 100% true, isn't it? AAaa zzZZ [x] {y} <z> #1 @home a_b "
                + "c-d e+f g=h i/j\\k|~`^\n",
            count)
    }

    /// Text for German and French keyboards, with dead keys.
    static func german(_ count: Int) -> String {
        repeated(
            "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich: 5 € à ô? "
                + "ÄÖÜ é ^ `\n",
            count)
    }

    static func french(_ count: Int) -> String {
        repeated(
            "Portez ce vieux whisky au juge blond qui fume : ça, là, où, naïve, "
                + "forêt, 25 €, Noël !\n",
            count)
    }

    private static func repeated(_ text: String, _ count: Int) -> String {
        var result: [Character] = []
        while result.count < count { result += text }
        return String(result.prefix(count))
    }
}
