public import ControlProtocol
import Dictation
import History
import LinuxRuntime
public import Problems
import Session
public import Settings

// What the daemon keeps of dictations, and where.

extension Daemon {
    /// Applies these settings.
    func keepDictations(_ settings: Settings) {
        do throws(Problem) {
            try runner.keepHistory(in: historyFile(settings))
        } catch { warn(error) }
        let sounds = soundKeep(settings)
        runner.keepSound(in: sounds)
        // The text may be kept where sound may be, or if the history is on disk anyway.
        let keepsTyping = settings.history.keep > 0 && (sounds != nil || settings.history.disk)
        runner.keepTyping(in: keepsTyping ? TypingKeep(in: server.directory) : nil)
    }

    private func historyFile(_ settings: Settings) throws(Problem) -> HistoryFile? {
        guard settings.history.disk else { return nil }
        guard let path = HistoryFile.path(Settings.environment) else {
            throw Problem(
                "the history is kept in memory only",
                why: "neither XDG_STATE_HOME nor HOME is an absolute path",
                remedy: "Set HOME to your home directory.")
        }
        return HistoryFile(path: path, limits: settings.historyLimits) { [unowned self] in warn($0)
        }
    }

    /// The recordings that an earlier daemon left when it was killed.
    func forgetRecordings() { CrashAudio.removeKept(in: server.directory) }

    private func soundKeep(_ settings: Settings) -> CrashAudio? {
        let directory = server.directory
        guard settings.history.recovery, settings.history.keep > 0 else { return nil }
        do throws(Problem) {
            try CrashAudio.check(directory)
            return CrashAudio(
                in: directory, keeping: min(settings.history.recordings, settings.history.keep)
            ) {
                [unowned self] in warn($0)
            }
        } catch {
            Log.warning("\(error)")
            return nil
        }
    }

    private func warn(_ problem: Problem) {
        Log.warning(problem.description)
        runner.send(.notice(Notice(.warning, problem)))
    }

    /// The latest dictations in the form of `utter last`, the newest first.
    func transcripts(_ count: Int) -> [TranscriptRecord] {
        runner.history.latest(count) { runner.recording(of: $0) }
    }

    func clearHistory() throws(Problem) {
        try runner.clearHistory()
        // It may be from a time when the history was kept on disk.
        if let path = HistoryFile.path(Settings.environment) { try HistoryFile.remove(path) }
    }
}

extension Settings {
    /// The limits of the history file.
    var historyLimits: HistoryFile.Limits {
        HistoryFile.Limits(
            entries: history.keep, days: history.days, bytes: history.size * 1_000_000)
    }
}

extension DictationHistory {
    /// The latest ones in the form of `utter last`, the newest first.
    fileprivate func latest(
        _ count: Int, recording: (DictationRecord) -> String? = { _ in nil }
    ) -> [TranscriptRecord] {
        entries.indices.suffix(count).reversed().map {
            entries[$0].shown(number: number(at: $0), recording: recording(entries[$0].record))
        }
    }
}

/// The history on disk, for when no daemon has it in memory.
public enum DiskHistory {
    /// The latest dictations, the newest first; nil if they are not kept on disk. Throws a
    /// `Problem` if the file can't be read.
    public static func transcripts(
        _ count: Int, _ settings: Settings
    ) throws(Problem) -> [TranscriptRecord]? {
        guard settings.history.disk, let path = HistoryFile.path(Settings.environment) else {
            return nil
        }
        var history = DictationHistory(limit: settings.history.keep)
        history.prepend(try HistoryFile(path: path, limits: settings.historyLimits) { _ in }.read())
        return history.latest(count)
    }

    /// Removes the file, and the remains of dictations that a crash interrupted. Throws a `Problem`
    /// if that fails.
    public static func clear() throws(Problem) {
        if let path = HistoryFile.path(Settings.environment) { try HistoryFile.remove(path) }
        guard let socket = try? ControlSocketPath.standard() else { return }
        let directory = ControlServer.directory(of: socket)
        for sound in CrashAudio.leftovers(in: directory) { sound.remove() }
        CrashAudio.removeKept(in: directory)
        TypingKeep(in: directory).end()
    }
}
