import Dictation
import Foundation
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import SinkUinput

/// 2,000 code points each of English, European and worldwide text, on each layout:
/// `UTTER_TYPING=full` (make test-typing) types all of it ten times, or as often as given by
/// `UTTER_TYPING_RUNS`; otherwise each layout gets one of the texts, once.
enum UinputTexts {
    static let layouts = ["us", "de", "fr"]
    private static let runs = FullTyping.runs(10)

    private static func texts(_ layout: String) -> [SampleText] {
        FullTyping.isWanted ? SampleText.all : [SampleText.all[layouts.firstIndex(of: layout)!]]
    }

    /// Types the characters of each text that the layout has, and expects them back code point for
    /// code point, except for sequences with combining marks: a keyboard's é is one code point. The
    /// rest must be refused by name, at the first such character.
    ///
    /// - Parameter receive: opens or empties the receiver, and returns a function that waits for a
    ///   text.
    @EventLoopActor static func type(
        with sink: UinputSink, _ layout: String, into receiver: String,
        _ receive: (String) async throws -> () async throws -> Void
    ) async throws {
        for run in 1...runs {
            for text in texts(layout) {
                let missing = Set(try await sink.untypable(text.typable))
                let sample = String(text.string.filter { !missing.contains($0) })
                let typable = TypableText(cleaning: sample, lineBreaks: .keep)
                let arrival = try await receive(sample.precomposedStringWithCanonicalMapping)
                let speed = try await Speed.of(sample.count) {
                    try await sink.insertText(typable)
                    try await arrival()
                }
                print(
                    "uinput, \(receiver), \(layout), \(text.name), run \(run):",
                    "\(sample.count) of \(text.string.count) characters, \(speed)")
                if let first = text.string.firstIndex(where: missing.contains) {
                    try await refuses(text, at: first, with: sink, receive)
                }
            }
        }
    }

    @EventLoopActor private static func refuses(
        _ text: SampleText, at first: String.Index, with sink: UinputSink,
        _ receive: (String) async throws -> () async throws -> Void
    ) async throws {
        let beginning = String(text.string[..<first])
        let arrival = try await receive(beginning.precomposedStringWithCanonicalMapping)
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(text.typable)
        }
        #expect(failure?.inserted == beginning.count)
        #expect(failure?.handsOver == true)
        let named = failure?.problem?.what.contains(text.string[first]) == true
        #expect(named, "the first character that is missing is named")
        try await arrival()
    }
}

/// How fast a text went from the typist to the reader.
struct Speed: CustomStringConvertible {
    let charactersPerSecond: Double

    @EventLoopActor static func of(
        _ count: Int, _ body: () async throws -> Void
    ) async throws -> Speed {
        let start = MonotonicClock.nanoseconds
        try await body()
        let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
        return Speed(charactersPerSecond: Double(count) / seconds)
    }

    var description: String { "\(Int(charactersPerSecond)) characters a second" }
}
