import Assembly
import Dictation
import DictationParts
import Doctor
import LinuxRuntime
import Problems
import Settings
import SinkChains

/// Types a line through each sink of the session into the focused window, and compares what
/// arrives.
@EventLoopActor
enum SinkReadback {
    /// For a sink that types any text.
    private static let line = "Utter typed this: naïve “Zoë”, 12 € (yes)?"
    /// Characters that every keyboard for Latin letters has keys for.
    private static let plainLine = "Utter typed this: lazy zebras, 12 (yes)?"
    /// The longest wait for the first key.
    private static let timeout = Duration.seconds(5)

    static func findings(
        _ settings: Settings, into place: some TypingPlace
    ) async throws -> [Finding] {
        let chain = try Registry.sinks(settings)
        let sinks = chain.sinks.map { (name: $0.name, capabilities: $0.capabilities) }
        chain.close()
        var findings: [Finding] = []
        var working = sinks.prefix(0)
        for sink in sinks {
            var own = settings
            own.output.sinks = [sink.name]
            let text = sink.capabilities.contains(.anyText) ? line : plainLine
            let subject = "typing by \(sink.name)"
            do {
                let arrived = try await TypedBack.type(
                    text, own, into: place, within: timeout)
                findings.append(finding(subject, text, arrived, in: place.name))
                if arrived == text { working.append(sink) }
            } catch let problem as Problem {
                try Task.checkCancellation()
                let other = working.first { $0.capabilities.isSuperset(of: sink.capabilities) }
                if let other, settings.output.sinks.isEmpty {
                    findings.append(.notNeeded(subject, besides: other.name))
                    continue
                }
                findings.append(
                    Finding(
                        subject, .unchecked, "not confirmed: \(problem.what): \(problem.why)",
                        remedy: problem.remedy))
            }
        }
        return findings
    }

    static func finding(
        _ subject: String, _ text: String, _ arrived: String, in place: String
    ) -> Finding {
        if arrived == text { return Finding(subject, .good, "“\(text)” arrived exactly") }
        if arrived.isEmpty {
            return Finding(
                subject, .warning, "nothing arrived in \(place)",
                remedy: "Keep it in front, on the machine’s own screen, and touch no key.")
        }
        return Finding(
            subject, .warning, "“\(text)” came as “\(arrived)”",
            remedy: "utter type --explain TEXT shows the keys.")
    }
}
