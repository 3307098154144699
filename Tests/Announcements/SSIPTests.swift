import Testing

@testable import Announcements

@Suite struct SSIPTests {
    @Test(arguments: [
        ("Hello", "Hello\r\n.\r\n"),
        // A line with a dot alone would end the message, and what follows would be commands.
        (".", "..\r\n.\r\n"),
        ("one\n.\nQUIT\r\n.two", "one\r\n..\r\nQUIT\r\n..two\r\n.\r\n"),
        ("a\u{7}b\u{1B}c", "a b c\r\n.\r\n"),
        ("", ".\r\n"),
    ])
    func aTextIsNoCommand(_ text: String, _ data: String) {
        #expect(String(decoding: SSIPMessage.data(text), as: UTF8.self) == data)
    }

    @Test func aTextHasALimit() {
        let data = SSIPMessage.data(String(repeating: "a", count: 100_000))
        #expect(data.count == SSIPMessage.longest + 5)
    }

    @Test func namesAndLanguagesAreNoCommands() {
        #expect(SSIPMessage.name("jo doe\r\nQUIT") == "jo_doe__QUIT")
        #expect(SSIPMessage.name("") == "unknown")
        #expect(SSIPMessage.language("de-AT") == "de-AT")
        for tag in ["", "d", "de\r\nQUIT", "de_AT", String(repeating: "a", count: 17)] {
            #expect(SSIPMessage.language(tag) == nil)
        }
    }

    @Test func repliesComeInPieces() throws {
        var buffer = SSIPReplyBuffer()
        #expect(try buffer.take(Array("225-2".utf8)) == [])
        #expect(
            try buffer.take(
                Array("1\r\n225 OK MESSAGE QUEUED\r\n701-21\r\n701-3\r\n701 BEGIN\n".utf8))
                == [SSIPReply(code: 225, data: ["21"]), SSIPReply(code: 701, data: ["21", "3"])])
        let reply = SSIPReply(code: 702, data: ["21", "3"])
        #expect(reply.event?.message == "21")
        #expect(reply.event?.kind == .end)
        #expect(SSIPReply(code: 704, data: ["21"]).event == nil)
    }

    @Test(arguments: ["hello\r\n", "22\r\n", "225?x\r\n", "-22 x\r\n"])
    func whatIsNoReplyIsRefused(_ text: String) {
        var buffer = SSIPReplyBuffer()
        #expect(throws: SSIPReplyBuffer.Invalid.self) { try buffer.take(Array(text.utf8)) }
    }

    @Test func aLineWithoutEndIsRefused() {
        var buffer = SSIPReplyBuffer()
        #expect(throws: SSIPReplyBuffer.Invalid.self) {
            for _ in 0..<100 { _ = try buffer.take([UInt8](repeating: 0x32, count: 1000)) }
        }
    }

    @Test func theSocketIsWhereTheLibraryLooks() {
        #expect(
            SpeechServerAddress.path { ["XDG_RUNTIME_DIR": "/run/u"][$0] }
                == "/run/u/speech-dispatcher/speechd.sock")
        #expect(SpeechServerAddress.path { ["SPEECHD_ADDRESS": "unix_socket:/x"][$0] } == "/x")
        #expect(
            SpeechServerAddress.path {
                ["XDG_RUNTIME_DIR": "/run/u", "SPEECHD_ADDRESS": "inet_socket:far:6560"][$0]
            } == "/run/u/speech-dispatcher/speechd.sock")
        #expect(SpeechServerAddress.path { _ in nil } == nil)
    }
}
