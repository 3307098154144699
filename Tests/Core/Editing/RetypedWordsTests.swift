import TextEditing
import Testing

struct RetypedWordsTests {
    private func pair(_ dictated: String, _ document: String) -> String? {
        RetypedWords.correction(of: dictated, in: document).map { "\($0.heard) → \($0.meant)" }
    }

    @Test(arguments: [
        ("We met shave on at the station.", "We met Siobhan at the station.", "shave on → Siobhan"),
        ("We met Shivan at noon.", "Dear Tom. We met Siobhan at noon. And", "Shivan → Siobhan"),
        (
            "The server is in cooper net is.", "The server is in Kubernetes.",
            "cooper net is → Kubernetes"
        ),
        ("Anneliese, we met at noon.", "Annelise, we met at noon.", "Anneliese → Annelise"),
        ("We went to graph anna.", "We went to Grafana, and", "graph anna → Grafana"),
        ("we use post gress now", "we use Postgres now", "post gress → Postgres"),
        ("We met siobhan at noon.", "We met Siobhan at noon.", "siobhan → Siobhan"),
        // The later one is what was dictated last.
        (
            "We met Ann at noon.", "We met Tom at noon. We met Anne at noon.",
            "Ann → Anne"
        ),
    ])
    func whatWasReplacedIsFound(_ dictated: String, _ document: String, _ correction: String) {
        #expect(pair(dictated, document) == correction)
    }

    @Test(arguments: [
        ("We met Shivan at noon.", "We met Shivan at noon."), ("We met Shivan at noon.", ""),
        // In two places, in too many words, or all of it.
        ("We met Shivan at noon today.", "We saw Shivan at one today."),
        ("We met Shivan at noon.", "We met the man who came in at noon."),
        ("We met Shivan at noon.", "They like red apples."),
        // Left out, or more is there.
        ("We met Shivan at noon.", "We met at noon."),
        ("We met Shivan at noon.", "We met Shivan Miller at noon."),
        // Where a sentence begins is no matter of words.
        ("We met Shivan at noon.", "Then we met Shivan at noon."),
        ("we met Shivan at noon", "We met Shivan at noon"),
        // Too short to be known again.
        ("I like it.", "I like them."),
    ])
    func otherChangesAreNone(_ dictated: String, _ document: String) {
        #expect(pair(dictated, document) == nil)
    }
}
