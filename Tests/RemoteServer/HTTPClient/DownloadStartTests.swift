import Testing

@testable import HTTPClient

/// What the head of an answer means to someone who has 10 of 30 bytes.
struct DownloadStartTests {
    private static let cases: [(Int, String?, Int?, DownloadStart)] = [
        (206, "bytes 10-29/30", 20, .goesOn),
        (206, "bytes 10-29/*", nil, .goesOn),
        (206, "Bytes  10-29/30", 20, .goesOn),
        (206, "bytes 9-29/30", 21, .fails(.wrongRange)),
        (206, "bytes 0-29/30", 30, .fails(.wrongRange)),
        (206, "bytes 10-28/30", 19, .fails(.wrongLength)),
        (206, "bytes 10-29/31", 20, .fails(.wrongLength)),
        (206, nil, 20, .fails(.wrongRange)),
        (206, "", 20, .fails(.wrongRange)),
        (206, "bytes */30", 20, .fails(.wrongRange)),
        (206, "bytes 10-29", 20, .fails(.wrongRange)),
        (206, "bytes 10-29/x", 20, .fails(.wrongRange)),
        (206, "bytes 10-99999999999999999999/*", 20, .fails(.wrongRange)),
        (206, "lines 10-29/30", 20, .fails(.wrongRange)),
        (200, nil, 30, .beginsAnew),
        (200, nil, nil, .beginsAnew),
        (200, nil, 20, .fails(.wrongLength)),
        (416, "bytes */30", 0, .fails(.wrongRange)),
        (404, nil, 9, .fails(.refused(status: 404))),
        (204, nil, 0, .fails(.refused(status: 204))),
    ]

    @Test(arguments: cases)
    func isJudged(
        _ status: Int, _ range: String?, _ announced: Int?, _ expected: DownloadStart
    ) throws {
        var download = HTTPDownload(try #require(WebAddress("https://a.example/f")), length: 30)
        download.offset = 10
        #expect(
            DownloadStart(download, status: status, range: range, announced: announced) == expected)
    }
}
