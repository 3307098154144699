import Assembly
import ControlProtocol
import Dictation
import LinuxRuntime
import Problems
import Session
import Settings

// `utter type`, where the daemon can do it: its sinks are connected already.

extension Daemon {
    /// Types a text for a command. Declines where that would not be what the command does by itself:
    /// for another display or configuration, where the window decides how, where the user must be
    /// asked first, and while a dictation or another command is under way.
    func type(
        _ words: String, for command: CommandEnvironment, _ reply: @escaping (ControlReply) -> Void
    ) {
        let output = settings.output
        guard command == .own, isConfiguredAsCommands,
            !Registry.usesPermission(sinks: output.sinks),
            !settings.dependOnWindow(toType: words)
        else { return reply(.declined) }
        let text = TypableText(
            cleaning: words, lineBreaks: output.lineBreaks.cleaning, tabs: output.tabs)
        let isTyping = runner.type(text, with: setups.general.sinks) { outcome in
            if let failure = outcome.failure(typing: words, as: text) {
                reply(.failure(failure))
            } else {
                reply(.ok(message: outcome.remark?.description))
            }
        }
        if !isTyping { reply(.declined) }
    }

    /// Whether the settings in force come from the file that commands read.
    private var isConfiguredAsCommands: Bool {
        reload.problem == nil && reload.waiting == nil
            && reload.source?.path == Settings.defaultPath()
    }
}
