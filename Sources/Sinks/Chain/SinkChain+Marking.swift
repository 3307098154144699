package import Dictation
import DictationParts
import LinuxRuntime

/// Text that is shown in the focused field and isn't typed yet.
extension SinkChain {
    /// Whether text is shown.
    public var isMarking: Bool { marking != nil }

    /// Whether a sink can show such text now.
    package var canMark: Bool {
        sinks.contains { $0.capabilities.contains(.marksText) && $0.canMark }
    }

    /// Shows a text at the cursor in place of the one that was shown before, with the first sink
    /// that can; shows nothing if none can.
    package func mark(_ text: TypableText) async {
        for sink in sinks where sink.capabilities.contains(.marksText) {
            do {
                try await prepare(sink)
                await yieldMark(to: sink)
                marking = sink
                return try await sink.setMarkedText(text)
            } catch {
                // Another window has the focus, or its field is another one.
                continue
            }
        }
    }

    /// Removes what is shown.
    package func unmark() async {
        try? await marking?.setMarkedText(TypableText(cleaning: "", lineBreaks: .space))
        marking = nil
    }

    /// A sink is going to change the text: what another one shows is removed before. What the sink
    /// itself shows is replaced by its change.
    func yieldMark(to sink: any TextSink) async {
        if marking === sink { marking = nil } else { await unmark() }
    }
}
