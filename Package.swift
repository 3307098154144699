// swift-tools-version: 6.2
import PackageDescription

// Swift's newest rules everywhere, and no warning passes CI.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// A module of the house.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: house)
}

/// A module of the house that is one of a dictation's parts: microphone, recogniser, sink, hotkey.
func backend(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    room(name, ["Dictation", "DictationParts", "LinuxRuntime", system] + dependencies)
}

/// A C library of the system: the pkg-config name tells the compiler where it is.
func library(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// The tests of one module: `Tests/<name>`.
func tests(
    _ name: String, _ dependencies: [Target.Dependency] = [], data: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        path: "Tests/\(name)", exclude: data, swiftSettings: house)
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
        // The pure core: no clock, no files, nothing but the standard library.
        room("Dictation"),
        room("TextProcessing", ["Dictation"]),

        // What the outside is made of.
        room("HotkeyChords", ["Dictation"]),
        room("LinuxRuntime", ["CSystemd", "CLinux", system]),
        // The protocols of the parts, which live on the event loop.
        room("DictationParts", ["Dictation", "LinuxRuntime"]),
        room("KeyStrokes", ["Dictation", "CXkbcommon"]),
        room("X11Connection", ["Dictation", "LinuxRuntime", "CX11", "CLinux", system]),
        room("CompositorConnection", ["Dictation", "LinuxRuntime", "CLinux", system]),
        room("WaylandClient", ["Dictation", "LinuxRuntime", "CWayland", "CLinux", system]),
        room("HTTPClient", ["CCurl", "Dictation", "LinuxRuntime", system]),
        room("FilterProgram", ["Dictation", "LinuxRuntime", "CGuardian", system]),
        room("Settings", ["Dictation", "LinuxRuntime", "CTOML", system]),
        room("Consent", ["Dictation", "LinuxRuntime", "Settings", system]),
        room("ControlProtocol", ["Dictation", "LinuxRuntime", "CLinux", system]),

        room("History", ["Dictation", "LinuxRuntime", "CLinux", system]),

        room("SpeechDecoding", ["Dictation", "LinuxRuntime", system]),

        // One backend each.
        backend("AudioALSA", ["CALSA", "CPulse"]),
        backend("HotkeyEvdev", ["HotkeyChords", "CEvdev", "CLinux"]),
        backend("HotkeyHelper", ["HotkeyChords", "HotkeyHelperProtocol"]),
        backend("RecognizerCommand", ["FilterProgram"]),
        backend("RecognizerPocketSphinx", [
            "SpeechDecoding", "CPocketSphinx", "CPocketSphinxGuard",
        ]),
        backend("RecognizerVosk", ["SpeechDecoding", "CVosk"]),
        backend("RecognizerServer", ["Consent", "HTTPClient"]),
        backend("TextCleanup", ["Consent", "FilterProgram", "HTTPClient"]),
        backend("SinkUinput", [
            "CompositorConnection", "KeyStrokes", "X11Connection", "CEvdev", "CXcb", "CLinux",
        ]),
        backend("SinkXTest", ["KeyStrokes", "X11Connection", "CConfinement", "CX11"]),
        backend("SinkClipboard", ["X11Connection", "WaylandClient", "CX11", "CWayland"]),
        backend("SinkWayland", ["KeyStrokes", "WaylandClient"]),

        backend("DesktopFocus", ["CompositorConnection", "X11Connection", "CX11"]),

        // What the person sees; no audio, no recogniser, no Foundation of its own.
        room("OverlayDrawing", ["CCairo"]),
        room("OverlayWindows", [
            "Dictation", "LinuxRuntime", "OverlayDrawing", "WaylandClient", "X11Connection",
            "CWaylandLayer", "CX11", "CXScreen", system,
        ]),

        // The process that may read keyboards for the daemon.
        room("HotkeyHelperProtocol", ["Dictation", "HotkeyChords"]),
        room("UtterHotkeys", [
            "Dictation", "DictationParts", "HotkeyChords", "HotkeyEvdev", "HotkeyHelperProtocol",
            "LinuxRuntime", "CConfinement", "CEvdev", "CSeccomp", "CSystemd", system,
        ]),
        .executableTarget(
            name: "utter-hotkeys", dependencies: ["UtterHotkeys", "CEmptyEnvironment"],
            swiftSettings: house),

        // The desktop around it, by its message buses.
        backend("Desktop", ["HotkeyChords"]),

        // Where they meet.
        room("UtterDaemon", [
            "Consent", "Desktop", "Dictation", "DictationParts", "TextProcessing", "Settings",
            "LinuxRuntime", "ControlProtocol", "History", "KeyStrokes", "AudioALSA", "DesktopFocus",
            "HotkeyChords", "HotkeyEvdev", "HotkeyHelper", "RecognizerCommand",
            "RecognizerPocketSphinx", "RecognizerServer", "RecognizerVosk", "SinkClipboard",
            "SinkUinput", "SinkWayland", "SinkXTest", "TextCleanup", system,
        ]),
        room("SpeechBench", ["Dictation", "LinuxRuntime"]),
        room("UtterCommands", [
            "CLinux", "Consent", "Dictation", "DictationParts", "TextProcessing", "Settings",
            "LinuxRuntime", "ControlProtocol", "SinkClipboard", "SinkXTest", "SpeechBench",
            "UtterDaemon", system, arguments,
        ]),
        .executableTarget(name: "utter", dependencies: ["UtterCommands"], swiftSettings: house),
        room("UtterOverlay", [
            "Dictation", "LinuxRuntime", "ControlProtocol", "OverlayDrawing", "OverlayWindows",
            system, arguments,
        ]),
        .executableTarget(
            name: "utter-overlay", dependencies: ["UtterOverlay"], swiftSettings: house),

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
        .target(name: "CConfinement"),
        .target(name: "CEmptyEnvironment"),
        .target(name: "CGuardian"),
        .target(name: "CLinux"),
        .target(name: "CPocketSphinxGuard", dependencies: ["CPocketSphinx"]),
        // Debian's package libwayland-dev.
        .target(name: "CWayland", linkerSettings: [.linkedLibrary("wayland-client")]),
        .target(name: "CWaylandLayer", linkerSettings: [.linkedLibrary("wayland-client")]),
        .target(name: "CTOML"),
        // Debian's package libcurl4-gnutls-dev, for its headers: the library is opened at run time.
        .target(name: "CCurl"),
        // libpulse-dev, likewise.
        .target(name: "CPulse"),
        // No package: the library is opened at run time.
        .target(name: "CVosk"),

        // Tests.
        room("TestSupport", [
            "Dictation", "DictationParts", "LinuxRuntime", "CEvdev", "CLinux", "CX11", system,
        ]),
        tests("LinuxRuntime", [system]),
        tests("Dictation", data: ["Scenarios"]),
        tests("TextProcessing", ["Dictation"], data: ["cases"]),
        tests("Settings", ["Dictation"]),
        tests("Consent", ["Dictation", system]),
        tests("History", ["Dictation", "LinuxRuntime", system]),
        tests("ControlProtocol", ["Dictation", "LinuxRuntime", system]),
        tests("AudioALSA", ["Dictation", "DictationParts", "LinuxRuntime", system]),
        tests("HotkeyChords", ["CXkbcommon", "Dictation", "HotkeyEvdev"]),
        tests("HotkeyEvdev", [
            "Dictation", "DictationParts", "HotkeyChords", "LinuxRuntime", "CEvdev", system,
        ]),
        tests("HotkeyHelperProtocol", ["Dictation", "HotkeyChords"]),
        tests("UtterHotkeys", [
            "Dictation", "HotkeyChords", "HotkeyHelperProtocol", "LinuxRuntime", system,
        ]),
        tests("HotkeyHelper", [
            "Dictation", "DictationParts", "HotkeyChords", "HotkeyHelperProtocol", "LinuxRuntime",
            system,
        ]),
        tests("RecognizerCommand", ["Dictation", "DictationParts", "LinuxRuntime", system]),
        tests("SpeechDecoding", ["Dictation"]),
        tests("RecognizerPocketSphinx", ["Dictation", "DictationParts", "LinuxRuntime", system]),
        tests("RecognizerServer", [
            "Consent", "Dictation", "DictationParts", "LinuxRuntime", "UtterDaemon", system,
        ], data: ["server.py"]),
        tests("TextCleanup", ["Consent", "Dictation", "DictationParts", "LinuxRuntime", system]),
        tests("RecognizerVosk", [
            "Dictation", "DictationParts", "LinuxRuntime", system,
        ], data: ["fakevosk.c"]),
        tests("SpeechBench", ["Dictation", system]),
        tests("Desktop", [
            "Dictation", "DictationParts", "HotkeyChords", "HotkeyEvdev", "LinuxRuntime",
        ]),
        tests("CompositorConnection", ["Dictation", "LinuxRuntime", system]),
        tests("DesktopFocus", ["Dictation", "DictationParts", "LinuxRuntime", system]),
        tests("UtterDaemon", [
            "Dictation", "DictationParts", "History", "LinuxRuntime", "RecognizerPocketSphinx",
            "RecognizerVosk", "Settings", "TextProcessing", system,
        ]),
        tests("UtterCommands", ["Dictation", "UtterDaemon"]),
        tests("KeyStrokes", ["Dictation", "CXkbcommon"]),
        tests("SinkUinput", [
            "Dictation", "DictationParts", "LinuxRuntime", "KeyStrokes", "CEvdev", system,
        ]),
        tests("SinkXTest", [
            "Dictation", "DictationParts", "LinuxRuntime", "KeyStrokes", "X11Connection", "CX11",
            system,
        ]),
        tests("SinkClipboard", [
            "Dictation", "DictationParts", "LinuxRuntime", "WaylandClient", system,
        ]),
        .testTarget(
            name: "TypingTests",
            dependencies: [
                "Dictation", "LinuxRuntime", "SinkWayland", "SinkXTest", "TestSupport", system,
            ],
            path: "Tests/Typing", exclude: ["receivers", "words"], swiftSettings: house),
        .testTarget(
            name: "SystemTests",
            dependencies: [
                "AudioALSA", "ControlProtocol", "Dictation", "HotkeyChords", "HotkeyEvdev",
                "LinuxRuntime", "SinkWayland", "TestSupport", system,
            ],
            path: "Tests/System", exclude: ["guest", "guest-tests", "install"], swiftSettings: house),
        tests("UtterOverlay", [
            "ControlProtocol", "Dictation", "LinuxRuntime", "OverlayDrawing", "SinkWayland",
            "CX11", system,
        ]),
        tests("OverlayWindows", ["LinuxRuntime", "OverlayDrawing", system]),
        tests("OverlayDrawing", ["CCairo"], data: ["pictures"]),
        tests("SinkWayland", [
            "Dictation", "DictationParts", "LinuxRuntime", "KeyStrokes", "WaylandClient", system,
        ]),
    ],
    cxxLanguageStandard: .cxx17
)
