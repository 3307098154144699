// swift-tools-version: 6.2
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
func needs(_ lists: [String]) -> [Target.Dependency] {
    Set(lists.flatMap { $0.split(separator: " ") }).sorted().map { name in
        switch name {
        case "system": .product(name: "SystemPackage", package: "swift-system")
        case "arguments": .product(name: "ArgumentParser", package: "swift-argument-parser")
        default: .byName(name: String(name))
        }
    }
}

/// A module: its name, its folder in Sources, the folders within that, and what it needs.
/// Modules may be nested: `without` are folders that are modules of their own.
func module(
    _ name: String, _ folder: String, with folders: [String] = [], without others: [String] = [],
    _ dependencies: String...
) -> Target {
    module(name, folder, with: folders, without: others, all: dependencies)
}

func module(
    _ name: String, _ folder: String, with folders: [String] = [], without others: [String],
    all dependencies: [String]
) -> Target {
    .target(
        name: name, dependencies: needs(dependencies), path: "Sources/\(folder)",
        exclude: ["README.md"] + folders.map { "\($0)/README.md" } + others,
        swiftSettings: strict)
}

/// What a part of a dictation needs: a microphone, recogniser, sink, hotkey, desktop; and tests.
let common = "Dictation DictationParts LinuxRuntime MonotonicTime Problems system"

/// Such a part.
func backend(
    _ name: String, _ folder: String, without others: [String] = [], _ dependencies: String...
) -> Target {
    module(name, folder, without: others, all: [common] + dependencies)
}

/// An engine: sound to words.
func engine(
    _ name: String, _ folder: String, without others: [String] = [], _ dependencies: String...
) -> Target {
    module(
        name, "Engines/\(folder)", without: others,
        all: [common, "Settings SpeechEngines"] + dependencies)
}

/// A desktop: what its sessions tell of focus, lock, layout and keyboards.
func desktop(
    _ name: String, _ folder: String, without others: [String] = [], _ dependencies: String...
) -> Target {
    module(
        name, "Desktops/\(folder)", without: others,
        all: [common, "DesktopParts KeyStrokes"] + dependencies)
}

/// A program: what it does is in the module that it starts.
func program(_ name: String, _ dependencies: String...) -> Target {
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
func shim(
    _ name: String, _ dependencies: [Target.Dependency] = [], data: [String] = [],
    links: [LinkerSetting] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/C/\(name)", exclude: data,
        linkerSettings: links)
}

/// The tests of a module, in the folder of Tests that is named like its own.
func tests(
    _ name: String, _ folder: String, _ dependencies: String..., data: [String] = []
) -> Target {
    suite(name, folder, all: [name] + dependencies, data: data)
}

/// Tests of several modules.
func suite(
    _ name: String, _ folder: String, _ dependencies: String..., data: [String] = []
) -> Target {
    suite(name, folder, all: dependencies, data: data)
}

func suite(_ name: String, _ folder: String, all dependencies: [String], data: [String]) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: needs(["TestSupport", common] + dependencies),
        path: "Tests/\(folder)", exclude: data, swiftSettings: strict)
}

/// A program that tests run. No test depends on it: it would be linked into all tests.
func trial(_ name: String, _ folder: String, _ dependencies: String...) -> Target {
    .executableTarget(
        name: name, dependencies: needs(dependencies), path: "Tests/\(folder)",
        swiftSettings: strict)
}

let package = Package(
    name: "utter",
    products: [
        "utter", "utter-front", "utter-overlay", "utter-hotkeys", "utter-speech", "utter-kwin",
        "utter-settings",
    ].map { .executable(name: $0, targets: [$0]) },
    // The same versions for everybody. Package.resolved would pin the revisions, too, which a mirror
    // that made its copies anew does not have.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    ],
    targets: [
        // Core: pure values. No clock, no files, nothing but the standard library.
        module("Problems", "Core/Problems"),
        module("MonotonicTime", "Core/MonotonicTime"),
        module("Dictation", "Core/Dictation",
            with: ["Display", "Hotkeys", "Machine", "Speech", "Text", "Typing"],
            "MonotonicTime Problems"),
        module("TextProcessing", "Core/TextProcessing",
            with: [
                "Cleanup", "Edits", "Languages", "Marks", "Numbers", "Patterns", "Sentences", "Terms",
                "Words",
            ], "Dictation"),
        module("TextEditing", "Core/Editing", "Dictation Problems TextProcessing"),

        // Runtime: Linux, on one thread.
        module("LinuxRuntime", "Runtime/LinuxRuntime",
            with: ["Bus", "Files", "Loop", "Processes", "Sockets"], "CSystemd CLinux system"),
        module("DictationParts", "Runtime/DictationParts",
            "Dictation JSONLines MonotonicTime Problems LinuxRuntime"),
        module("JSONLines", "Runtime/JSONLines"),
        module("ExternalProgram", "Runtime/ExternalProgram",
            "MonotonicTime Problems LinuxRuntime CGuardian system"),

        module("ProcessConfinement", "Runtime/Confinement",
            "LinuxRuntime CConfinement CSeccomp system"),
        module("ProcessGuardian", "Runtime/Guardian", "LinuxRuntime ProcessConfinement system"),

        module("Settings", "Settings", with: ["Sections"],
            "Dictation Problems LinuxRuntime CTOML system"),
        module("History", "History", "Dictation Problems JSONLines LinuxRuntime CLinux system"),
        module("ControlProtocol", "Control",
            "Dictation MonotonicTime Problems JSONLines LinuxRuntime CLinux system"),

        // What may be sent to whom, and how.
        module("HTTPClient", "RemoteServer/HTTPClient",
            "CCurl AudioSamples Dictation Problems LinuxRuntime system"),
        module("Consent", "RemoteServer/Consent",
            "HTTPClient Problems LinuxRuntime Settings system"),

        // Sound: as values, and from the microphone.
        module("AudioSamples", "Audio/Samples", "Dictation Problems"),
        module("VoiceNetwork", "Audio/VoiceNetwork", "AudioSamples CInnerProduct Problems system"),
        backend("AudioALSA", "Audio/ALSA", "AudioSamples CALSA CPulse"),

        // Sound files: decoded by a process of its own.
        module("SoundFiles", "Audio/Files", without: ["Decoding"],
            "Dictation LinuxRuntime Problems system"),
        module("SoundFileDecoding", "Audio/Files/Decoding",
            "AudioSamples Dictation SoundFiles CSoundFile"),

        // Engines: sound to words.
        backend("SpeechEngines", "Engines/Contract", "Consent Settings"),
        engine("RecognizerPocketSphinx", "PocketSphinx", without: ["Decoding", "Model"],
            "PocketSphinxModel SpeechWorker SpeechWorkerProtocol"),
        engine("RecognizerTranscribeCpp", "TranscribeCpp", without: ["Decoding", "Model"],
            "GGUF Models SpeechWorker SpeechWorkerProtocol TranscribeCppFiles"),
        engine("RecognizerVosk", "Vosk", without: ["Decoding", "Model"],
            "SpeechWorker SpeechWorkerProtocol VoskFiles"),
        engine("RecognizerWholeUtterance", "WholeUtterance",
            "AudioSamples Consent ExternalProgram HTTPClient SpeechSegments VoiceNetwork"),
        module("EngineRegistry", "Engines/Registry",
            "RecognizerPocketSphinx RecognizerTranscribeCpp RecognizerVosk",
            "RecognizerWholeUtterance Settings SpeechEngines"),
        module("GGUF", "Engines/GGUF", "system"),
        // Which of several engines recognises a dictation, a recording, or the phrase of `[wake]`.
        backend("RecognizerRouting", "Engines/Routing", "AudioSamples"),
        // Models of other formats, as files of that one.
        module("ModelConversion", "Engines/Conversion", "GGUF LinuxRuntime system"),
        module("Models", "Engines/Models",
            "Dictation GGUF HTTPClient LinuxRuntime ModelConversion Problems system"),
        module("SpeechBench", "Engines/SpeechBench",
            "Dictation MonotonicTime Problems LinuxRuntime"),

        // Engines that are libraries run in a process of their own: the daemon's side, the process.
        module("SpeechWorkerProtocol", "Engines/Worker/Protocol", "Dictation Problems"),
        module("SpeechWorker", "Engines/Worker/Client",
            "AudioSamples Dictation DictationParts Problems LinuxRuntime SpeechWorkerProtocol",
            "system"),
        module("SpeechDecoding", "Engines/SpeechDecoding",
            "Dictation Problems SpeechWorkerProtocol"),
        // What is recognised when, for engines that take sound as a whole: both sides use it.
        module("SpeechSegments", "Engines/Segments", "AudioSamples Dictation"),
        module("PocketSphinxModel", "Engines/PocketSphinx/Model",
            "Dictation Problems LinuxRuntime SpeechWorkerProtocol system"),
        module("PocketSphinxDecoding", "Engines/PocketSphinx/Decoding",
            "Dictation Problems LinuxRuntime PocketSphinxModel SpeechDecoding CPocketSphinx",
            "CPocketSphinxGuard system"),
        module("TranscribeCppFiles", "Engines/TranscribeCpp/Model",
            "Dictation GGUF LinuxRuntime Problems SpeechWorkerProtocol VoiceNetwork system"),
        module("TranscribeCppDecoding", "Engines/TranscribeCpp/Decoding",
            "AudioSamples Dictation GGUF Problems LinuxRuntime SpeechDecoding SpeechSegments",
            "TranscribeCppFiles VoiceNetwork CTranscribe system"),
        module("VoskFiles", "Engines/Vosk/Model",
            "Dictation Problems LinuxRuntime SpeechWorkerProtocol system"),
        module("VoskDecoding", "Engines/Vosk/Decoding",
            "Dictation Problems SpeechDecoding VoskFiles CVosk system"),
        module("UtterSpeech", "Engines/SpeechProgram",
            "Dictation Problems LinuxRuntime ProcessConfinement SpeechDecoding",
            "SpeechWorkerProtocol SoundFileDecoding SoundFiles PocketSphinxDecoding",
            "PocketSphinxModel TranscribeCppDecoding TranscribeCppFiles VoskDecoding VoskFiles",
            "system"),

        backend("TextCleanup", "TextCleanup", "Consent ExternalProgram HTTPClient"),

        // Desktops: their servers and sockets, the focus, the message buses.
        module("X11Connection", "Desktops/X11/Connection",
            "Dictation MonotonicTime Problems LinuxRuntime CX11 CLinux system"),
        module("WaylandClient", "Desktops/Wayland/Connection",
            "Problems LinuxRuntime CWayland CLinux system"),
        backend("DesktopBus", "Desktops/Bus", "HotkeyChords"),
        backend("DesktopParts", "Desktops/Parts", "KeyStrokes"),
        backend("CompositorConnection", "Desktops/CompositorSockets",
            "DesktopParts KeyStrokes CLinux"),
        desktop("DesktopX11", "X11/Desktop", "X11Connection CX11 CXcb"),
        desktop("DesktopWayland", "Wayland/Desktop"),
        desktop("DesktopSway", "Sway", without: ["Connection"], "CompositorConnection SwayIPC"),
        module("SwayIPC", "Desktops/Sway/Connection", "CompositorConnection Problems"),
        desktop("DesktopHyprland", "Hyprland", "CompositorConnection"),
        desktop("DesktopKDE", "KDE", without: ["Connector", "Input", "Scripting"], "KWinScripting"),
        module("KWinScripting", "Desktops/KDE/Scripting", "LinuxRuntime Problems system"),
        module("KWinInput", "Desktops/KDE/Input",
            "KeyStrokes LinuxRuntime MonotonicTime Problems WaylandClient CConfinement CWayland",
            "system"),
        module("UtterKWin", "Desktops/KDE/Connector", "CConfinement"),
        desktop("DesktopGNOME", "GNOME"),
        desktop("DesktopConsole", "Console", "CLinux"),

        // An input method: the focused field, and text into it.
        module("IBusEngine", "InputMethods/IBus", "Problems LinuxRuntime ProcessGuardian system"),

        // What is known of the focused text where no sink knows it.
        backend("DocumentATSPI", "Documents/ATSPI"),

        // Sinks: text to a window.
        module("KeyStrokes", "Sinks/KeyStrokes", "Dictation Problems CXkbcommon"),
        backend("SinkChains", "Sinks/Chain", "TextEditing"),
        backend("SinkXTest", "Sinks/XTest", "KeyStrokes ProcessGuardian X11Connection CX11"),
        backend("SinkVirtualKeyboard", "Sinks/VirtualKeyboard", "KeyStrokes WaylandClient"),
        backend("SinkInputMethod", "Sinks/InputMethod", "WaylandClient CWayland"),
        backend("SinkUinput", "Sinks/Uinput", "DesktopParts KeyStrokes CEvdev"),
        backend("SinkIBus", "Sinks/IBus", "IBusEngine"),
        backend("SinkKWin", "Sinks/KWin", "DesktopParts KWinInput KeyStrokes WaylandClient"),
        backend("SinkClipboardX11", "Sinks/ClipboardX11", "X11Connection CX11"),
        backend("SinkClipboardWayland", "Sinks/ClipboardWayland",
            "KWinInput KeyStrokes WaylandClient CWayland"),

        // Hotkeys. The helper is the process that may read keyboards for the daemon.
        module("HotkeyChords", "Hotkeys/Chords", "MonotonicTime Problems"),
        module("KeyboardDevices", "Hotkeys/Devices",
            "LinuxRuntime MonotonicTime CEvdev CLinux system"),
        backend("HotkeyEvdev", "Hotkeys/Evdev", "HotkeyChords KeyboardDevices CEvdev"),
        backend("HotkeyHelper", "Hotkeys/HelperClient", "HotkeyChords CLinux"),
        module("UtterHotkeys", "Hotkeys/HelperProgram",
            "HotkeyChords KeyboardDevices LinuxRuntime MonotonicTime ProcessConfinement",
            "CConfinement CEvdev CSystemd system"),

        // One dictation after the other.
        module("Session", "Session",
            "AudioSamples Dictation DictationParts ExternalProgram History LinuxRuntime",
            "MonotonicTime Problems RecognizerRouting SinkChains TextEditing TextProcessing"),

        // What is said aloud.
        backend("Announcements", "Announcements"),

        // Where they meet.
        module("Assembly", "Daemon/Assembly",
            "Announcements AudioALSA Consent DesktopBus DesktopConsole DesktopGNOME",
            "DesktopHyprland DesktopKDE DesktopParts DesktopSway DesktopWayland DesktopX11",
            "Dictation DictationParts DocumentATSPI EngineRegistry HotkeyChords HotkeyEvdev",
            "HotkeyHelper IBusEngine KeyStrokes LinuxRuntime Models Problems RecognizerRouting Session",
            "Settings SinkChains SinkClipboardWayland SinkClipboardX11 SinkIBus SinkInputMethod SinkKWin",
            "SinkUinput SinkVirtualKeyboard SinkXTest SpeechEngines TextCleanup TextEditing",
            "TextProcessing system"),
        module("Doctor", "Daemon/Doctor",
            "Assembly AudioALSA ControlProtocol DesktopBus DesktopParts Dictation DictationParts",
            "EngineRegistry HotkeyChords HotkeyEvdev HotkeyHelper KeyboardDevices LinuxRuntime",
            "Models MonotonicTime Problems RecognizerRouting Session Settings SinkChains SpeechEngines",
            "system"),
        module("UtterDaemon", "Daemon/Service",
            "Assembly ControlProtocol DesktopBus DesktopParts Dictation DictationParts History",
            "LinuxRuntime MonotonicTime Problems RecognizerRouting Session Settings SinkChains",
            "TextEditing TextProcessing system"),
        module("UtterCommands", "Commands",
            with: [
                "Bench", "Config", "Diagnosis", "Driving", "Models", "Recordings", "Setup",
                "Terminal", "Text", "Typing",
            ],
            "Assembly AudioSamples CLinux Consent DesktopBus DesktopParts Dictation Doctor",
            "EngineRegistry GGUF HotkeyChords HotkeyEvdev IBusEngine Problems DictationParts JSONLines",
            "TextEditing TextProcessing Settings LinuxRuntime ControlProtocol Models",
            "ProcessConfinement RecognizerRouting SinkChains SinkXTest Session SoundFiles SpeechBench",
            "SpeechEngines SpeechWorker UtterDaemon system arguments"),

        // The overlay: no audio, no recogniser, no Foundation of its own.
        module("OverlayDrawing", "Overlay/Drawing", "CCairo"),
        module("OverlayWindows", "Overlay/Windows",
            "CompositorConnection Problems LinuxRuntime KWinScripting OverlayDrawing SwayIPC",
            "WaylandClient X11Connection CWayland CX11 CXScreen system"),
        module("UtterOverlay", "Overlay/Program",
            "Dictation MonotonicTime Problems LinuxRuntime ControlProtocol OverlayDrawing",
            "OverlayWindows system arguments"),

        // The settings window. GTK by its sonames: no development files are needed.
        .target(
            name: "SettingsWindow", dependencies: ["CGTK"], path: "Sources/SettingsWindow",
            exclude: ["README.md"], swiftSettings: strict,
            linkerSettings: [
                ":libgtk-4.so.1", ":libgio-2.0.so.0", ":libgobject-2.0.so.0", ":libglib-2.0.so.0",
            ].map { .linkedLibrary($0) }),

        program("utter", "UtterCommands"),
        // In C, as Swift's runtime would take longer to load than all that it does; SwiftPM links it
        // even so, the Makefile doesn't.
        .executableTarget(name: "utter-front", path: "Sources/Programs/utter-front"),
        program("utter-overlay", "UtterOverlay"),
        program("utter-hotkeys", "UtterHotkeys CEmptyEnvironment"),
        program("utter-kwin", "UtterKWin"),
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
        shim("CConfinement"),
        shim("CEmptyEnvironment"),
        shim("CGuardian"),
        shim("CInnerProduct"),
        shim("CLinux"),
        shim("CPocketSphinxGuard", ["CPocketSphinx"]),
        // Debian's package libwayland-dev.
        shim("CWayland", data: ["protocols"], links: [.linkedLibrary("wayland-client")]),
        shim("CTOML"),
        // Debian's package libcurl4-gnutls-dev, for its headers: the library is opened at run time.
        shim("CCurl"),
        // libpulse-dev, likewise; libsndfile1-dev and libsoxr-dev.
        shim("CPulse"),
        shim("CSoundFile"),
        // No packages: the libraries are opened at run time.
        shim("CTranscribe"),
        shim("CVosk"),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: needs([common, "CEvdev CLinux CX11"]), path: "Tests/Support",
            swiftSettings: strict),
        tests("LinuxRuntime", "Runtime/LinuxRuntime"),
        tests("Problems", "Core/Problems"),
        tests("Dictation", "Core/Dictation", data: ["Scenarios"]),
        tests("TextProcessing", "Core/TextProcessing", data: ["README.md", "cases"]),
        suite("Documentation", "Documentation"),
        tests("TextEditing", "Core/Editing", "TextProcessing"),
        tests("Settings", "Settings", "EngineRegistry RecognizerPocketSphinx"),
        tests("HTTPClient", "RemoteServer/HTTPClient", "AudioSamples"),
        tests("ExternalProgram", "Runtime/ExternalProgram"),
        tests("Consent", "RemoteServer/Consent"),
        tests("History", "History"),
        tests("ControlProtocol", "Control", "CLinux JSONLines"),
        tests("AudioSamples", "Audio/Samples"),
        tests("VoiceNetwork", "Audio/VoiceNetwork", "AudioSamples"),
        tests("SoundFiles", "Audio/Files", "SpeechWorker"),
        tests("AudioALSA", "Audio/ALSA"),
        tests("Announcements", "Announcements"),
        tests("HotkeyChords", "Hotkeys/Chords", "CXkbcommon HotkeyEvdev"),
        tests("KeyboardDevices", "Hotkeys/Devices"),
        tests("HotkeyEvdev", "Hotkeys/Evdev", "HotkeyChords KeyboardDevices CEvdev"),
        tests("UtterHotkeys", "Hotkeys/HelperProgram", "HotkeyChords"),
        tests("HotkeyHelper", "Hotkeys/HelperClient", "HotkeyChords"),
        tests("SpeechWorker", "Engines/Worker",
            "RecognizerRouting Session SpeechWorkerProtocol", data: ["TrialProgram"]),
        // utter-speech with engines that crash, hang and look around.
        trial("trial-speech", "Engines/Worker/TrialProgram",
            "Dictation LinuxRuntime Problems SpeechDecoding SpeechWorkerProtocol UtterSpeech"),
        tests("RecognizerPocketSphinx", "Engines/PocketSphinx",
            "PocketSphinxDecoding PocketSphinxModel Settings SpeechWorker SpeechWorkerProtocol",
            "CPocketSphinx"),
        tests("RecognizerWholeUtterance", "Engines/WholeUtterance",
            "AudioSamples Consent HTTPClient RecognizerRouting Session", data: ["server.py"]),
        tests("TextCleanup", "TextCleanup", "Consent"),
        tests("RecognizerVosk", "Engines/Vosk", "SpeechWorker VoskFiles", data: ["fakevosk.c"]),
        suite("ToyEngine", "Engines/Toy",
            "EngineRegistry RecognizerRouting Session Settings SpeechEngines Assembly"),
        tests("Models", "Engines/Models", "GGUF HTTPClient", data: ["server.py"]),
        tests("ModelConversion", "Engines/Conversion", "GGUF Models"),
        tests("RecognizerTranscribeCpp", "Engines/TranscribeCpp",
            "GGUF Models Settings SpeechEngines SpeechDecoding SpeechSegments SpeechWorker",
            "SpeechWorkerProtocol TextProcessing TranscribeCppDecoding TranscribeCppFiles",
            data: ["faketranscribe.c"]),
        tests("RecognizerRouting", "Engines/Routing"),
        tests("SpeechSegments", "Engines/Segments"),
        tests("SpeechBench", "Engines/SpeechBench"),
        suite("Desktops", "Desktops",
            "CompositorConnection DesktopBus DesktopGNOME DesktopHyprland DesktopKDE DesktopParts",
            "DesktopSway DesktopWayland DesktopX11 HotkeyChords HotkeyEvdev KeyStrokes SwayIPC",
            "WaylandClient X11Connection CWayland CX11",
            data: ["README.md", "image", "run", "session"]),
        tests("Session", "Session",
            "History RecognizerRouting Settings SinkChains TextEditing TextProcessing"),
        tests("Assembly", "Daemon/Assembly",
            "DesktopParts EngineRegistry History PocketSphinxModel RecognizerPocketSphinx",
            "RecognizerRouting RecognizerVosk Session Settings SinkChains SpeechEngines TextProcessing",
            "VoskFiles"),
        tests("Doctor", "Daemon/Doctor", "Settings SpeechEngines"),
        tests("UtterDaemon", "Daemon/Service", "ControlProtocol Session TextEditing TextProcessing"),
        tests("UtterCommands", "Commands",
            "EngineRegistry RecognizerRouting SinkChains Settings Doctor arguments"),
        tests("KeyStrokes", "Sinks/KeyStrokes", "CXkbcommon"),
        tests("SinkChains", "Sinks/Chain"),
        tests("SinkInputMethod", "Sinks/InputMethod",
            "History Session SinkChains SinkVirtualKeyboard TextEditing TextProcessing WaylandClient"),
        tests("SinkUinput", "Sinks/Uinput",
            "DesktopConsole DesktopParts DesktopSway DesktopX11 KeyStrokes CEvdev"),
        tests("IBusEngine", "InputMethods/IBus"),
        tests("DocumentATSPI", "Documents/ATSPI",
            "History Session SinkChains SinkXTest TextEditing TextProcessing"),
        suite("RandomEdit", "Documents/RandomEdits",
            "DesktopGNOME DesktopSway DocumentATSPI Session SinkChains SinkIBus SinkInputMethod",
            "SinkVirtualKeyboard SinkXTest TextEditing TextProcessing"),
        tests("SinkIBus", "Sinks/IBus",
            "DocumentATSPI History IBusEngine Session SinkChains TextEditing TextProcessing"),
        tests("SinkKWin", "Sinks/KWin",
            "DesktopKDE DesktopParts DocumentATSPI KWinInput Session SinkChains SinkClipboardWayland"),
        tests("SinkXTest", "Sinks/XTest", "KeyStrokes ProcessGuardian X11Connection CX11"),
        tests("SinkClipboardX11", "Sinks/ClipboardX11", "X11Connection CX11"),
        tests("SinkClipboardWayland", "Sinks/ClipboardWayland", "WaylandClient"),
        suite("Typing", "Typing",
            "SinkVirtualKeyboard SinkXTest",
            data: ["TrialProgram", "receivers", "words"]),
        // It types, to be killed or stopped by tests.
        trial("trial-typist", "Typing/TrialProgram",
            "DesktopConsole DesktopKDE DesktopParts Dictation DictationParts KeyStrokes",
            "LinuxRuntime SinkClipboardWayland SinkClipboardX11 SinkKWin SinkUinput",
            "SinkVirtualKeyboard SinkXTest TestSupport"),
        suite("System", "System",
            "AudioALSA AudioSamples ControlProtocol HotkeyChords HotkeyEvdev SinkVirtualKeyboard",
            "SpeechWorkerProtocol TranscribeCppFiles",
            data: [
                "debian-13", "debian-mirror", "guest", "guest-tests", "install", "machine",
                "packaging",
            ]),
        tests("UtterOverlay", "Overlay/Program",
            "ControlProtocol OverlayDrawing SinkVirtualKeyboard CX11"),
        tests("OverlayWindows", "Overlay/Windows", "OverlayDrawing"),
        tests("OverlayDrawing", "Overlay/Drawing", "CCairo", data: ["pictures"]),
        tests("SinkVirtualKeyboard", "Sinks/VirtualKeyboard", "KeyStrokes WaylandClient"),
    ],
    cxxLanguageStandard: .cxx17
)

// SwiftPM compiles the tests of all modules, whatever `--filter` says. With UTTER_ONLY="SessionTests
// SettingsTests" the package has only these targets and what they need.
if let names = Context.environment["UTTER_ONLY"] {
    package.keepOnly(names.split(separator: " ").map(String.init))
}

extension Package {
    func keepOnly(_ names: [String]) {
        let known = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
        var kept: Set<String> = []
        var packages: Set<String> = []
        var next = names
        while let name = next.popLast() {
            guard let target = known[name] else { fatalError("UTTER_ONLY: no target is “\(name)”") }
            guard kept.insert(name).inserted else { continue }
            for dependency in target.dependencies {
                switch dependency {
                case .byNameItem(let name, _), .targetItem(let name, _): next.append(name)
                case .productItem(_, let package?, _, _): packages.insert(package)
                default: break
                }
            }
        }
        targets.removeAll { !kept.contains($0.name) }
        products.removeAll { !kept.contains($0.name) }
        dependencies.removeAll { dependency in
            guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
            return !packages.contains { location.hasSuffix("/\($0)") }
        }
    }
}
