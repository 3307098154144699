import Dictation
import DictationParts
import Foundation
import LinuxRuntime
import Session
import Settings
import SinkChains
import TestSupport
import Testing

@testable import Assembly

/// `docs/typing.md` says what each sink can.
@Suite(.runningLoop) struct SinkTableTests {
    private static let page = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../docs/typing.md")
    private static let (start, end) = ("## What each sink can\n", "\nIn addition,")

    /// `UTTER_WRITE_TEMPLATE=1 swift test --filter thePageHasEverySink` rewrites that part.
    @EventLoopActor @Test func thePageHasEverySink() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let first = try #require(text.range(of: Self.start)).upperBound
        let last = try #require(text.range(of: Self.end)).lowerBound
        let table = try Self.table
        if ProcessInfo.processInfo.environment["UTTER_WRITE_TEMPLATE"] != nil {
            try text.replacingCharacters(in: first..<last, with: table)
                .write(to: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(String(text[first..<last]) == table)
        }
    }

    @EventLoopActor private static var table: String {
        get throws {
            var settings = Settings()
            settings.output.sinks = Registry.sinkNames
            let chain = try Registry.sinks(settings)
            defer { chain.close() }
            let rows = chain.sinks.map { sink in
                let abilities = columns.map {
                    sink.capabilities.contains($0.ability) ? "yes" : "no"
                }
                return "| \(sink.name) | \(abilities.joined(separator: " | ")) |\n"
            }
            return """

                | sink | \(columns.map(\.title).joined(separator: " | ")) |
                |\(String(repeating: "---|", count: columns.count + 1))

                """ + rows.joined()
        }
    }

    private static let columns: [(title: String, ability: SinkCapabilities)] = [
        ("any text, always", .anyText), ("deletes", .deletes), ("selects", .selects),
        ("moves the cursor", .movesCursor), ("presses keys", .pressesKeys),
        ("shows words in the document while you speak", .marksText),
    ]
}
