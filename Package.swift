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
        room("KeyStrokes", ["Dictation", "CXkbcommon"]),
        room("X11Connection", ["Dictation", "LinuxRuntime", "CX11", "CLinux", system]),
        room("CompositorConnection", ["Dictation", "LinuxRuntime", "CLinux", system]),
        room("WaylandClient", ["Dictation", "LinuxRuntime", "CWayland", "CLinux", system]),
        room("HTTPClient", ["CCurl", "Dictation", "LinuxRuntime", system]),
        room("FilterProgram", ["Dictation", "LinuxRuntime", "CLinux", system]),
        room("Settings", ["Dictation", "LinuxRuntime", "CTOML", system]),
        room("Consent", ["Dictation", "LinuxRuntime", "Settings", system]),
        room("ControlProtocol", ["Dictation", "LinuxRuntime", "CLinux", system]),

        room("History", ["Dictation", "LinuxRuntime", "CLinux", system]),

        room("SpeechDecoding", ["Dictation", "LinuxRuntime", system]),

        // One backend each.
        room("AudioALSA", ["Dictation", "LinuxRuntime", "CALSA", "CPulse", system]),
        room("HotkeyEvdev", [
            "Dictation", "HotkeyChords", "LinuxRuntime", "CEvdev", "CLinux", system,
        ]),
        room("HotkeyHelper", [
            "Dictation", "HotkeyChords", "HotkeyHelperProtocol", "LinuxRuntime", system,
        ]),
        room("RecognizerCommand", ["Dictation", "FilterProgram", "LinuxRuntime"]),
        room("RecognizerPocketSphinx", [
            "Dictation", "LinuxRuntime", "SpeechDecoding", "CPocketSphinx", "CPocketSphinxGuard",
            system,
        ]),
        room("RecognizerVosk", ["Dictation", "LinuxRuntime", "SpeechDecoding", "CVosk", system]),
        room("RecognizerServer", ["Consent", "Dictation", "HTTPClient", "LinuxRuntime"]),
        room("TextCleanup", ["Consent", "Dictation", "FilterProgram", "HTTPClient"]),
        room("SinkUinput", [
            "CompositorConnection", "Dictation", "LinuxRuntime", "KeyStrokes", "CEvdev", "CXcb",
            "CLinux", system,
        ]),
        room("SinkXTest", ["Dictation", "LinuxRuntime", "KeyStrokes", "X11Connection", "CX11"]),
        room("SinkClipboard", [
            "Dictation", "LinuxRuntime", "X11Connection", "WaylandClient", "CX11", "CWayland",
            system,
        ]),
        room("SinkWayland", ["Dictation", "LinuxRuntime", "KeyStrokes", "WaylandClient"]),

        room("DesktopFocus", [
            "CompositorConnection", "Dictation", "LinuxRuntime", "X11Connection", "CX11",
        ]),

        // What the person sees; no audio, no recogniser, no Foundation of its own.
        room("OverlayDrawing", ["CCairo"]),
        room("OverlayWindows", [
            "Dictation", "LinuxRuntime", "OverlayDrawing", "WaylandClient", "X11Connection",
            "CWaylandLayer", "CX11", "CXScreen", system,
        ]),

        // The process that may read keyboards for the daemon.
        room("HotkeyHelperProtocol", ["Dictation", "HotkeyChords"]),
        room("UtterHotkeys", [
            "Dictation", "HotkeyChords", "HotkeyEvdev", "HotkeyHelperProtocol", "LinuxRuntime",
            "CConfinement", "CEvdev", "CSeccomp", "CSystemd", system,
        ]),
        .executableTarget(
            name: "utter-hotkeys", dependencies: ["UtterHotkeys", "CEmptyEnvironment"],
            swiftSettings: house),

        // The desktop around it, by its message buses.
        room("Desktop", ["Dictation", "HotkeyChords", "LinuxRuntime"]),

        // Where they meet.
        room("UtterDaemon", [
            "Consent", "Desktop", "Dictation", "TextProcessing", "Settings", "LinuxRuntime",
            "ControlProtocol", "History", "KeyStrokes", "AudioALSA", "DesktopFocus", "HotkeyChords",
            "HotkeyEvdev", "HotkeyHelper", "RecognizerCommand", "RecognizerPocketSphinx",
            "RecognizerServer", "RecognizerVosk", "SinkClipboard", "SinkUinput", "SinkWayland",
            "SinkXTest", "TextCleanup", system,
        ]),
        room("SpeechBench", ["Dictation"]),
        room("UtterCommands", [
            "CLinux", "Consent", "Dictation", "TextProcessing", "Settings", "LinuxRuntime",
            "ControlProtocol", "SinkClipboard", "SpeechBench", "UtterDaemon", system, arguments,
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
        library("CX11", "x11 xtst xi", apt: "libxtst-dev"),
        library("CXScreen", "x11 xext xfixes xrandr", apt: "libxrandr-dev"),
        library("CXcb", "xkbcommon-x11 xcb-xinput xcb", apt: "libxkbcommon-x11-dev"),
        library("CXkbcommon", "xkbcommon", apt: "libxkbcommon-dev"),
        .target(name: "CConfinement"),
        .target(name: "CEmptyEnvironment"),
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
        room("TestSupport", ["Dictation", "LinuxRuntime", "CEvdev", "CLinux", "CX11", system]),
        tests("LinuxRuntime", [system]),
        tests("Dictation", data: ["Scenarios"]),
        tests("TextProcessing", ["Dictation"], data: ["cases"]),
        tests("Settings", ["Dictation"]),
        tests("Consent", ["Dictation", system]),
        tests("History", ["Dictation", "LinuxRuntime", system]),
        tests("ControlProtocol", ["Dictation", "LinuxRuntime", system]),
        tests("AudioALSA", ["Dictation", "LinuxRuntime", system]),
        tests("HotkeyChords", ["CXkbcommon", "Dictation", "HotkeyEvdev"]),
        tests("HotkeyEvdev", ["Dictation", "HotkeyChords", "LinuxRuntime", "CEvdev", system]),
        tests("HotkeyHelperProtocol", ["Dictation", "HotkeyChords"]),
        tests("UtterHotkeys", [
            "Dictation", "HotkeyChords", "HotkeyHelperProtocol", "LinuxRuntime", system,
        ]),
        tests("HotkeyHelper", [
            "Dictation", "HotkeyChords", "HotkeyHelperProtocol", "LinuxRuntime", system,
        ]),
        tests("RecognizerCommand", ["Dictation", "LinuxRuntime", system]),
        tests("SpeechDecoding", ["Dictation"]),
        tests("RecognizerPocketSphinx", ["Dictation", "LinuxRuntime", system]),
        tests(
            "RecognizerServer",
            ["Consent", "Dictation", "LinuxRuntime", "UtterDaemon", system],
            data: ["server.py"]),
        tests("TextCleanup", ["Consent", "Dictation", "LinuxRuntime", system]),
        tests("RecognizerVosk", ["Dictation", "LinuxRuntime", system], data: ["fakevosk.c"]),
        tests("SpeechBench", ["Dictation", system]),
        tests("Desktop", ["Dictation", "HotkeyChords", "HotkeyEvdev", "LinuxRuntime"]),
        tests("CompositorConnection", ["Dictation"]),
        tests("DesktopFocus", ["Dictation", "LinuxRuntime", system]),
        tests("UtterDaemon", [
            "Dictation", "History", "LinuxRuntime", "RecognizerPocketSphinx", "RecognizerVosk",
            "Settings", "TextProcessing", system,
        ]),
        tests("UtterCommands", ["Dictation", "UtterDaemon"]),
        tests("KeyStrokes", ["Dictation", "CXkbcommon"]),
        tests("SinkUinput", [
            "Dictation", "LinuxRuntime", "KeyStrokes", "CEvdev", system,
        ]),
        tests("SinkXTest", [
            "Dictation", "LinuxRuntime", "KeyStrokes", "X11Connection", "CX11", system,
        ]),
        tests("SinkClipboard", ["Dictation", "LinuxRuntime", "WaylandClient", system]),
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
                "LinuxRuntime", "TestSupport", system,
            ],
            path: "Tests/System", exclude: ["guest", "guest-tests", "install"], swiftSettings: house),
        tests("UtterOverlay", [
            "ControlProtocol", "Dictation", "LinuxRuntime", "OverlayDrawing", "SinkWayland",
            "CX11", system,
        ]),
        tests("OverlayWindows", ["LinuxRuntime", "OverlayDrawing", system]),
        tests("OverlayDrawing", ["CCairo"], data: ["pictures"]),
        tests("SinkWayland", [
            "Dictation", "LinuxRuntime", "KeyStrokes", "WaylandClient", system,
        ]),
    ],
    cxxLanguageStandard: .cxx17
)
