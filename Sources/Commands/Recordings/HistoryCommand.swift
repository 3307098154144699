import ArgumentParser
import ControlProtocol
import EngineRegistry
import Glibc
import JSONLines
import LinuxRuntime
import Settings
import UtterDaemon

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show, play, save or clear what is kept of your dictations.",
        subcommands: [List.self, Play.self, Save.self, Clear.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print all dictations that are kept, the newest last.",
            discussion: "One line each: its number, when it was spoken, and the text; “*” marks "
                + "one that was not typed to its end, “♪” one whose recording is kept. "
                + "The words of a command that wrote no text, such as “scratch that”, are in "
                + "quotation marks.")

        @Flag(help: "Print one JSON object per line.")
        var json = false

        func run() throws {
            for record in try KeptTranscripts.toPrint(10_000) {
                try printData(json ? JSONLine.text(record) : Self.line(record))
            }
        }

        private static func line(_ record: TranscriptRecord) -> String {
            let text =
                record.text.isEmpty
                ? "“\(record.raw)”"
                : record.text.split(whereSeparator: \.isNewline).joined(separator: " ")
            let mark = record.inserted ? " " : "*"
            let sound = record.recording == nil ? " " : "♪"
            return "\(record.number)\t\(localTime(record.time))\t\(mark)\(sound) \(text)"
        }

        /// In local time: `2026-11-21 14:05`.
        private static func localTime(_ time: Int) -> String {
            var (time, parts) = (time_t(time), tm())
            guard localtime_r(&time, &parts) != nil else { return "?" }
            var text = [CChar](repeating: 0, count: 32)
            let count = strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
            return String(decoding: text.prefix(count).map(UInt8.init), as: UTF8.self)
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear",
            abstract: "Forget all dictations, in memory and on disk.",
            discussion: "Also their recordings, and those of dictations that a crash cut short.")

        func run() throws {
            do {
                try RunningDaemon.tell(.clearHistory)
            } catch ControlClientError.notRunning {
                try DiskHistory.clear()
            }
            complain("All dictations are forgotten, in memory and on disk.")
        }
    }
}

/// The transcripts that are kept.
enum KeptTranscripts {
    /// The latest ones, the newest last. If there are none, says so on standard error.
    static func toPrint(_ count: Int) throws -> [TranscriptRecord] {
        let records = try newest(count)
        if records.isEmpty { complain("No dictation is kept.") }
        return records.reversed()
    }

    /// The latest ones, the newest first: from the daemon or, if none runs, from its file.
    static func newest(_ count: Int) throws -> [TranscriptRecord] {
        try EventLoop.shared.run { try await read(count) }
    }

    /// The same for callers on the event loop.
    @EventLoopActor static func read(_ count: Int) async throws -> [TranscriptRecord] {
        do {
            let reply = try await RunningDaemon.reply(to: .last(count: count))
            guard case .transcripts(let records) = reply else { return [] }
            return records
        } catch let error as ControlClientError {
            guard case .notRunning = error,
                let records = try DiskHistory.transcripts(
                    count, Settings.loadDefault(schema: Engines.schema))
            else { throw error }
            return records
        }
    }
}
