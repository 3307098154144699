import Consent
import Glibc
import Problems
import SystemPackage
import TestSupport
import Testing

private func address(
    _ text: String = "https://speech.example", _ service: ServerService = .recognition
) throws -> ServerAddress {
    try ServerAddress(text, for: service)
}

/// A state directory and a policy for one test.
private struct Place {
    let directory: ScratchDirectory
    let store: ConsentStore

    init(policy: String? = nil, record: String? = nil) throws {
        directory = try ScratchDirectory("consent")
        store = ConsentStore(
            file: directory.path("state/utter/consent.toml"), policy: directory.path("policy.toml"))
        if let policy { try directory.write(policy, to: "policy.toml") }
        if let record {
            try store.keep(true, for: address("https://other.example"))
            try directory.write(record, to: "state/utter/consent.toml")
        }
    }

    var text: String {
        get throws {
            let file = try FileDescriptor.open(store.file!, .readOnly)
            return try file.closeAfter {
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
                return String(decoding: bytes[..<count], as: UTF8.self)
            }
        }
    }

    func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(directory.path(path), &status) == 0 ? status.st_mode & 0o7777 : 0
    }
}

struct ConsentTests {
    @Test func isNotDeterminedAtFirst() throws {
        let place = try Place()
        #expect(place.store.decision(on: try address()).status == .notDetermined)
        let problem = #expect(throws: Problem.self) { try place.store.check(address()) }
        #expect(problem?.what == "nothing is sent to the server https://speech.example:443")
        #expect(problem?.why == "you were not asked yet whether it may have your voice")
        #expect(problem?.remedy == "Run: utter authorize")
        #expect(place.mode("state") == 0, "asking leaves no traces")
    }

    @Test func thisMachineNeedsNone() throws {
        let place = try Place(policy: "[off_machine]\nrecognition = []\n", record: "garbage")
        for text in ["http://127.0.0.1:1", "http://localhost", "https://[::1]"] {
            #expect(place.store.decision(on: try address(text)).status == .authorized)
            try place.store.check(address(text))
        }
    }

    @Test func isKept() throws {
        let place = try Place()
        try place.store.keep(true, for: address())
        try place.store.check(address())
        #expect(
            try place.text == """
                # Which servers may have what. “utter authorize” writes this file.
                ["https://speech.example:443"]
                recognition = "authorized"

                """)
        #expect(place.mode("state/utter/consent.toml") == 0o600)
        #expect(place.mode("state/utter") == 0o700)
    }

    /// Each answer is for one service of one server.
    @Test(arguments: [
        ("https://speech.example", ServerService.cleanup),
        ("https://speech.example:8443", .recognition),
        ("https://speech.example.evil", .recognition), ("https://other.example", .recognition),
    ])
    func holdsForNothingElse(_ text: String, _ service: ServerService) throws {
        let place = try Place()
        try place.store.keep(true, for: address())
        #expect(place.store.decision(on: try address(text, service)).status == .notDetermined)
    }

    /// Allowing the clean-up of dictated text doesn't allow it for other texts.
    @Test func whatIsSelectedNeedsAConsentOfItsOwn() throws {
        let place = try Place()
        let cleanup = try address("https://speech.example", .cleanup)
        try place.store.keep(true, for: cleanup)
        try place.store.check(cleanup)
        let selection = cleanup.serving(.selection)
        #expect(selection.url == cleanup.url)
        let problem = #expect(throws: Problem.self) { try place.store.check(selection) }
        #expect(problem?.remedy == "Run: utter authorize selection")
        try place.store.keep(true, for: selection)
        try place.store.check(selection)
    }

    @Test func canBeTakenBack() throws {
        let place = try Place()
        try place.store.keep(true, for: address("https://other.example"))
        try place.store.keep(true, for: address())
        try place.store.keep(false, for: address())
        #expect(place.store.decision(on: try address()).status == .denied)
        try place.store.check(address("https://other.example"))
        let problem = #expect(throws: Problem.self) { try place.store.check(address()) }
        #expect(problem?.why == "you denied it your voice")
    }

    @Test func withoutEncryptionNothingIsSent() throws {
        let place = try Place()
        try place.store.keep(true, for: address("http://speech.example"))
        let problem = #expect(throws: Problem.self) {
            try place.store.check(address("http://speech.example"))
        }
        #expect(problem?.why.hasSuffix("without TLS everybody on the way could read it") == true)
    }

    @Test(arguments: [
        "garbage", "[\"https://speech.example:443\"]\nrecognition = \"yes\"",
        "[\"https://speech.example:443\"]\nrecognition = true",
        "[\"https://speech.example:443\"]\nrecognition = \"authorized\"\nmore = \"authorized\"",
        "[\"https://speech.example:443\"]\nrecognition = \"authorized\"\n[half",
        "recognition = \"authorized\"", "\u{0}",
    ])
    func aDamagedRecordAllowsNothing(_ text: String) throws {
        let place = try Place(record: text)
        let decision = place.store.decision(on: try address())
        #expect(decision.status == .notDetermined)
        #expect(decision.problem?.what == "cannot read what you had allowed")
        #expect(decision.problem?.why.contains(place.store.file!) == true)
        let problem = #expect(throws: Problem.self) { try place.store.check(address()) }
        #expect(problem?.why.contains("cannot read what you had allowed") == true)
        try place.store.keep(true, for: address())
        try place.store.check(address())
    }

    @Test func aRecordThatOthersMayWriteAllowsNothing() throws {
        let place = try Place()
        try place.store.keep(true, for: address())
        chmod(place.store.file!, 0o666)
        let decision = place.store.decision(on: try address())
        #expect(decision.status == .notDetermined)
        #expect(decision.problem?.why == "others may write it")
    }

    @Test func aFileInTheWayIsTold() throws {
        let place = try Place()
        try place.directory.write("", to: "state")
        let problem = #expect(throws: Problem.self) { try place.store.keep(true, for: address()) }
        #expect(problem?.what == "cannot keep your answer in “\(place.store.file!)”")
        #expect(problem?.why == "Not a directory")
        #expect(throws: Problem.self) { try ConsentStore(file: nil).keep(true, for: address()) }
    }
}

struct ConsentPolicyTests {
    @Test(arguments: [
        ("", ConsentStatus.authorized), ("# nothing", .authorized),
        ("[off_machine]\nrecognition = []", .restricted),
        ("[off_machine]\nrecognition = [\"https://speech.example\"]", .authorized),
        ("[off_machine]\nrecognition = [\"https://speech.example:8443\"]", .restricted),
        ("[off_machine]\ncleanup = []", .authorized),
        // A policy that can't be understood forbids.
        ("[off_machine]\nrecogniton = []", .restricted), ("recognition = []", .restricted),
        ("[off_machine]\nrecognition = false", .restricted),
        ("[off_machine]\nrecognition = [\"speech.example\"]", .restricted),
        ("[off_machine", .restricted), ("off_machine = \"none\"", .restricted),
    ])
    func decides(_ policy: String, _ status: ConsentStatus) throws {
        let place = try Place(policy: policy)
        try place.store.keep(true, for: address())
        #expect(place.store.decision(on: try address()).status == status)
    }

    @Test func isNoConsent() throws {
        let place = try Place(
            policy: "[off_machine]\nrecognition = [\"https://speech.example\"]")
        #expect(place.store.decision(on: try address()).status == .notDetermined)
    }

    @Test func itsMistakesAreTold() throws {
        let place = try Place(policy: "[off_machine]\nrecogniton = []")
        let problem = #expect(throws: Problem.self) { try place.store.check(address()) }
        #expect(
            problem?.why.hasSuffix(
                "policy.toml:2:14: [off_machine] recogniton: unknown key "
                    + "(did you mean “recognition”?)") == true, "\(problem?.why ?? "")")
    }

    @Test func theAdministratorsIsNotTheEnvironments() {
        let store = ConsentStore.standard { ["XDG_STATE_HOME": "/state", "HOME": "/home/me"][$0] }
        #expect(
            store
                == ConsentStore(
                    file: "/state/utter/consent.toml", policy: "/etc/utter/policy.toml"))
        let home = ConsentStore.standard { ["XDG_STATE_HOME": "state", "HOME": "/home/me"][$0] }
        #expect(home.file == "/home/me/.local/state/utter/consent.toml")
    }
}
