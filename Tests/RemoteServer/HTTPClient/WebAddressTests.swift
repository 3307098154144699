import HTTPClient
import Testing

struct WebAddressTests {
    @Test(arguments: [
        ("https://models.example", "https://models.example", false, true),
        ("https://Models.example/a-1.0_x~/", "https://models.example/a-1.0_x~", false, true),
        ("http://127.0.0.1:8000/m", "http://127.0.0.1:8000/m", true, false),
        ("http://localhost", "http://localhost", true, false),
        ("https://a.example:443/b", "https://a.example/b", false, true),
        ("https://a.example:80", "https://a.example:80", false, true),
        ("https://[::1]:1", "https://[::1]:1", true, true),
        ("http://127.0.0.1.example/", "http://127.0.0.1.example", false, false),
    ])
    func isRead(_ text: String, _ url: String, _ isLoopback: Bool, _ isSecure: Bool) throws {
        let address = try #require(WebAddress(text))
        #expect(address.url == url)
        #expect(address.isLoopback == isLoopback && address.isSecure == isSecure)
    }

    @Test(arguments: [
        "", "models.example", "ftp://models.example", "https://", "https://a/b?c", "https://a/b#c",
        "https://a/%2e", "https://user@a", "https://a/b c", "https://a:0", "https://ä",
    ])
    func isRefused(_ text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test func hasThingsBelowIt() throws {
        let address = try #require(WebAddress("https://a.example/m/"))
        #expect(address.appending("x/y.gguf")?.url == "https://a.example/m/x/y.gguf")
        #expect(address.appending("x?y") == nil)
    }
}
