import HTTPClient
import Testing

struct EventStreamTests {
    @Test(arguments: [
        ("data: one\n\ndata: two\n\n", ["one", "two"]),
        ("data:one\r\n\r\ndata:  two\r\n\r\n", ["one", " two"]),
        ("data: one\r\rdata: two\r\r", ["one", "two"]),
        ("event: word\nid: 7\n: remark\ndata: a\ndata: b\nretry: 3\n\n", ["a\nb"]),
        ("\n\nevent: nothing\n\n", []), ("data: unfinished\n", []), ("", []),
        ("data: Grüße\n\n", ["Grüße"]),
    ])
    func dataOfEvents(_ text: String, _ data: [String]) {
        var stream = EventStream()
        #expect(stream.take(text.utf8) == data)
        var byByte = EventStream()
        #expect(text.utf8.flatMap { byByte.take([$0]) } == data)
    }
}
