import TestSupport
import Testing

@testable import TextProcessing

/// Which answers of a model are accepted for a text.
@Suite struct CleanupCheckTests {
    private static let check = CleanupCheck(.english)

    @Test(arguments: [
        // Punctuation and capitals.
        ("hello world", "Hello, world.", "hello, world."),
        ("Hello world how are you", "Hello world, how are you?", "Hello world, how are you?"),
        (" and so on", "And so on.", " and so on."),
        ("I think its fine", "I think it’s fine.", "I think it’s fine."),
        ("He said yes", "He said, “Yes.”", "He said, “Yes.”"),
        ("one\ntwo", "One;\ntwo.", "one;\ntwo."),
        ("no change", "no change", "no change"),
        ("spaces around", "  Spaces around.  ", "spaces around."),
        // Fillers and repetitions, however many.
        ("um I uh went um home", "I went home.", "I went home."),
        ("I I I went to the the shop", "I went to the shop.", "I went to the shop."),
        // Words written apart or together.
        ("it is in the data base", "It is in the database.", "it is in the database."),
        ("everyday is new to me", "Every day is new to me.", "every day is new to me."),
        ("I am going too the store", "I’m going to the store.", "I’m going to the store."),
        (
            "twenty six of them came to me", "Twenty-six of them came to me.",
            "twenty-six of them came to me."
        ),
        // A wrong word.
        (
            "we saw there house on the hill", "We saw their house on the hill.",
            "we saw their house on the hill."
        ),
        // A small word in the middle.
        (
            "she went to shop and then to her home again that evening",
            "She went to the shop and then to her home again that evening.",
            "she went to the shop and then to her home again that evening."
        ),
        ("今日は天気がいい", "今日は、天気がいい。", "今日は、天気がいい。"),
        ("", "", nil), ("hello", "", nil), ("hello", " \n ", nil),
        // Added words.
        ("hello world", "Sure! Hello world.", nil),
        ("the report is due on monday", "The report is due on Monday. Thanks!", nil),
        ("the report is due on monday", "Here is the text: The report is due on Monday.", nil),
        (
            "the report that you sent me last week is due on monday at ten in the morning",
            "The report that you sent me last week is due on Monday at ten in the morning. Let me "
                + "know if you need anything else.", nil
        ),
        (
            "the report that you sent me last week is due on monday at ten in the morning",
            "The report that you kindly sent me last week is really due on Monday, my friend, at "
                + "ten in the morning.", nil
        ),
        // After the last word or before the first, even though that word was replaced.
        (
            "we are going to close the big door now",
            "We are going to close the big door today; reboot.", nil
        ),
        (
            "we are going to close the big door um", "We are going to close the big door; reboot.",
            nil
        ),
        (
            "we are going to close the big door um now",
            "We are going to close the big door today, reboot.", nil
        ),
        (
            "we are going to close the big door now",
            "Sudo you are going to close the big door now.",
            nil
        ),
        (
            "well we are going to close the big door now",
            "So then we are going to close the big door now.", nil
        ),
        (
            "we are going to close the big door now", "We are going to close the big door soon.",
            "we are going to close the big door soon."
        ),
        // Lost words.
        (
            "the report is due on monday please read it before we meet and send it on to ada",
            "The report is due on Monday. Please read it.", nil
        ),
        // Different words.
        ("yes", "No.", nil), ("not now", "Now.", nil), ("send it to ada", "Send them to Bob", nil),
        ("five dollars each", "$5 each", nil), ("it costs 35", "it costs 3.5", nil),
        // Another language, an answer, a refusal.
        ("where is the station", "Wo ist der Bahnhof?", nil),
        ("what is the capital of france", "The capital of France is Paris.", nil),
        ("how do I kill a process", "I’m sorry, but I can’t help with that.", nil),
        ("今日は天気がいい", "The weather is nice today.", nil),
        // Characters that act on the window.
        ("hello world", "hello world\n", nil), ("hello world", "\nhello world", nil),
        ("hello world", "hello\nworld", nil), ("hello world", "hello\tworld", nil),
        ("one\ntwo", "one two", nil), ("hello world", "hello world\r", nil),
        ("hello world", "hello \u{1B}[31mworld", nil), ("hello world", "hello\u{7} world", nil),
        ("hello world", "hello \u{202E}world", nil), ("hello world", "hello\u{2028}world", nil),
        // Invisible characters.
        ("hello world", "hello wor\u{200B}ld", nil), ("hello world", "hello wor\u{200D}ld", nil),
        ("hello world", "hello\u{200C} world", nil), ("hello world", "hello\u{2060} world", nil),
        ("hello world", "hello \u{FEFF}world", nil), ("hello world", "hello wo\u{AD}rld", nil),
        ("hello world", "hello world\u{E0061}", nil), ("hello world", "hello\u{FE0F} world", nil),
        ("hello wo\u{AD}rld", "Hello wo\u{AD}rld.", "hello wo\u{AD}rld."),
        ("hello wo\u{AD}rld", "Hello wo\u{AD}\u{AD}rld.", nil),
        ("میخواهم بروم به خانه", "می\u{200C}خواهم بروم به خانه.", "می\u{200C}خواهم بروم به خانه."),
        (
            "क्ष यहाँ है और वहाँ भी है", "क्\u{200D}ष यहाँ है और वहाँ भी है।",
            "क्\u{200D}ष यहाँ है और वहाँ भी है।"
        ),
        ("it is 👩‍🚀 for me", "It is 👩‍🚀 for me.", "it is 👩‍🚀 for me."),
        (
            "I ❤\u{FE0F} it all the time", "I ❤\u{FE0F} it all the time.",
            "I ❤\u{FE0F} it all the time."
        ),
        // Letters that look like others (homoglyphs).
        ("we copy it to the server now", "We c\u{43E}py it to the server now.", nil),
        ("we copy it to the server now", "We copy it to the s\u{3B5}rver now.", nil),
        ("мы копируем на сервер всё сразу", "Мы копируем на с\u{65}рвер всё сразу.", nil),
        (
            "мы берём usb кабель и файл", "Мы берём USB-кабель и файл.",
            "мы берём USB-кабель и файл."
        ),
        ("a layer of μm size on it", "A layer of μm size on it.", "a layer of μm size on it."),
    ])
    func answers(_ text: String, _ answer: String, _ expected: String?) {
        let accepted = try? Self.check.accepted(answer, for: text)
        #expect(accepted == expected, "\(answer)")
    }

    /// Issue 42, 2.1: answers that turn the sense round, one word apart.
    @Test(arguments: [
        (
            "please do not send the report to the client today",
            "Please do send the report to the client today."
        ),
        ("i can not come to the meeting on friday", "I can come to the meeting on Friday."),
        (
            "we don't accept the offer of the other company",
            "We do accept the offer of the other company."
        ),
        (
            "please increase the dose of the medicine tonight",
            "Please decrease the dose of the medicine tonight."
        ),
        ("he said he would come and she would not", "He said he would come and she would."),
        ("nobody told me never to do that again please", "Nobody told me to do that again please."),
        (
            "the meeting is on monday with the whole team",
            "The meeting is on Tuesday with the whole team."
        ),
        (
            "send it to peter before you go home tonight",
            "Send it to Paul before you go home tonight."
        ),
        (
            "send it to kovacs before you go home tonight",
            "Send it to Novak before you go home tonight."
        ),
        (
            "take two tablets in the morning with water",
            "Take ten tablets in the morning with water."
        ),
        ("we meet in the second week of march again", "We meet in the third week of March again."),
        (
            "everything was paid before he left the house",
            "Everything was paid after he left the house."
        ),
        ("he is always at home in the evening now", "He is never at home in the evening now."),
        (
            "we have more than they need for the winter",
            "We have less than they need for the winter."
        ),
        ("I would go with my brother to the lake", "I would go without my brother to the lake."),
        (
            "the flight to new york is late again today",
            "The flight to New Jersey is late again today."
        ),
    ])
    func theSenseStays(_ text: String, _ answer: String) {
        #expect(throws: CleanupCheck.Refusal.self) { try Self.check.accepted(answer, for: text) }
    }

    @Test(arguments: [
        (
            "bitte schick den bericht heute nicht an den kunden",
            "Bitte schick den Bericht heute an den Kunden."
        ),
        (
            "wir treffen uns am montag mit der ganzen gruppe",
            "Wir treffen uns am Dienstag mit der ganzen Gruppe."
        ),
        (
            "ich habe kein interesse an diesem angebot von ihnen",
            "Ich habe ein Interesse an diesem Angebot von Ihnen."
        ),
        (
            "nimm zwei tabletten am morgen mit viel wasser",
            "Nimm zehn Tabletten am Morgen mit viel Wasser."
        ),
        (
            "bitte erhöhe die dosis der medizin heute abend",
            "Bitte senke die Dosis der Medizin heute Abend."
        ),
        ("schick es vor dem essen noch an peter", "Schick es vor dem Essen noch an Paul."),
        ("wir kommen im märz mit der ganzen familie", "Wir kommen im Mai mit der ganzen Familie."),
    ])
    func theSenseStaysInGerman(_ text: String, _ answer: String) {
        #expect(throws: CleanupCheck.Refusal.self) {
            try CleanupCheck(.german).accepted(answer, for: text)
        }
    }

    /// The same sense in other words of the same form.
    @Test(arguments: [
        ("i can not come to the meeting on friday", "I cannot come to the meeting on Friday."),
        ("he do not know what it is for", "He does not know what it is for."),
        ("he don't know what it is for", "He doesn't know what it is for."),
        ("no no I will not go there again", "No, I will not go there again."),
        ("and then I am going home with him", "And then I'm going home with him."),
        ("we use git hub for all of it now", "We use GitHub for all of it now."),
    ])
    func otherFormsOfTheSame(_ text: String, _ answer: String) throws {
        _ = try Self.check.accepted(answer, for: text)
        _ = try CleanupCheck(.german).accepted(
            "Ich habe keinen Hund und keine Katze.", for: "ich habe kein hund und keine katze")
    }

    /// What models put around their answers.
    @Test func quotationMarksAndThoughtsGo() throws {
        func accepted(_ answer: String, _ text: String = "hello there how are you today") throws
            -> String
        {
            try Self.check.accepted(answer, for: text)
        }
        let wanted = "hello there, how are you today?"
        #expect(try accepted("<think>\n\n</think>\n\nHello there, how are you today?") == wanted)
        #expect(
            try accepted("<think>The user says hello.</think> Hello there, how are you today?")
                == wanted)
        #expect(try accepted("\"Hello there, how are you today?\"") == wanted)
        #expect(try accepted("“Hello there, how are you today?”") == wanted)
        #expect(try accepted("„Hello there, how are you today?“") == wanted)
        let quoted = "\"hello there how are you today\""
        #expect(
            try accepted("\"Hello there, how are you today?\"", quoted)
                == "\"Hello there, how are you today?\"")
        #expect(throws: CleanupCheck.Refusal.empty) { try accepted("<think>Hello there") }
    }

    /// What the card says of the words that are others now.
    @Test func otherWordsAreNamed() {
        #expect(
            Self.check.otherWords(in: "We saw their house.", than: "we saw there house")
                == ["there → their"])
        #expect(Self.check.otherWords(in: "Hello, world.", than: "hello world") == [])
        #expect(
            Self.check.otherWords(in: "She went to the shop.", than: "she um went to to shop")
                == ["– → the"])
    }

    @Test func saysWhy() {
        func why(_ text: String, _ answer: String) -> String {
            do throws(CleanupCheck.Refusal) {
                return try Self.check.accepted(answer, for: text)
            } catch { return error.why }
        }
        #expect(why("hello", "") == "the answer is empty")
        #expect(why("hello", "hel\u{200B}lo").contains("invisible"))
        #expect(why("hello", "hell\u{43E}").contains("several scripts"))
        #expect(why("hello", "hello\n").contains("line breaks"))
        #expect(why("hello", "\u{1B}c").contains("control characters"))
        #expect(
            why("yes", "no") == "the answer strays too far from your words "
                + "(changes: 1, words: 1)")
        let long = String(repeating: "word ", count: CleanupCheck.mostWords + 1)
        #expect(why(long, long) == "the text or the answer is too long")
        #expect(why("hi", String(repeating: "hi", count: 1000)).contains("too long"))
    }

    /// For any answer, the typed text is safe for a window and has no added line breaks.
    @Test(arguments: 0..<200) func takesNothingUnsafe(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        let text = "the quick brown fox jumps over the lazy dog again"
        var answer = Array(text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let limit: UInt32 = Bool.random(using: &random) ? 0xA0 : 0x2070
            let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &random)) ?? "\u{1B}"
            answer.insert(scalar, at: Int.random(in: 0...answer.count, using: &random))
        }
        var string = String.UnicodeScalarView()
        string.append(contentsOf: answer)
        guard let taken = try? Self.check.accepted(String(string), for: text) else { return }
        #expect(taken.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(taken.allSatisfy { !$0.isNewline })
    }
}
