import Doctor
import Problems
import SpeechBench

/// How much of a sentence that was read aloud is right.
struct SentenceVerdict: Hashable {
    enum Grade: Hashable {
        case good, middling, bad
    }

    let errors: WordErrors

    /// Compares words, not capitals and marks.
    init(said: String, heard: String) {
        errors = WordErrors(said: WordErrors.words(said), heard: WordErrors.words(heard))
    }

    /// Up to a wrong word in ten is good, up to one in four middling.
    var grade: Grade {
        switch errors.rate {
        case ...0.1: .good
        case ...0.25: .middling
        default: .bad
        }
    }

    /// For users, in one line.
    var words: String {
        let wrong =
            switch errors.count {
            case 0: "all \(errors.words) words are right"
            case 1: "one word of \(errors.words) is wrong"
            // More than were said, if words were invented.
            case errors.words...: "none of the \(errors.words) words is right"
            default: "\(errors.count) words of \(errors.words) are wrong"
            }
        return switch grade {
        case .good: "✓ Good: \(wrong)."
        case .middling: "! Middling: \(wrong)."
        case .bad: "✗ Bad: \(wrong)."
        }
    }
}

extension Problem {
    /// The problem and its remedy, as sentences in one line.
    var sentences: String {
        let cause = why.isEmpty ? what : "\(what): \(why)"
        let sentence = "\(cause.prefix(1).uppercased())\(cause.dropFirst())."
        return remedy.isEmpty ? sentence : "\(sentence) \(remedy)"
    }
}
