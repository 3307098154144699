import SpeechSegments
import Testing

struct PromptedNamesTests {
    private func put(_ words: String, _ prompted: String, _ prompt: String) -> String {
        let words = SegmentWord.words(of: words)
        let names = PromptedNames(of: prompt, for: words)
        return (names?.put(from: SegmentWord.words(of: prompted)) ?? words).text
    }

    @Test func aNameIsTaken() {
        #expect(
            put(
                "Cowell Chick said the train was late again.",
                "Kowalczyk said the train was late again.", "I met Kowalczyk at the station.")
                == "Kowalczyk said the train was late again.")
        #expect(
            put(
                "The iView Profen did not help.", "The ibuprofen did not help.",
                "Ibuprofen was given at night.") == "The ibuprofen did not help.")
        #expect(
            put("I met chevron’s brother.", "I met Siobhan’s brother.", "Siobhan's house, and")
                == "I met Siobhan’s brother.")
        #expect(put("I met chevron", "I met Siobhan.", "Siobhan") == "I met Siobhan.")
    }

    /// A model that is told something writes ordinary words worse.
    @Test func nothingElseIsTaken() {
        let prompt = "The Kubernetes cluster was moved to Frankfurt."
        for (words, prompted) in [
            ("a post-mortem examination", "a Postmodern examination"),
            ("The cut on his chest", "The kadanas chest"), ("I like it. And more.", "I like it."),
            ("I like it.", "I like it. The cluster was moved."), ("three red bags", "3 red bags"),
            ("I like it.", ""), ("", "The cluster was moved."),
        ] {
            #expect(put(words, prompted, prompt) == words)
        }
    }

    /// It was heard where it was said.
    @Test func aWordThatWasHeardIsNotTakenAgain() {
        #expect(
            put("the cluster has a bluster", "the cluster has a cluster", "our cluster")
                == "the cluster has a bluster")
    }

    @Test func aSentenceIsNoName() {
        let prompt = "She wrote to Siobhan about the old house in Galway."
        #expect(
            put("It rains in the old town", "She wrote to Siobhan about the town", prompt)
                == "It rains in the old town")
    }

    /// A model that is told the same word often writes it alone.
    @Test func aSentenceIsNotReplacedByAName() {
        #expect(
            put("The weather will be fine", "Word", "Word Word Word") == "The weather will be fine")
    }

    @Test func whereNoNameIsMissingNothingIsAsked() {
        let words = SegmentWord.words(of: "The cluster was down.")
        #expect(PromptedNames(of: "Our cluster is up", for: words) == nil)
        #expect(PromptedNames(of: "Our servers with memory", for: words) == nil)
        #expect(PromptedNames(of: "Our Kubernetes is up", for: words) != nil)
        #expect(PromptedNames(of: "Our Kubernetes is up", for: []) == nil)
    }

    // MARK: The user's names

    private func put(_ words: String, _ prompted: String, own: [String]) -> String {
        let words = SegmentWord.words(of: words)
        let names = PromptedNames(of: nil, and: own, for: words)
        return (names?.put(from: SegmentWord.words(of: prompted)) ?? words).text
    }

    @Test func aNameOfTheUsersIsTakenWhereItSoundsAlike() {
        #expect(
            put(
                "I told shave on that cube cuttle is read.",
                "I told Siobhan that kubectl is ready.",
                own: ["Siobhan", "kubectl"]) == "I told Siobhan that kubectl is read.")
        #expect(
            put("I will call the office now.", "I will Kowalczyk now.", own: ["Kowalczyk"])
                == "I will call the office now.")
        #expect(put("I like it.", "I like the box.", own: ["Siobhan"]) == "I like it.")
    }

    /// As sentences: after a bare list a model writes no marks.
    @Test func thePromptIsMadeOfSentences() {
        let words = SegmentWord.words(of: "I ran cube cuttle for shave on")
        func prompt(_ context: String?, _ own: [String]) -> String? {
            PromptedNames(of: context, and: own, for: words)?.prompt
        }
        #expect(prompt(nil, ["kubectl", "Siobhan"]) == "Kubectl, Siobhan.")
        #expect(prompt("it was late.", ["kubectl"]) == "Kubectl. it was late.")
        #expect(prompt("Our Kubernetes is up.", []) == "Our Kubernetes is up.")
        #expect(prompt("it was late.", []) == nil)
    }
}
