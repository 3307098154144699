import Dictation
import Testing

@testable import SpeechDecoding

@Suite struct DecodingQueueTests {
    private func queue(samples: Int) throws -> DecodingQueue {
        let queue = try DecodingQueue()
        queue.want(dictation: 1)
        queue.send(.samples([Int16](repeating: 0, count: samples), dictation: 1))
        return queue
    }

    /// The decoder may be done before the event loop takes its reports.
    @Test func soundIsHeardWhenTheReportsAboutItAreTaken() throws {
        let queue = try queue(samples: 300)
        #expect(queue.untoldBacklog == 300)
        queue.decoded(100, of: 1)
        #expect(queue.untoldBacklog == 200, "there was nothing to tell of it")
        queue.report(.dictationEvent(.speechStarted, dictation: 1))
        queue.decoded(100, of: 1)
        queue.decoded(100, of: 1)
        #expect(queue.backlog == 0)
        #expect(queue.untoldBacklog == 200)
        #expect(queue.takeReports().count == 1)
        #expect(queue.untoldBacklog == 0)
    }

    @Test func anotherDictationHasNoneOfIt() throws {
        let queue = try queue(samples: 300)
        queue.report(.dictationEvent(.speechStarted, dictation: 1))
        queue.decoded(100, of: 1)
        queue.want(dictation: 2)
        #expect(queue.untoldBacklog == 0)
        queue.decoded(100, of: 1)
        #expect(queue.untoldBacklog == 0)
    }
}
