package import Dictation
package import Problems
import TextProcessing

// The text that the user's program makes of the new text.

extension Composing {
    /// The new text after the clean-up, which the program gets; nil if there is none, or it isn't in
    /// one piece. The space around it is left out: it belongs to the place.
    package var hookInput: String? { newText.map { String(CleanupCheck.trimmed($0[...])) } }

    private var newText: String? { words.map { cleaned ?? $0 } }

    /// The same with the program's output in the place of the new text.
    ///
    /// - Parameters:
    ///   - text: the composition whose text the program got.
    ///   - style: with the line breaks of the field.
    package func hooked(
        _ output: Result<String, Problem>, of text: Composing, by style: TextStyle
    ) -> Composing {
        var result = self
        do throws(Problem) {
            guard let sent = text.newText, words == text.words else {
                throw Problem("the text before the cursor has changed", why: "")
            }
            (result.cleaned, result.notice) = (text.cleaned, text.notice)
            let new = style.typable(String(CleanupCheck.trimmed(try output.get()[...]))).hardened
            guard !new.allSatisfy(\.isWhitespace) else {
                throw Problem(
                    "the hook printed nothing", why: "",
                    remedy: "[output] hook_answers = false is for one that only takes texts.")
            }
            let body = CleanupCheck.trimmed(sent[...])
            let whole = sent[..<body.startIndex] + new + sent[body.endIndex...]
            if whole != sent { result.cleaned = String(whole) }
        } catch {
            result.notice = result.notice ?? Self.failedHook(error)
        }
        return result
    }

    /// - Parameter problem: why the program's output isn't typed, or that it failed.
    package static func failedHook(_ problem: Problem, isWaitedFor: Bool = true) -> Notice {
        let why = problem.why.isEmpty ? "" : ": \(problem.why)"
        return Notice(
            .warning, "\(isWaitedFor ? "Typed unchanged: " : "")\(problem.what)\(why)",
            remedy: problem.remedy)
    }
}
