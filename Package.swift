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

let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// A module: its name, its folder in Sources, the folders within that, and what it needs.
/// Modules may be nested: `without` are folders that are modules of their own.
func module(
    _ name: String, _ folder: String, with folders: [String] = [], without others: [String] = [],
    _ dependencies: [Target.Dependency] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(folder)",
        exclude: ["README.md"] + folders.map { "\($0)/README.md" } + others,
        swiftSettings: strict)
}

/// A module that is one of a dictation's parts: microphone, recogniser, sink, hotkey, desktop.
func backend(
    _ name: String, _ folder: String, without others: [String] = [],
    _ dependencies: [Target.Dependency] = []
) -> Target {
    let common: [Target.Dependency] = [
        "Dictation", "DictationParts", "LinuxRuntime", "MonotonicTime", "Problems", system,
    ]
    return module(name, folder, without: others, common + dependencies)
}

/// An engine: sound to words.
func engine(
    _ name: String, _ folder: String, without others: [String] = [],
    _ dependencies: [Target.Dependency] = []
) -> Target {
    backend(
        name, "Engines/\(folder)", without: others,
        ["Settings", "SpeechEngines"] + dependencies)
}

/// A desktop: what its sessions tell of focus, lock, layout and keyboards.
func desktop(
    _ name: String, _ folder: String, without others: [String] = [],
    _ dependencies: [Target.Dependency] = []
) -> Target {
    backend(
        name, "Desktops/\(folder)", without: others, ["DesktopParts", "KeyStrokes"] + dependencies)
}

/// A program: what it does is in the module that it starts.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/Programs/\(name)",
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
    _ name: String, _ folder: String, _ dependencies: [Target.Dependency] = [],
    data: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        path: "Tests/\(folder)", exclude: data, swiftSettings: strict)
}

let package = Package(
    name: "utter",
    products: [
        .executable(name: "utter", targets: ["utter"]),
        .executable(name: "utter-front", targets: ["utter-front"]),
        .executable(name: "utter-overlay", targets: ["utter-overlay"]),
        .executable(name: "utter-hotkeys", targets: ["utter-hotkeys"]),
        .executable(name: "utter-speech", targets: ["utter-speech"]),
        .executable(name: "utter-kwin", targets: ["utter-kwin"]),
        .executable(name: "utter-settings", targets: ["utter-settings"]),
    ],
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
        module("Dictation", "Core/Dictation", ["MonotonicTime", "Problems"]),
        module("TextProcessing", "Core/TextProcessing", ["Dictation"]),

        // Runtime: Linux, on one thread.
        module("LinuxRuntime", "Runtime/LinuxRuntime", ["CSystemd", "CLinux", system]),
        module("DictationParts", "Runtime/DictationParts", [
            "Dictation", "JSONLines", "MonotonicTime", "Problems", "LinuxRuntime",
        ]),
        module("JSONLines", "Runtime/JSONLines"),
        module("ExternalProgram", "Runtime/ExternalProgram", [
            "MonotonicTime", "Problems", "LinuxRuntime", "CGuardian", system,
        ]),

        module("ProcessConfinement", "Runtime/Confinement", [
            "LinuxRuntime", "CConfinement", "CSeccomp", system,
        ]),

        module("Settings", "Settings", with: ["Sections"], [
            "Dictation", "Problems", "LinuxRuntime", "CTOML", system,
        ]),
        module("History", "History", [
            "Dictation", "Problems", "JSONLines", "LinuxRuntime", "CLinux", system,
        ]),
        module("ControlProtocol", "Control", [
            "Dictation", "MonotonicTime", "Problems", "JSONLines", "LinuxRuntime", "CLinux",
            system,
        ]),

        // What may be sent to whom, and how.
        module("HTTPClient", "RemoteServer/HTTPClient", [
            "CCurl", "AudioSamples", "Dictation", "Problems", "LinuxRuntime", system,
        ]),
        module("Consent", "RemoteServer/Consent", [
            "HTTPClient", "Problems", "LinuxRuntime", "Settings", system,
        ]),

        // Sound: as values, and from the microphone.
        module("AudioSamples", "Audio/Samples", ["Dictation", "Problems"]),
        module("VoiceNetwork", "Audio/VoiceNetwork", [
            "AudioSamples", "CInnerProduct", "Problems", system,
        ]),
        backend("AudioALSA", "Audio/ALSA", ["AudioSamples", "CALSA", "CPulse"]),

        // Sound files: decoded by a process of its own.
        module("SoundFiles", "Audio/Files", without: ["Decoding"], [
            "Dictation", "LinuxRuntime", "Problems", system,
        ]),
        module("SoundFileDecoding", "Audio/Files/Decoding", [
            "AudioSamples", "Dictation", "SoundFiles", "CSoundFile",
        ]),

        // Engines: sound to words.
        backend("SpeechEngines", "Engines/Contract", ["Consent", "Settings"]),
        engine("RecognizerPocketSphinx", "PocketSphinx", without: ["Decoding", "Model"], [
            "PocketSphinxModel", "SpeechWorker", "SpeechWorkerProtocol",
        ]),
        engine("RecognizerTranscribeCpp", "TranscribeCpp", without: ["Decoding", "Model"], [
            "GGUF", "Models", "SpeechWorker", "SpeechWorkerProtocol", "TranscribeCppFiles",
        ]),
        engine("RecognizerVosk", "Vosk", without: ["Decoding", "Model"], [
            "SpeechWorker", "SpeechWorkerProtocol", "VoskFiles",
        ]),
        engine("RecognizerWholeUtterance", "WholeUtterance", [
            "AudioSamples", "Consent", "ExternalProgram", "HTTPClient", "SpeechSegments",
            "VoiceNetwork",
        ]),
        module("EngineRegistry", "Engines/Registry", [
            "RecognizerPocketSphinx", "RecognizerTranscribeCpp", "RecognizerVosk",
            "RecognizerWholeUtterance", "Settings", "SpeechEngines",
        ]),
        module("GGUF", "Engines/GGUF", [system]),
        // Models of other formats, as files of that one.
        module("ModelConversion", "Engines/Conversion", ["GGUF", "LinuxRuntime", system]),
        module("Models", "Engines/Models", [
            "Dictation", "GGUF", "HTTPClient", "LinuxRuntime", "ModelConversion", "Problems",
            system,
        ]),
        module("SpeechBench", "Engines/SpeechBench", [
            "Dictation", "MonotonicTime", "Problems", "LinuxRuntime",
        ]),

        // Engines that are libraries run in a process of their own: the daemon's side, the process.
        module("SpeechWorkerProtocol", "Engines/Worker/Protocol", ["Dictation", "Problems"]),
        module("SpeechWorker", "Engines/Worker/Client", [
            "AudioSamples", "Dictation", "DictationParts", "Problems", "LinuxRuntime",
            "SpeechWorkerProtocol", system,
        ]),
        module("SpeechDecoding", "Engines/SpeechDecoding", [
            "Dictation", "Problems", "SpeechWorkerProtocol",
        ]),
        // What is recognised when, for engines that take sound as a whole: both sides use it.
        module("SpeechSegments", "Engines/Segments", ["AudioSamples", "Dictation"]),
        module("PocketSphinxModel", "Engines/PocketSphinx/Model", [
            "Dictation", "Problems", "LinuxRuntime", "SpeechWorkerProtocol", system,
        ]),
        module("PocketSphinxDecoding", "Engines/PocketSphinx/Decoding", [
            "Dictation", "Problems", "LinuxRuntime", "PocketSphinxModel", "SpeechDecoding",
            "CPocketSphinx", "CPocketSphinxGuard", system,
        ]),
        module("TranscribeCppFiles", "Engines/TranscribeCpp/Model", [
            "Dictation", "GGUF", "LinuxRuntime", "Problems", "SpeechWorkerProtocol",
            "VoiceNetwork", system,
        ]),
        module("TranscribeCppDecoding", "Engines/TranscribeCpp/Decoding", [
            "AudioSamples", "Dictation", "GGUF", "Problems", "LinuxRuntime", "SpeechDecoding",
            "SpeechSegments", "TranscribeCppFiles", "VoiceNetwork", "CTranscribe", system,
        ]),
        module("VoskFiles", "Engines/Vosk/Model", [
            "Dictation", "Problems", "LinuxRuntime", "SpeechWorkerProtocol", system,
        ]),
        module("VoskDecoding", "Engines/Vosk/Decoding", [
            "Dictation", "Problems", "SpeechDecoding", "VoskFiles", "CVosk", system,
        ]),
        module("UtterSpeech", "Engines/SpeechProgram", [
            "Dictation", "Problems", "LinuxRuntime", "ProcessConfinement", "SpeechDecoding",
            "SpeechWorkerProtocol", "SoundFileDecoding", "SoundFiles", "PocketSphinxDecoding",
            "PocketSphinxModel", "TranscribeCppDecoding", "TranscribeCppFiles", "VoskDecoding", "VoskFiles", system,
        ]),

        backend("TextCleanup", "TextCleanup", ["Consent", "ExternalProgram", "HTTPClient"]),

        // Desktops: their servers and sockets, the focus, the message buses.
        module("X11Connection", "Desktops/X11/Connection", [
            "Dictation", "MonotonicTime", "Problems", "LinuxRuntime", "CX11", "CLinux", system,
        ]),
        module("WaylandClient", "Desktops/Wayland/Connection", [
            "Problems", "LinuxRuntime", "CWayland", "CLinux", system,
        ]),
        backend("DesktopBus", "Desktops/Bus", ["HotkeyChords"]),
        backend("DesktopParts", "Desktops/Parts", ["KeyStrokes"]),
        backend("CompositorConnection", "Desktops/CompositorSockets", [
            "DesktopParts", "KeyStrokes", "CLinux",
        ]),
        desktop("DesktopX11", "X11/Desktop", ["X11Connection", "CX11", "CXcb"]),
        desktop("DesktopWayland", "Wayland/Desktop"),
        desktop("DesktopSway", "Sway", ["CompositorConnection"]),
        desktop("DesktopHyprland", "Hyprland", ["CompositorConnection"]),
        desktop(
            "DesktopKDE", "KDE", without: ["Connector", "Input", "Scripting"], ["KWinScripting"]),
        module("KWinScripting", "Desktops/KDE/Scripting", ["LinuxRuntime", "Problems", system]),
        module("KWinInput", "Desktops/KDE/Input", [
            "KeyStrokes", "LinuxRuntime", "MonotonicTime", "Problems", "WaylandClient",
            "CConfinement", "CWayland", system,
        ]),
        module("UtterKWin", "Desktops/KDE/Connector", ["CConfinement"]),
        desktop("DesktopGNOME", "GNOME"),
        desktop("DesktopConsole", "Console", ["CLinux"]),

        // Input methods: the focused field, and text into it.
        module("WaylandInputMethods", "InputMethods/Wayland", [
            "LinuxRuntime", "Problems", "WaylandClient", "CWayland",
        ]),
        // Input methods.
        module("IBusEngine", "InputMethods/IBus", ["Problems", "LinuxRuntime", system]),

        // What is known of the focused text where no sink knows it.
        backend("DocumentATSPI", "Documents/ATSPI"),

        // Sinks: text to a window.
        module("KeyStrokes", "Sinks/KeyStrokes", ["Dictation", "Problems", "CXkbcommon"]),
        backend("SinkXTest", "Sinks/XTest", [
            "KeyStrokes", "X11Connection", "CConfinement", "CX11",
        ]),
        backend("SinkVirtualKeyboard", "Sinks/VirtualKeyboard", ["KeyStrokes", "WaylandClient"]),
        backend("SinkInputMethod", "Sinks/InputMethod", ["WaylandClient", "WaylandInputMethods"]),
        backend("SinkUinput", "Sinks/Uinput", ["DesktopParts", "KeyStrokes", "CEvdev"]),
        backend("SinkIBus", "Sinks/IBus", ["IBusEngine"]),
        backend("SinkKWin", "Sinks/KWin", [
            "DesktopParts", "KWinInput", "KeyStrokes", "WaylandClient",
        ]),
        backend("SinkClipboardX11", "Sinks/ClipboardX11", ["X11Connection", "CX11"]),
        backend("SinkClipboardWayland", "Sinks/ClipboardWayland", [
            "KWinInput", "KeyStrokes", "WaylandClient", "CWayland",
        ]),

        // Hotkeys. The helper is the process that may read keyboards for the daemon.
        module("HotkeyChords", "Hotkeys/Chords", ["MonotonicTime", "Problems"]),
        module("KeyboardDevices", "Hotkeys/Devices", [
            "LinuxRuntime", "MonotonicTime", "CEvdev", "CLinux", system,
        ]),
        backend("HotkeyEvdev", "Hotkeys/Evdev", ["HotkeyChords", "KeyboardDevices", "CEvdev"]),
        backend("HotkeyHelper", "Hotkeys/HelperClient", ["HotkeyChords", "CLinux"]),
        module("UtterHotkeys", "Hotkeys/HelperProgram", [
            "HotkeyChords", "KeyboardDevices", "LinuxRuntime", "MonotonicTime",
            "ProcessConfinement", "CConfinement", "CEvdev", "CSystemd", system,
        ]),

        // One dictation after the other.
        module("Session", "Session", [
            "AudioSamples", "Dictation", "DictationParts", "ExternalProgram", "History",
            "LinuxRuntime", "MonotonicTime", "Problems", "TextProcessing",
        ]),

        // What is said aloud.
        backend("Announcements", "Announcements"),

        // Where they meet.
        module("Assembly", "Daemon/Assembly", [
            "Announcements", "AudioALSA", "Consent", "DesktopBus", "DesktopConsole", "DesktopGNOME",
            "DesktopHyprland", "DesktopKDE", "DesktopParts", "DesktopSway", "DesktopWayland",
            "DesktopX11", "Dictation", "DictationParts", "DocumentATSPI", "EngineRegistry",
            "HotkeyChords", "HotkeyEvdev", "HotkeyHelper", "KeyStrokes", "LinuxRuntime", "Problems",
            "Session", "IBusEngine", "Settings", "SinkClipboardWayland", "SinkClipboardX11",
            "SinkIBus", "SinkInputMethod", "SinkKWin", "SinkUinput", "SinkVirtualKeyboard",
            "SinkXTest", "SpeechEngines", "TextCleanup", "TextProcessing", system,
        ]),
        module("Doctor", "Daemon/Doctor", [
            "Assembly", "AudioALSA", "ControlProtocol", "DesktopBus", "DesktopParts", "Dictation",
            "DictationParts", "EngineRegistry", "HotkeyChords", "HotkeyEvdev", "HotkeyHelper",
            "KeyboardDevices", "LinuxRuntime", "Models", "MonotonicTime", "Problems", "Session",
            "Settings", "SpeechEngines", system,
        ]),
        module("UtterDaemon", "Daemon/Service", [
            "Assembly", "ControlProtocol", "DesktopBus", "DesktopParts", "Dictation",
            "DictationParts", "History", "LinuxRuntime", "MonotonicTime", "Problems", "Session",
            "Settings", "TextProcessing", system,
        ]),
        module("UtterCommands", "Commands", [
            "Assembly", "AudioSamples", "CLinux", "Consent", "DesktopBus", "DesktopParts", "Dictation", "Doctor",
            "EngineRegistry", "GGUF", "HotkeyChords", "HotkeyEvdev", "Problems",
            "DictationParts", "JSONLines", "TextProcessing", "Settings", "LinuxRuntime", "ControlProtocol", "Models", "ProcessConfinement", "SinkXTest", "Session",
            "SoundFiles", "SpeechBench", "SpeechEngines", "SpeechWorker", "UtterDaemon", system,
            arguments,
        ]),

        // The overlay: no audio, no recogniser, no Foundation of its own.
        module("OverlayDrawing", "Overlay/Drawing", ["CCairo"]),
        module("OverlayWindows", "Overlay/Windows", [
            "Problems", "LinuxRuntime", "KWinScripting", "OverlayDrawing", "WaylandClient",
            "X11Connection", "CWayland", "CX11", "CXScreen", system,
        ]),
        module("UtterOverlay", "Overlay/Program", [
            "Dictation", "MonotonicTime", "Problems", "LinuxRuntime", "ControlProtocol",
            "OverlayDrawing", "OverlayWindows", system, arguments,
        ]),

        // The settings window. GTK by its sonames: no development files are needed.
        .target(
            name: "SettingsWindow", dependencies: ["CGTK"], path: "Sources/SettingsWindow",
            exclude: ["README.md"], swiftSettings: strict,
            linkerSettings: [
                ":libgtk-4.so.1", ":libgio-2.0.so.0", ":libgobject-2.0.so.0", ":libglib-2.0.so.0",
            ].map { .linkedLibrary($0) }),

        program("utter", ["UtterCommands"]),
        // In C, as Swift's runtime would take longer to load than all that it does; SwiftPM links it
        // even so, the Makefile doesn't.
        .executableTarget(name: "utter-front", path: "Sources/Programs/utter-front"),
        program("utter-overlay", ["UtterOverlay"]),
        program("utter-hotkeys", ["UtterHotkeys", "CEmptyEnvironment"]),
        program("utter-kwin", ["UtterKWin"]),
        program("utter-settings", ["SettingsWindow"]),
        program("utter-speech", ["SoundFiles", "UtterSpeech", "CEmptyEnvironment"]),

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
            name: "TestSupport", dependencies: [
            "Dictation", "MonotonicTime", "Problems", "DictationParts", "LinuxRuntime", "CEvdev",
            "CLinux", "CX11", system,
        ],
            path: "Tests/Support", swiftSettings: strict),
        tests("LinuxRuntime", "Runtime/LinuxRuntime", [system]),
        tests("Problems", "Core/Problems"),
        tests("Dictation", "Core/Dictation", ["MonotonicTime", "Problems"], data: ["Scenarios"]),
        tests("TextProcessing", "Core/TextProcessing", ["Dictation"], data: ["README.md", "cases"]),
        tests("Settings", "Settings", ["Dictation", "EngineRegistry", "RecognizerPocketSphinx"]),
        tests("HTTPClient", "RemoteServer/HTTPClient", [
            "AudioSamples", "Dictation", "Problems", "LinuxRuntime", system,
        ]),
        tests("ExternalProgram", "Runtime/ExternalProgram", [
            "Problems", "LinuxRuntime", system,
        ]),
        tests("Consent", "RemoteServer/Consent", ["Problems", system]),
        tests("History", "History", ["Dictation", "Problems", "LinuxRuntime", system]),
        tests("ControlProtocol", "Control", [
            "CLinux", "Dictation", "JSONLines", "MonotonicTime", "Problems", "LinuxRuntime",
            system,
        ]),
        tests("AudioSamples", "Audio/Samples", ["Dictation", "Problems"]),
        tests("VoiceNetwork", "Audio/VoiceNetwork", [
            "AudioSamples", "Dictation", "Problems", system,
        ]),
        tests("SoundFiles", "Audio/Files", [
            "Dictation", "LinuxRuntime", "Problems", "SpeechWorker", system,
        ]),
        tests("AudioALSA", "Audio/ALSA", [
            "Dictation", "MonotonicTime", "Problems",
            "LinuxRuntime", system,
        ]),
        tests("Announcements", "Announcements", [
            "Dictation", "LinuxRuntime", "Problems", system,
        ]),
        tests("HotkeyChords", "Hotkeys/Chords", [
            "CXkbcommon", "MonotonicTime", "Problems", "HotkeyEvdev",
        ]),
        tests("KeyboardDevices", "Hotkeys/Devices"),
        tests("HotkeyEvdev", "Hotkeys/Evdev", [
            "Dictation", "MonotonicTime", "Problems", "HotkeyChords",
            "KeyboardDevices", "LinuxRuntime", "CEvdev", system,
        ]),
        tests("UtterHotkeys", "Hotkeys/HelperProgram", [
            "MonotonicTime", "HotkeyChords", "LinuxRuntime", system,
        ]),
        tests("HotkeyHelper", "Hotkeys/HelperClient", [
            "Dictation", "MonotonicTime", "Problems", "DictationParts", "HotkeyChords",
            "LinuxRuntime", system,
        ]),
        tests("SpeechWorker", "Engines/Worker", [
            "Dictation", "DictationParts", "Problems", "LinuxRuntime", "Session",
            "SpeechWorkerProtocol", system,
        ], data: ["TrialProgram"]),
        // utter-speech with engines that crash, hang and look around. No test depends on a
        // program: it would be linked into all tests.
        .executableTarget(
            name: "trial-speech",
            dependencies: [
                "Dictation", "Problems", "SpeechDecoding", "SpeechWorkerProtocol", "UtterSpeech",
            ],
            path: "Tests/Engines/Worker/TrialProgram", swiftSettings: strict),
        tests("RecognizerPocketSphinx", "Engines/PocketSphinx", [
            "Dictation", "DictationParts", "Problems", "LinuxRuntime",
            "PocketSphinxDecoding", "PocketSphinxModel", "Settings", "SpeechWorker",
            "SpeechWorkerProtocol", "CPocketSphinx", system,
        ]),
        tests("RecognizerWholeUtterance", "Engines/WholeUtterance", [
            "AudioSamples", "Consent", "Dictation", "Problems", "LinuxRuntime",
            "Session", system,
        ], data: ["server.py"]),
        tests("TextCleanup", "TextCleanup", [
            "Consent", "Problems", "LinuxRuntime", system,
        ]),
        tests("RecognizerVosk", "Engines/Vosk", [
            "Dictation", "Problems", "LinuxRuntime", "SpeechWorker", "VoskFiles", system,
        ], data: ["fakevosk.c"]),
        .testTarget(
            name: "ToyEngineTests",
            dependencies: [
                "Dictation", "DictationParts", "EngineRegistry", "LinuxRuntime", "Problems",
                "Session", "Settings", "SpeechEngines", "TestSupport", "Assembly", system,
            ],
            path: "Tests/Engines/Toy", swiftSettings: strict),
        tests("Models", "Engines/Models", [
            "Dictation", "GGUF", "HTTPClient", "LinuxRuntime", "Problems", system,
        ], data: ["server.py"]),
        tests("ModelConversion", "Engines/Conversion", [
            "GGUF", "LinuxRuntime", "Models", "Problems", system,
        ]),
        tests("RecognizerTranscribeCpp", "Engines/TranscribeCpp", [
            "Dictation", "GGUF", "LinuxRuntime", "Models", "Problems", "Settings", "SpeechEngines",
            "SpeechDecoding", "SpeechSegments", "SpeechWorker", "SpeechWorkerProtocol",
            "TranscribeCppDecoding",
            "TranscribeCppFiles", system,
        ], data: ["faketranscribe.c"]),
        tests("SpeechSegments", "Engines/Segments", ["Dictation"]),
        tests("SpeechBench", "Engines/SpeechBench", ["Problems"]),
        .testTarget(
            name: "DesktopsTests",
            dependencies: [
                "CompositorConnection", "DesktopBus", "DesktopGNOME", "DesktopHyprland",
                "DesktopKDE", "DesktopParts", "DesktopSway", "DesktopWayland", "DesktopX11",
                "Dictation", "DictationParts", "HotkeyChords", "HotkeyEvdev", "KeyStrokes",
                "LinuxRuntime", "MonotonicTime", "Problems", "TestSupport", "WaylandClient",
                "X11Connection", "CWayland", "CX11", system,
            ],
            path: "Tests/Desktops", exclude: ["README.md", "image", "run", "session"],
            swiftSettings: strict),
        tests("Session", "Session", [
            "Dictation", "MonotonicTime", "Problems", "DictationParts", "History", "LinuxRuntime",
            "Settings", "TextProcessing", system,
        ]),
        tests("Assembly", "Daemon/Assembly", [
            "DesktopParts", "Dictation", "DictationParts", "EngineRegistry", "History",
            "LinuxRuntime", "MonotonicTime", "PocketSphinxModel", "Problems",
            "RecognizerPocketSphinx", "RecognizerVosk", "Session", "Settings", "SpeechEngines",
            "TextProcessing", "VoskFiles", system,
        ]),
        tests("Doctor", "Daemon/Doctor", [
            "LinuxRuntime", "Settings", "SpeechEngines", system,
        ]),
        tests("UtterDaemon", "Daemon/Service", [
            "ControlProtocol", "Dictation", "LinuxRuntime", "Problems", "Session",
            "TextProcessing", system,
        ]),
        tests("UtterCommands", "Commands", [
            "Dictation", "EngineRegistry", "LinuxRuntime", "Problems", "Session", "Settings",
            "Doctor", arguments,
        ]),
        tests("WaylandInputMethods", "InputMethods/Wayland", [
            "Dictation", "LinuxRuntime", "Problems", "SinkVirtualKeyboard", "WaylandClient",
        ]),
        tests("KeyStrokes", "Sinks/KeyStrokes", ["Dictation", "Problems", "CXkbcommon"]),
        tests("SinkInputMethod", "Sinks/InputMethod", [
            "Dictation", "DictationParts", "History", "LinuxRuntime", "MonotonicTime", "Problems",
            "Session", "SinkVirtualKeyboard", "TextProcessing",
        ]),
        tests("SinkUinput", "Sinks/Uinput", [
            "DesktopConsole", "DesktopParts", "DesktopSway", "DesktopX11", "Dictation", "Problems",
            "LinuxRuntime", "KeyStrokes", "CEvdev", system,
        ]),
        tests("IBusEngine", "InputMethods/IBus", ["Problems"]),
        tests("DocumentATSPI", "Documents/ATSPI", [
            "Dictation", "DictationParts", "History", "LinuxRuntime", "Problems", "Session",
            "SinkXTest", "TextProcessing", system,
        ]),
        .testTarget(
            name: "RandomEditTests",
            dependencies: [
                "DesktopSway", "Dictation", "DocumentATSPI", "LinuxRuntime", "Session",
                "SinkInputMethod", "SinkVirtualKeyboard", "SinkXTest", "TestSupport",
                "TextProcessing", system,
            ],
            path: "Tests/Documents/RandomEdits", swiftSettings: strict),
        tests("SinkIBus", "Sinks/IBus", [
            "Dictation", "DictationParts", "DocumentATSPI", "History", "IBusEngine",
            "LinuxRuntime", "Problems", "Session", "TextProcessing", system,
        ]),
        tests("SinkKWin", "Sinks/KWin", [
            "DesktopKDE", "DesktopParts", "Dictation", "DictationParts", "DocumentATSPI", "KWinInput",
            "LinuxRuntime", "MonotonicTime", "Problems", "Session", "SinkClipboardWayland", system,
        ]),
        tests("SinkXTest", "Sinks/XTest", [
            "Dictation", "MonotonicTime", "Problems", "DictationParts", "LinuxRuntime",
            "KeyStrokes", "X11Connection", "CX11", system,
        ]),
        tests("SinkClipboardX11", "Sinks/ClipboardX11", [
            "Dictation", "Problems", "LinuxRuntime", "X11Connection", "CX11", system,
        ]),
        tests("SinkClipboardWayland", "Sinks/ClipboardWayland", [
            "Dictation", "Problems", "LinuxRuntime", "WaylandClient", system,
        ]),
        .testTarget(
            name: "TypingTests",
            dependencies: [
                "Dictation", "Problems", "LinuxRuntime", "SinkVirtualKeyboard", "SinkXTest",
                "TestSupport",
                system,
            ],
            path: "Tests/Typing", exclude: ["TrialProgram", "receivers", "words"],
            swiftSettings: strict),
        // It types, to be killed or stopped by tests.
        .executableTarget(
            name: "trial-typist",
            dependencies: [
                "DesktopConsole", "DesktopKDE", "DesktopParts", "Dictation", "DictationParts",
                "KeyStrokes", "LinuxRuntime", "SinkClipboardWayland", "SinkClipboardX11", "SinkKWin",
                "SinkUinput", "SinkVirtualKeyboard", "SinkXTest", "TestSupport",
            ],
            path: "Tests/Typing/TrialProgram", swiftSettings: strict),
        .testTarget(
            name: "SystemTests",
            dependencies: [
                "AudioALSA", "AudioSamples", "ControlProtocol", "Dictation", "MonotonicTime",
                "Problems",
                "HotkeyChords", "HotkeyEvdev", "LinuxRuntime", "SinkVirtualKeyboard",
                "TestSupport", system,
            ],
            path: "Tests/System",
            exclude: [
                "debian-13", "debian-mirror", "guest", "guest-tests", "install", "machine", "packaging",
            ],
            swiftSettings: strict),
        tests("UtterOverlay", "Overlay/Program", [
            "ControlProtocol", "Dictation", "MonotonicTime", "LinuxRuntime", "OverlayDrawing",
            "Problems", "SinkVirtualKeyboard", "CX11", system,
        ]),
        tests("OverlayWindows", "Overlay/Windows", ["LinuxRuntime", "OverlayDrawing", system]),
        tests("OverlayDrawing", "Overlay/Drawing", ["CCairo"], data: ["pictures"]),
        tests("SinkVirtualKeyboard", "Sinks/VirtualKeyboard", [
            "Dictation", "Problems", "LinuxRuntime", "KeyStrokes",
            "WaylandClient", system,
        ]),
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
