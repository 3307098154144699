import AudioALSA
public import Dictation
import HotkeyEvdev
public import LinuxRuntime
import RecognizerPocketSphinx
public import Settings
import SinkXTest

/// The one table from the names of the configuration to the parts that bear them.
@EventLoopActor
public enum Backends {
    private static let recognizers: [(name: String, make: Factory<any SpeechRecognizer>)] = [
        ("pocketsphinx", { settings throws(Problem) in
            try PocketSphinxRecognizer(settings.pocketSphinx)
        })
    ]

    private static let sinks: [(name: String, make: Factory<any TextSink>)] = [
        ("xtest", { _ in XTestSink() })
    ]

    private typealias Factory<Part> = (Settings) throws(Problem) -> Part

    public static func audio(_ settings: Settings) -> any AudioSource {
        ALSASource(device: settings.audio.device)
    }

    /// Throws a `Problem` if the engine or one of its options is unknown.
    public static func recognizer(_ settings: Settings) throws(Problem) -> any SpeechRecognizer {
        let make = try named(
            settings.recognizer.engine, in: recognizers, "engine", settings, "recognizer.engine")
        return try make(settings)
    }

    /// The sinks in the order of the configuration. Throws a `Problem` if one is unknown.
    public static func sinks(_ settings: Settings) throws(Problem) -> SinkChain {
        let names = settings.output.sinks.isEmpty ? sinks.map(\.name) : settings.output.sinks
        var chain: [any TextSink] = []
        for name in names {
            chain.append(try named(name, in: sinks, "sink", settings, "output.sinks")(settings))
        }
        return SinkChain(chain)
    }

    /// Nil if the hotkey is switched off. Throws a `Problem` if the key is unknown.
    public static func hotkey(_ settings: Settings) throws(Problem) -> (any HotkeySource)? {
        guard settings.hotkey.enabled else { return nil }
        return EvdevHotkey(try EvdevKey(name: settings.hotkey.dictate))
    }

    /// Throws the `Problem` of the first name that no part bears.
    public static func check(_ settings: Settings) throws(Problem) {
        try recognizer(settings).close()
        try sinks(settings).close()
        _ = try hotkey(settings)
    }

    private static func named<Part>(
        _ name: String, in table: [(name: String, make: Part)], _ kind: String,
        _ settings: Settings, _ key: String
    ) throws(Problem) -> Part {
        if let entry = table.first(where: { $0.name == name }) { return entry.make }
        let known = table.map(\.name).joined(separator: ", ")
        throw Problem(
            "there is no \(kind) “\(name)”", why: "named by \(settings.origin(of: key))",
            remedy: "Choose one of: \(known).")
    }
}
