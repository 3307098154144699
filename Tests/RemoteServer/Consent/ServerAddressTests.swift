import Consent
import Problems
import Testing

struct ServerAddressTests {
    @Test(arguments: [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1/audio/transcriptions", true),
        ("http://LOCALHOST/", "http://localhost:80/v1/audio/transcriptions", true),
        ("https://[::1]/v1/", "https://[::1]:443/v1/audio/transcriptions", true),
        ("http://127.9.8.7:1/inference", "http://127.9.8.7:1/inference", true),
        ("https://speech.example/v1", "https://speech.example:443/v1/audio/transcriptions", false),
        ("http://127.0.0.1.example", "http://127.0.0.1.example:80/v1/audio/transcriptions", false),
        ("http://127.0.0.01", "http://127.0.0.01:80/v1/audio/transcriptions", false),
        ("http://192.168.1.2", "http://192.168.1.2:80/v1/audio/transcriptions", false),
    ])
    func isRead(_ text: String, _ url: String, _ isLoopback: Bool) throws {
        let address = try ServerAddress(text, for: .recognition)
        #expect(address.url == url)
        #expect(address.isLoopback == isLoopback)
        #expect(url.hasPrefix(address.origin))
    }

    @Test(arguments: [
        "", "127.0.0.1:8080", "ftp://127.0.0.1", "http://", "http://:80", "http://host:0",
        "http://host:99999", "http://host:8o", "http://user:password@host", "http://a b",
        "http://127.0.0.1\\@evil.example", "http://127.0.0.1#@evil.example", "http://host/?q",
        "http://host/\n", "http://[::1", "http://[::1]x", "http://ho%73t", "http://höst",
    ])
    func isRefused(_ text: String) {
        #expect(throws: Problem.self) { try ServerAddress(text, for: .recognition) }
    }

    @Test func eachServiceHasItsPlace() throws {
        let address = try ServerAddress("https://speech.example", for: .cleanup)
        #expect(address.url == "https://speech.example:443/v1/chat/completions")
    }
}
