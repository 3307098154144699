import HotkeyChords
import MonotonicTime
import Testing

@Suite struct ReportTests {
    private static let reports: [HelperReport] =
        [
            .accepted, .watching, .refused(.revealing, binding: 7),
            .pressed(binding: 0, at: Instant(nanoseconds: 0)),
            .released(binding: 7, at: Instant(nanoseconds: .max)),
            .spoiled(binding: 3, at: Instant(nanoseconds: 0x0102_0304_0506_0708)),
        ] + HelperObstacle.allCases.map { .cannotWatch($0) }
        + HelperRefusal.allCases.map { .refused($0, binding: 0) }

    @Test(arguments: reports) func isReadAsWritten(report: HelperReport) {
        #expect(report.bytes.count == HelperReport.size)
        #expect(HelperReport(bytes: report.bytes) == report)
    }

    /// Bytes that are no report: each report has exactly one form.
    @Test(arguments: reports) func isReadInOneFormOnly(report: HelperReport) {
        var bytes = report.bytes
        bytes[5] = 1
        #expect(HelperReport(bytes: bytes) == nil)
        #expect(HelperReport(bytes: report.bytes.dropLast()) == nil)
    }

    @Test func refusesUnknownKinds() {
        for kind in [0, 8, 255] as [UInt8] {
            #expect(HelperReport(bytes: [kind] + [UInt8](repeating: 0, count: 15)) == nil)
        }
        let reasons = [UInt8](repeating: 0, count: 15)
        #expect(HelperReport(bytes: [2] + reasons) == nil)
        #expect(HelperReport(bytes: [4] + reasons) == nil)
    }
}
