// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Swift's newest rules everywhere, and no warning passes CI.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// Names of targets, separated by spaces; `system` and `arguments` are the packages' libraries.
func needs(_ names: String) -> [Target.Dependency] {
    Set(names.split(separator: " ")).sorted().map { name in
        switch name {
        case "system": .product(name: "SystemPackage", package: "swift-system")
        case "arguments": .product(name: "ArgumentParser", package: "swift-argument-parser")
        default: .byName(name: String(name))
        }
    }
}

/// A module: its name, its folder in Sources, which may hold those of others, and what it needs.
func module(_ name: String, _ folder: String, _ dependencies: String = "") -> Target {
    .target(
        name: name, dependencies: needs(dependencies), path: "Sources/\(folder)",
        swiftSettings: strict)
}

/// A part of a program that runs on Linux's event loop, or is used there.
func part(_ name: String, _ folder: String, _ dependencies: String = "") -> Target {
    module(name, folder, "Dictation LinuxRuntime MonotonicTime Problems system " + dependencies)
}

/// What a part of a dictation needs: a microphone, recogniser, sink, hotkey, desktop; and tests.
let common = "Dictation DictationParts LinuxRuntime MonotonicTime Problems system "

/// Such a part.
func backend(_ name: String, _ folder: String, _ dependencies: String = "") -> Target {
    module(name, folder, common + dependencies)
}

/// A program: what it does is in the module that it starts.
func program(_ name: String, _ dependencies: String) -> Target {
    .executableTarget(
        name: name, dependencies: needs(dependencies), path: "Sources/Programs/\(name)",
        swiftSettings: strict,
        // Swift's own linker: without gold, as on Debian 13, it would be GNU ld, which leaves out
        // RELRO here.
        linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(configuration: .release))])
}

/// A C library of the system: the pkg-config name tells the compiler where it is.
func library(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// C of our own: what Swift can't say, or a library that is opened at run time.
func shim(_ name: String, _ dependencies: String = "", links: [LinkerSetting] = []) -> Target {
    .target(
        name: name, dependencies: needs(dependencies), path: "Sources/C/\(name)",
        linkerSettings: links)
}

// What several targets need.
let desktops =
    "DesktopBus DesktopCompositors DesktopConsole DesktopGNOME DesktopKDE DesktopParts DesktopX11"
let sinks =
    "SinkChains SinkClipboardWayland SinkClipboardX11 SinkIBus SinkInputMethod SinkKWin SinkUinput "
    + "SinkVirtualKeyboard SinkXTest"
let session = "History RecognizerRouting Session Settings SinkChains TextEditing TextProcessing"

let modules: [Target] = [
    // Core: pure values. No clock, no files, nothing but the standard library.
    module("Problems", "Core/Problems"),
    module("MonotonicTime", "Core/MonotonicTime"),
    module("Dictation", "Core/Dictation", "MonotonicTime Problems"),
    module("TextProcessing", "Core/TextProcessing", "Dictation"),
    module("TextEditing", "Core/Editing", "Dictation Problems TextProcessing"),

    // Runtime: Linux, on one thread.
    module("LinuxRuntime", "Runtime/LinuxRuntime", "CSystemd CLinux system"),
    module("JSONLines", "Runtime/JSONLines"),
    part("DictationParts", "Runtime/DictationParts", "JSONLines"),
    part("ExternalProgram", "Runtime/ExternalProgram", "CGuardian"),
    module("ProcessConfinement", "Runtime/Confinement", "LinuxRuntime CConfinement CSeccomp system"),
    module("ProcessGuardian", "Runtime/Guardian", "LinuxRuntime ProcessConfinement system"),

    part("Settings", "Settings", "CTOML"),
    part("History", "History", "JSONLines CLinux"),
    part("ControlProtocol", "Control", "JSONLines CLinux"),

    // What may be sent to whom, and how.
    part("HTTPClient", "RemoteServer/HTTPClient", "AudioSamples CCurl"),
    part("Consent", "RemoteServer/Consent", "HTTPClient Settings"),

    // Sound: as values, from the microphone, from files.
    module("AudioSamples", "Audio/Samples", "Dictation Problems"),
    module("VoiceNetwork", "Audio/VoiceNetwork", "AudioSamples CInnerProduct Problems system"),
    backend("AudioALSA", "Audio/ALSA", "AudioSamples CALSA CPulse"),
    part("SoundFiles", "Audio/Files"),

    // Engines: sound to words.
    backend("SpeechEngines", "Engines/Contract", "Consent Settings"),
    backend("RecognizerPocketSphinx", "Engines/PocketSphinx",
        "Settings SpeechEngines SpeechWorkerProtocol PocketSphinxModel SpeechWorker"),
    backend("RecognizerTranscribeCpp", "Engines/TranscribeCpp",
        "Settings SpeechEngines SpeechWorkerProtocol GGUF Models SpeechWorker TranscribeCppFiles"),
    backend("RecognizerVosk", "Engines/Vosk",
        "Settings SpeechEngines SpeechWorkerProtocol SpeechWorker VoskFiles"),
    backend("RecognizerWholeUtterance", "Engines/WholeUtterance",
        "AudioSamples Consent ExternalProgram HTTPClient Settings SpeechEngines SpeechSegments "
            + "VoiceNetwork"),
    module("EngineRegistry", "Engines/Registry",
        "RecognizerPocketSphinx RecognizerTranscribeCpp RecognizerVosk "
            + "RecognizerWholeUtterance Settings SpeechEngines"),
    module("GGUF", "Engines/GGUF", "system"),
    // Which of several engines recognises a dictation, a recording, or the phrase of `[wake]`.
    backend("RecognizerRouting", "Engines/Routing", "AudioSamples"),
    part("Models", "Engines/Models", "GGUF HTTPClient"),
    part("SpeechBench", "Engines/SpeechBench"),

    // Engines that are libraries run in a process of their own: the daemon's side, the process.
    module("SpeechWorkerProtocol", "Engines/Worker/Protocol", "Dictation Problems"),
    backend("SpeechWorker", "Engines/Worker/Client", "AudioSamples SpeechWorkerProtocol"),
    // What is recognised when, for engines that take sound as a whole: both sides use it.
    module("SpeechSegments", "Engines/Segments", "AudioSamples Dictation"),
    part("PocketSphinxModel", "Engines/PocketSphinx/Model", "SpeechWorkerProtocol"),
    part("PocketSphinxDecoding", "Engines/PocketSphinx/Decoding",
        "SpeechWorkerProtocol PocketSphinxModel CPocketSphinx CPocketSphinxLog"),
    part("TranscribeCppFiles", "Engines/TranscribeCpp/Model",
        "SpeechWorkerProtocol GGUF VoiceNetwork"),
    part("TranscribeCppDecoding", "Engines/TranscribeCpp/Decoding",
        "AudioSamples GGUF SpeechSegments SpeechWorkerProtocol TranscribeCppFiles VoiceNetwork "
            + "CTranscribe"),
    part("VoskFiles", "Engines/Vosk/Model", "SpeechWorkerProtocol"),
    part("VoskDecoding", "Engines/Vosk/Decoding", "SpeechWorkerProtocol VoskFiles CVosk"),
    part("UtterSpeech", "Engines/SpeechProgram",
        "AudioSamples PocketSphinxDecoding PocketSphinxModel ProcessConfinement SoundFiles "
            + "SpeechWorkerProtocol TranscribeCppDecoding TranscribeCppFiles VoskDecoding VoskFiles "
            + "CSoundFile"),

    backend("TextCleanup", "TextCleanup", "Consent ExternalProgram HTTPClient"),

    // Desktops: their servers and sockets, the focus, the message buses.
    part("X11Connection", "Desktops/X11/Connection", "CX11 CLinux"),
    part("WaylandClient", "Desktops/Wayland/Connection", "CWayland CLinux"),
    backend("DesktopBus", "Desktops/Bus", "HotkeyChords"),
    backend("DesktopParts", "Desktops/Parts", "KeyStrokes"),
    backend("DesktopX11", "Desktops/X11/Desktop",
        "DesktopParts KeyStrokes X11Connection CX11 CXcb"),
    backend("DesktopCompositors", "Desktops/Compositors", "DesktopParts KeyStrokes CLinux"),
    backend("DesktopKDE", "Desktops/KDE", "DesktopParts KeyStrokes KWinScripting"),
    part("KWinScripting", "Desktops/KDE/Scripting"),
    part("KWinInput", "Desktops/KDE/Input", "KeyStrokes WaylandClient CConfinement CWayland"),
    backend("DesktopGNOME", "Desktops/GNOME", "DesktopParts KeyStrokes"),
    backend("DesktopConsole", "Desktops/Console", "DesktopParts KeyStrokes CLinux"),

    // What is known of the focused text where no sink knows it.
    backend("DocumentATSPI", "Documents/ATSPI"),

    // Sinks: text to a window.
    module("KeyStrokes", "Sinks/KeyStrokes", "Dictation Problems CXkbcommon"),
    backend("SinkChains", "Sinks/Chain", "TextEditing"),
    backend("SinkXTest", "Sinks/XTest", "KeyStrokes ProcessGuardian X11Connection CX11"),
    backend("SinkVirtualKeyboard", "Sinks/VirtualKeyboard", "KeyStrokes WaylandClient"),
    backend("SinkInputMethod", "Sinks/InputMethod", "WaylandClient CWayland"),
    backend("SinkUinput", "Sinks/Uinput", "DesktopParts KeyStrokes KeyboardDevices CEvdev"),
    backend("SinkIBus", "Sinks/IBus", "ProcessGuardian"),
    backend("SinkKWin", "Sinks/KWin", "DesktopParts KWinInput KeyStrokes WaylandClient"),
    backend("SinkClipboardX11", "Sinks/ClipboardX11", "X11Connection CX11"),
    backend("SinkClipboardWayland", "Sinks/ClipboardWayland",
        "KWinInput KeyStrokes WaylandClient CWayland"),

    // Hotkeys. The helper is the process that may read keyboards for the daemon: it links nothing
    // that isn't named here.
    module("HotkeyChords", "Hotkeys/Chords", "MonotonicTime Problems"),
    module("KeyboardDevices", "Hotkeys/Devices", "LinuxRuntime MonotonicTime CEvdev CLinux system"),
    backend("HotkeyHelper", "Hotkeys/HelperClient", "HotkeyChords KeyboardDevices CEvdev CLinux"),
    module("UtterHotkeys", "Hotkeys/HelperProgram",
        "HotkeyChords KeyboardDevices LinuxRuntime MonotonicTime ProcessConfinement "
            + "CConfinement CEvdev CSystemd system"),

    // One dictation after the other, and what is said aloud of it.
    backend("Session", "Session",
        "AudioSamples ExternalProgram History RecognizerRouting SinkChains TextEditing "
            + "TextProcessing"),
    backend("Announcements", "Announcements"),

    // Where they meet.
    backend("Assembly", "Daemon/Assembly",
        "\(desktops) \(sinks) \(session) Announcements AudioALSA Consent DocumentATSPI "
            + "EngineRegistry HotkeyChords HotkeyHelper KeyStrokes Models "
            + "SpeechEngines TextCleanup"),
    backend("Doctor", "Daemon/Doctor",
        "\(session) Assembly AudioALSA ControlProtocol DesktopBus DesktopParts EngineRegistry "
            + "HotkeyChords HotkeyHelper KeyboardDevices Models SpeechEngines CEvdev"),
    backend("UtterDaemon", "Daemon/Service",
        "\(session) Assembly ControlProtocol DesktopBus DesktopParts"),
    backend("UtterCommands", "Commands",
        "\(session) Assembly AudioALSA AudioSamples CLinux Consent ControlProtocol DesktopBus "
            + "DesktopParts Doctor EngineRegistry GGUF HotkeyChords JSONLines Models "
            + "ProcessConfinement SinkIBus SinkXTest SoundFiles SpeechBench SpeechEngines "
            + "SpeechWorker UtterDaemon arguments"),

    // The overlay: no audio, no recogniser, no Foundation of its own.
    module("OverlayDrawing", "Overlay/Drawing", "CCairo"),
    part("OverlayWindows", "Overlay/Windows",
        "DesktopCompositors KWinScripting OverlayDrawing WaylandClient X11Connection CWayland CX11 "
            + "CXScreen"),
    part("UtterOverlay", "Overlay/Program",
        "ControlProtocol OverlayDrawing OverlayWindows arguments"),

    // The settings window. GTK by its sonames: no development files are needed.
    .target(
        name: "SettingsWindow", dependencies: ["CGTK"], path: "Sources/SettingsWindow",
        swiftSettings: strict,
        linkerSettings: [
            ":libgtk-4.so.1", ":libgio-2.0.so.0", ":libgobject-2.0.so.0", ":libglib-2.0.so.0",
        ].map { .linkedLibrary($0) }),

    program("utter", "UtterCommands"),
    // In C, as Swift's runtime would take longer to load than all that it does; SwiftPM links it
    // even so, the Makefile doesn't.
    .executableTarget(name: "utter-front", path: "Sources/Programs/utter-front"),
    program("utter-overlay", "UtterOverlay"),
    program("utter-hotkeys", "UtterHotkeys CEmptyEnvironment"),
    program("utter-kwin", "CConfinement"),
    program("utter-settings", "SettingsWindow"),
    program("utter-speech", "SoundFiles UtterSpeech CEmptyEnvironment"),

    // C libraries.
    .systemLibrary(name: "CGTK", path: "Sources/C/CGTK", providers: [.apt(["libgtk-4-1"])]),
    library("CALSA", "alsa", apt: "libasound2-dev"),
    library("CCairo", "pangocairo", apt: "libpango1.0-dev"),
    library("CEvdev", "libevdev libudev", apt: "libevdev-dev"),
    library("CPocketSphinx", "pocketsphinx", apt: "libpocketsphinx-dev"),
    library("CSeccomp", "libseccomp", apt: "libseccomp-dev"),
    library("CSystemd", "libsystemd", apt: "libsystemd-dev"),
    library("CX11", "x11 xtst xi xres", apt: "libxtst-dev"),
    library("CXScreen", "x11 xext xfixes xrandr", apt: "libxrandr-dev"),
    library("CXcb", "xkbcommon-x11 xcb-xinput xcb", apt: "libxkbcommon-x11-dev"),
    library("CXkbcommon", "xkbcommon", apt: "libxkbcommon-dev"),
    shim("CPocketSphinxLog", "CPocketSphinx"),
    // Debian's package libwayland-dev.
    shim("CWayland", links: [.linkedLibrary("wayland-client")]),
] + [
    "CConfinement", "CEmptyEnvironment", "CGuardian", "CInnerProduct", "CLinux", "CTOML",
    // Libraries that are opened at run time. Their headers are here or in Debian's packages
    // libcurl4-gnutls-dev, libpulse-dev, libsndfile1-dev and libsoxr-dev.
    "CCurl", "CPulse", "CSoundFile", "CTranscribe", "CVosk",
].map { shim($0) }

/// The tests of a module, in the folder of Tests that is named like its own.
@MainActor func tests(_ name: String, _ dependencies: String = "") -> Target {
    let folder = modules.first { $0.name == name }?.path?.dropFirst("Sources/".count) ?? ""
    return suite(name, String(folder), "\(name) \(dependencies)")
}

/// Tests of several modules.
func suite(_ name: String, _ folder: String, _ dependencies: String = "") -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: needs("TestSupport \(common) \(dependencies)"),
        path: "Tests/\(folder)", swiftSettings: strict)
}

/// A program that tests run. No test depends on it: it would be linked into all tests.
func trial(_ name: String, _ folder: String, _ dependencies: String) -> Target {
    .executableTarget(
        name: name, dependencies: needs(dependencies), path: "Tests/\(folder)",
        swiftSettings: strict)
}

let trials: [Target] = [
    .target(
        name: "TestSupport", dependencies: needs(common + "KWinInput CEvdev CLinux CX11"),
        path: "Tests/Support", swiftSettings: strict),
    suite("Documentation", "Documentation"),
    tests("TextEditing", "TextProcessing"),
    tests("Settings", "EngineRegistry RecognizerPocketSphinx"),
    tests("HTTPClient", "AudioSamples"),
    tests("ControlProtocol", "CLinux JSONLines"),
    tests("VoiceNetwork", "AudioSamples"),
    tests("SoundFiles", "SpeechWorker"),
    tests("HotkeyChords", "CXkbcommon HotkeyHelper"),
    suite("Hotkeys", "Hotkeys", "HotkeyChords HotkeyHelper KeyboardDevices UtterHotkeys"),
    suite("SpeechWorker", "Engines/Worker",
        "RecognizerRouting Session SpeechWorker SpeechWorkerProtocol"),
    // utter-speech with engines that crash, hang and look around.
    trial("trial-speech", "Engines/Worker/TrialProgram",
        "Dictation LinuxRuntime Problems SpeechWorkerProtocol UtterSpeech"),
    tests("RecognizerPocketSphinx",
        "PocketSphinxDecoding PocketSphinxModel Settings SpeechWorker SpeechWorkerProtocol "
            + "CPocketSphinx"),
    tests("RecognizerWholeUtterance", "AudioSamples Consent HTTPClient RecognizerRouting Session"),
    tests("TextCleanup", "Consent"),
    tests("RecognizerVosk", "SpeechWorker VoskFiles"),
    suite("ToyEngine", "Engines/Toy", "\(session) Assembly EngineRegistry SpeechEngines"),
    tests("Models", "GGUF HTTPClient"),
    tests("RecognizerTranscribeCpp",
        "GGUF Models Settings SpeechEngines SpeechSegments SpeechWorker SpeechWorkerProtocol "
            + "TextProcessing TranscribeCppDecoding TranscribeCppFiles"),
    suite("Desktops", "Desktops",
        "\(desktops) HotkeyChords HotkeyHelper KeyStrokes WaylandClient X11Connection CWayland "
            + "CX11"),
    tests("Session", session),
    tests("Assembly",
        "\(session) DesktopParts EngineRegistry PocketSphinxModel RecognizerPocketSphinx "
            + "RecognizerVosk SpeechEngines VoskFiles"),
    tests("Doctor", "Settings SpeechEngines"),
    tests("UtterDaemon", "\(session) ControlProtocol"),
    tests("UtterCommands", "\(session) Doctor EngineRegistry arguments"),
    tests("KeyStrokes", "CXkbcommon"),
    tests("SinkInputMethod", "\(session) SinkVirtualKeyboard WaylandClient"),
    tests("SinkUinput",
        "DesktopConsole DesktopParts DesktopCompositors DesktopX11 KeyStrokes CEvdev"),
    suite("IBusEngine", "Sinks/IBus/Engine", "SinkIBus"),
    tests("DocumentATSPI", "\(session) SinkXTest"),
    suite("RandomEdit", "Documents/RandomEdits",
        "\(session) Assembly DesktopCompositors DesktopParts DesktopX11 DocumentATSPI "
            + "SinkInputMethod SinkVirtualKeyboard SinkXTest"),
    tests("SinkIBus", "\(session) DesktopGNOME DesktopParts DocumentATSPI"),
    tests("SinkKWin",
        "\(session) DesktopKDE DesktopParts DocumentATSPI KWinInput SinkClipboardWayland"),
    tests("SinkXTest", "KeyStrokes ProcessGuardian X11Connection CX11"),
    tests("SinkClipboardX11", "X11Connection CX11"),
    tests("SinkClipboardWayland", "WaylandClient"),
    tests("SinkVirtualKeyboard", "KeyStrokes WaylandClient"),
    suite("Typing", "Typing", "SinkVirtualKeyboard SinkXTest"),
    // It types, to be killed or stopped by tests.
    trial("trial-typist", "Typing/TrialProgram",
        "\(desktops) \(sinks) Dictation DictationParts KeyStrokes LinuxRuntime TestSupport"),
    suite("System", "System",
        "AudioALSA AudioSamples ControlProtocol HotkeyChords HotkeyHelper Models SinkVirtualKeyboard "
            + "SpeechWorkerProtocol TranscribeCppFiles"),
    tests("UtterOverlay", "ControlProtocol OverlayDrawing SinkVirtualKeyboard CX11"),
    tests("OverlayWindows", "OverlayDrawing"),
    tests("OverlayDrawing", "CCairo"),
] + [
    "Announcements", "AudioALSA", "AudioSamples", "Consent", "Dictation", "ExternalProgram",
    "History", "KeyboardDevices", "LinuxRuntime", "Problems", "RecognizerRouting", "SinkChains",
    "SpeechBench", "SpeechSegments", "TextProcessing",
].map { tests($0) }

let package = Package(
    name: "utter",
    products: ["", "-front", "-overlay", "-hotkeys", "-speech", "-kwin", "-settings"].map { name in
        .executable(name: "utter\(name)", targets: ["utter\(name)"])
    },
    // The same versions for everybody. Package.resolved would pin the revisions, too, which a mirror
    // that made its copies anew does not have.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    ],
    targets: modules + trials,
    cxxLanguageStandard: .cxx17
)

// In a target's folder may be other targets', and files that are no sources, such as READMEs.
for target in package.targets where target.type != .system {
    let folder = "\(target.path ?? "")/"
    let endings = target.swiftSettings == nil ? [".c", ".cpp", ".h", ".modulemap"] : [".swift"]
    let others = package.targets.compactMap(\.path).filter { $0.hasPrefix(folder) }
    target.exclude = others.map { String($0.dropFirst(folder.count)) }
    let files = FileManager.default.enumerator(atPath: "\(Context.packageDirectory)/\(folder)")
    while let file = files?.nextObject() as? String {
        if files?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory { continue }
        if !endings.contains(where: file.hasSuffix) { target.exclude.append(file) }
    }
}

// SwiftPM compiles the tests of all modules, whatever `--filter` says. With
// UTTER_ONLY="SessionTests SettingsTests" the package has only these targets and what they need.
if let names = Context.environment["UTTER_ONLY"] {
    var (kept, packages): (Set<String>, Set<String>) = ([], [])
    func keep(_ name: String) {
        guard let target = package.targets.first(where: { $0.name == name }) else {
            fatalError("UTTER_ONLY: no target is “\(name)”")
        }
        guard kept.insert(name).inserted else { return }
        for dependency in target.dependencies {
            if case .byNameItem(let name, _) = dependency { keep(name) }
            if case .productItem(_, let package?, _, _) = dependency { packages.insert(package) }
        }
    }
    names.split(separator: " ").forEach { keep(String($0)) }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { !kept.contains($0.name) }
    package.dependencies.removeAll { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
        return !packages.contains { location.hasSuffix("/\($0)") }
    }
}
