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
func module(
    _ name: String, _ folder: String, with folders: [String] = [],
    _ dependencies: [Target.Dependency] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(folder)",
        exclude: ["README.md"] + folders.map { "\($0)/README.md" }, swiftSettings: strict)
}

/// A module that is one of a dictation's parts: microphone, recogniser, sink, hotkey, desktop.
func backend(
    _ name: String, _ folder: String, _ dependencies: [Target.Dependency] = []
) -> Target {
    module(name, folder, ["Dictation", "DictationParts", "LinuxRuntime", system] + dependencies)
}

/// A program: what it does is in the module that it starts.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/Programs/\(name)",
        swiftSettings: strict)
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
        .executable(name: "utter-overlay", targets: ["utter-overlay"]),
        .executable(name: "utter-hotkeys", targets: ["utter-hotkeys"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        // Core: pure values. No clock, no files, nothing but the standard library.
        module("Dictation", "Core/Dictation"),
        module("TextProcessing", "Core/TextProcessing", ["Dictation"]),

        // Runtime: Linux, on one thread.
        module("LinuxRuntime", "Runtime/LinuxRuntime", ["CSystemd", "CLinux", system]),
        module("DictationParts", "Runtime/DictationParts", ["Dictation", "LinuxRuntime"]),
        module("ExternalProgram", "Runtime/ExternalProgram", [
            "Dictation", "LinuxRuntime", "CGuardian", system,
        ]),

        module("Settings", "Settings", with: ["Sections"], ["Dictation", "LinuxRuntime", "CTOML", system]),
        module("History", "History", ["Dictation", "LinuxRuntime", "CLinux", system]),
        module("ControlProtocol", "Control", ["Dictation", "LinuxRuntime", "CLinux", system]),

        // What may be sent to whom, and how.
        module("HTTPClient", "RemoteServer/HTTPClient", [
            "CCurl", "Dictation", "LinuxRuntime", system,
        ]),
        module("Consent", "RemoteServer/Consent", [
            "Dictation", "LinuxRuntime", "Settings", system,
        ]),

        backend("AudioALSA", "Audio", ["CALSA", "CPulse"]),

        // Engines: sound to words.
        module("SpeechDecoding", "Engines/SpeechDecoding", ["Dictation", "LinuxRuntime", system]),
        backend("RecognizerPocketSphinx", "Engines/PocketSphinx", [
            "SpeechDecoding", "CPocketSphinx", "CPocketSphinxGuard",
        ]),
        backend("RecognizerVosk", "Engines/Vosk", ["SpeechDecoding", "CVosk"]),
        backend("RecognizerWholeUtterance", "Engines/WholeUtterance", [
            "Consent", "ExternalProgram", "HTTPClient",
        ]),
        module("SpeechBench", "Engines/SpeechBench", ["Dictation", "LinuxRuntime"]),
        backend("TextCleanup", "TextCleanup", ["Consent", "ExternalProgram", "HTTPClient"]),

        // Desktops: their servers and sockets, the focus, the message buses.
        module("X11Connection", "Desktops/X11", [
            "Dictation", "LinuxRuntime", "CX11", "CLinux", system,
        ]),
        module("WaylandClient", "Desktops/Wayland", [
            "Dictation", "LinuxRuntime", "CWayland", "CLinux", system,
        ]),
        module("CompositorConnection", "Desktops/CompositorSockets", [
            "Dictation", "LinuxRuntime", "CLinux", system,
        ]),
        backend("DesktopFocus", "Desktops/Focus", [
            "CompositorConnection", "X11Connection", "CX11",
        ]),
        backend("Desktop", "Desktops/Bus", ["HotkeyChords"]),

        // Sinks: text to a window.
        module("KeyStrokes", "Sinks/KeyStrokes", ["Dictation", "CXkbcommon"]),
        backend("SinkXTest", "Sinks/XTest", [
            "KeyStrokes", "X11Connection", "CConfinement", "CX11",
        ]),
        backend("SinkWayland", "Sinks/Wayland", ["KeyStrokes", "WaylandClient"]),
        backend("SinkUinput", "Sinks/Uinput", [
            "CompositorConnection", "KeyStrokes", "X11Connection", "CEvdev", "CXcb", "CLinux",
        ]),
        backend("SinkClipboard", "Sinks/Clipboard", [
            "X11Connection", "WaylandClient", "CX11", "CWayland",
        ]),

        // Hotkeys. The helper is the process that may read keyboards for the daemon.
        module("HotkeyChords", "Hotkeys/Chords", ["Dictation"]),
        backend("HotkeyEvdev", "Hotkeys/Evdev", ["HotkeyChords", "CEvdev", "CLinux"]),
        backend("HotkeyHelper", "Hotkeys/HelperClient", ["HotkeyChords"]),
        module("UtterHotkeys", "Hotkeys/HelperProgram", [
            "Dictation", "DictationParts", "HotkeyChords", "HotkeyEvdev",
            "LinuxRuntime", "CConfinement", "CEvdev", "CSeccomp", "CSystemd", system,
        ]),

        // Where they meet.
        module("UtterDaemon", "Daemon", with: ["Session", "Assembly", "Service", "Doctor"], [
            "Consent", "Desktop", "Dictation", "DictationParts", "TextProcessing", "Settings",
            "LinuxRuntime", "ControlProtocol", "History", "KeyStrokes", "AudioALSA", "DesktopFocus",
            "HotkeyChords", "HotkeyEvdev", "HotkeyHelper", "RecognizerPocketSphinx",
            "RecognizerVosk", "RecognizerWholeUtterance", "SinkClipboard", "SinkUinput",
            "SinkWayland", "SinkXTest", "TextCleanup", system,
        ]),
        module("UtterCommands", "Commands", [
            "CLinux", "Consent", "Dictation", "DictationParts", "TextProcessing", "Settings",
            "LinuxRuntime", "ControlProtocol", "SinkClipboard", "SinkXTest", "SpeechBench",
            "UtterDaemon", system, arguments,
        ]),

        // The overlay: no audio, no recogniser, no Foundation of its own.
        module("OverlayDrawing", "Overlay/Drawing", ["CCairo"]),
        module("OverlayWindows", "Overlay/Windows", [
            "Dictation", "LinuxRuntime", "OverlayDrawing", "WaylandClient", "X11Connection",
            "CWayland", "CX11", "CXScreen", system,
        ]),
        module("UtterOverlay", "Overlay/Program", [
            "Dictation", "LinuxRuntime", "ControlProtocol", "OverlayDrawing", "OverlayWindows",
            system, arguments,
        ]),

        program("utter", ["UtterCommands"]),
        program("utter-overlay", ["UtterOverlay"]),
        program("utter-hotkeys", ["UtterHotkeys", "CEmptyEnvironment"]),

        // C libraries.
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
        shim("CLinux"),
        shim("CPocketSphinxGuard", ["CPocketSphinx"]),
        // Debian's package libwayland-dev.
        shim("CWayland", data: ["protocols"], links: [.linkedLibrary("wayland-client")]),
        shim("CTOML"),
        // Debian's package libcurl4-gnutls-dev, for its headers: the library is opened at run time.
        shim("CCurl"),
        // libpulse-dev, likewise.
        shim("CPulse"),
        // No package: the library is opened at run time.
        shim("CVosk"),

        // Tests.
        .target(
            name: "TestSupport", dependencies: [
            "Dictation", "DictationParts", "LinuxRuntime", "CEvdev", "CLinux", "CX11", system,
        ],
            path: "Tests/Support", swiftSettings: strict),
        tests("LinuxRuntime", "Runtime/LinuxRuntime", [system]),
        tests("Dictation", "Core/Dictation", data: ["Scenarios"]),
        tests("TextProcessing", "Core/TextProcessing", ["Dictation"], data: ["cases"]),
        tests("Settings", "Settings", ["Dictation"]),
        tests("Consent", "RemoteServer/Consent", ["Dictation", system]),
        tests("History", "History", ["Dictation", "LinuxRuntime", system]),
        tests("ControlProtocol", "Control", ["Dictation", "LinuxRuntime", system]),
        tests("AudioALSA", "Audio", ["Dictation", "DictationParts", "LinuxRuntime", system]),
        tests("HotkeyChords", "Hotkeys/Chords", ["CXkbcommon", "Dictation", "HotkeyEvdev"]),
        tests("HotkeyEvdev", "Hotkeys/Evdev", [
            "Dictation", "DictationParts", "HotkeyChords", "LinuxRuntime", "CEvdev", system,
        ]),
        tests("UtterHotkeys", "Hotkeys/HelperProgram", [
            "Dictation", "HotkeyChords", "LinuxRuntime", system,
        ]),
        tests("HotkeyHelper", "Hotkeys/HelperClient", [
            "Dictation", "DictationParts", "HotkeyChords", "LinuxRuntime",
            system,
        ]),
        tests("SpeechDecoding", "Engines/SpeechDecoding", ["Dictation"]),
        tests("RecognizerPocketSphinx", "Engines/PocketSphinx", [
            "Dictation", "DictationParts", "LinuxRuntime", system,
        ]),
        tests("RecognizerWholeUtterance", "Engines/WholeUtterance", [
            "Consent", "Dictation", "DictationParts", "LinuxRuntime", "UtterDaemon", system,
        ], data: ["server.py"]),
        tests("TextCleanup", "TextCleanup", [
            "Consent", "Dictation", "DictationParts", "LinuxRuntime", system,
        ]),
        tests("RecognizerVosk", "Engines/Vosk", [
            "Dictation", "DictationParts", "LinuxRuntime", system,
        ], data: ["fakevosk.c"]),
        tests("SpeechBench", "Engines/SpeechBench", ["Dictation", system]),
        tests("Desktop", "Desktops/Bus", [
            "Dictation", "DictationParts", "HotkeyChords", "HotkeyEvdev", "LinuxRuntime",
        ]),
        tests("CompositorConnection", "Desktops/CompositorSockets", [
            "Dictation", "LinuxRuntime", system,
        ]),
        tests("WaylandClient", "Desktops/Wayland", [
            "CWayland", "Dictation", "LinuxRuntime", system,
        ]),
        tests("DesktopFocus", "Desktops/Focus", [
            "Dictation", "DictationParts", "LinuxRuntime", system,
        ]),
        tests("UtterDaemon", "Daemon", [
            "Dictation", "DictationParts", "History", "LinuxRuntime", "RecognizerPocketSphinx",
            "RecognizerVosk", "Settings", "TextProcessing", system,
        ]),
        tests("UtterCommands", "Commands", ["Dictation", "UtterDaemon"]),
        tests("KeyStrokes", "Sinks/KeyStrokes", ["Dictation", "CXkbcommon"]),
        tests("SinkUinput", "Sinks/Uinput", [
            "Dictation", "DictationParts", "LinuxRuntime", "KeyStrokes", "CEvdev", system,
        ]),
        tests("SinkXTest", "Sinks/XTest", [
            "Dictation", "DictationParts", "LinuxRuntime", "KeyStrokes", "X11Connection", "CX11",
            system,
        ]),
        tests("SinkClipboard", "Sinks/Clipboard", [
            "Dictation", "DictationParts", "LinuxRuntime", "WaylandClient", system,
        ]),
        .testTarget(
            name: "TypingTests",
            dependencies: [
                "Dictation", "LinuxRuntime", "SinkWayland", "SinkXTest", "TestSupport", system,
            ],
            path: "Tests/Typing", exclude: ["receivers", "words"], swiftSettings: strict),
        .testTarget(
            name: "SystemTests",
            dependencies: [
                "AudioALSA", "ControlProtocol", "Dictation", "HotkeyChords", "HotkeyEvdev",
                "LinuxRuntime", "SinkWayland", "TestSupport", system,
            ],
            path: "Tests/System", exclude: ["guest", "guest-tests", "install"],
            swiftSettings: strict),
        tests("UtterOverlay", "Overlay/Program", [
            "ControlProtocol", "Dictation", "LinuxRuntime", "OverlayDrawing", "SinkWayland",
            "CX11", system,
        ]),
        tests("OverlayWindows", "Overlay/Windows", ["LinuxRuntime", "OverlayDrawing", system]),
        tests("OverlayDrawing", "Overlay/Drawing", ["CCairo"], data: ["pictures"]),
        tests("SinkWayland", "Sinks/Wayland", [
            "Dictation", "DictationParts", "LinuxRuntime", "KeyStrokes", "WaylandClient", system,
        ]),
    ],
    cxxLanguageStandard: .cxx17
)
