import AudioSamples
import Consent
import Dictation
import HTTPClient
import LinuxRuntime
import MonotonicTime
import Problems
import SpeechSegments

/// A dictation of which the server gets speech as it comes, through a WebSocket, and is told at each
/// pause that an utterance is whole. Silence is not sent.
///
/// If the server fails while it owes words, so does the dictation, at once.
final class RealtimeDictation: ServerDictation {
    /// An utterance whose words aren't known.
    private struct Turn {
        /// The place in the dictation after its last sample; some of the silence may be sent, too.
        let end: Int
        let voiced: Int
        let limit: Duration
    }

    /// The words of a turn, in the order of the turns.
    private struct Item {
        let name: String
        var words = ""
        var isWhole = false
    }

    /// Sound that is worth a message.
    private static let step = AudioFormat.rate / 10
    /// Servers refuse to recognise less: 0.1 s.
    private static let shortest = AudioFormat.rate / 10

    private let connection: ServerConnection
    private var deliver: (RecognizerEvent) -> Void
    private var segmenter: SpeechSegmenter
    private var sound = UnsettledSound()
    private var upsampler = Upsampler()
    /// Opened when there is something to send.
    private var socket: WebSocket?
    /// The place after the last sample that was sent.
    private var sent = 0
    /// Sent samples, and those of speech in ended segments, that are in no turn yet.
    private var (pending, voiced) = (0, 0)
    private var turns: [Turn] = []
    private var items: [Item] = []
    /// The limit of the first turn.
    private var timer: EventSource?
    private var stopped: (time: Int64, backlog: Duration)?
    private var isOver = false

    private var configuration: ServerConfiguration { connection.configuration }

    init(
        _ connection: ServerConnection, _ voice: VoiceActivity,
        _ deliver: @escaping (RecognizerEvent) -> Void
    ) {
        (self.connection, self.deliver) = (connection, deliver)
        segmenter = SpeechSegmenter(SpeechSegmenter.Limits(), voice)
    }

    isolated deinit { socket?.close() }

    // MARK: Sound

    func feed(_ samples: [Int16]) {
        sound.append(samples)
        for event in segmenter.hear(samples) {
            switch event {
            case .began:
                // The words before the pause are still to come: see ``LiveDictation``.
                if !turns.isEmpty { deliver(.speechEnded) }
                deliver(.speechStarted)
            case .paused, .resumed: break
            case .ended(let segment):
                if segment.endsUtterance { deliver(.speechEnded) }
                take(segment)
            }
        }
        if segmenter.isOpen, sound.end - sent >= Self.step { send(segmenter.start..<sound.end) }
    }

    func finish() {
        stopped = (
            MonotonicClock.nanoseconds, AudioFormat.duration(samples: sound.end - sound.start)
        )
        let hasHeardSpeech = segmenter.isOpen || sent > 0
        if let last = segmenter.finish() {
            take(last)
        } else if !hasHeardSpeech, !SoundPieces(sound.pieces).isSilent {
            // Loudness misses speech among loud noise, which the server may understand.
            voiced = sound.end
            send(0..<sound.end)
            commit(upTo: sound.end)
        }
        endIfDone()
    }

    func stop() {
        isOver = true
        deliver = { _ in }
        socket?.close()
        (socket, timer, stopped, turns) = (nil, nil, nil, [])
    }

    private func take(_ segment: SpeechSegment) {
        voiced += segment.voiced
        send(segment.start..<segment.end)
        if segment.endsUtterance { commit(upTo: segment.end) }
    }

    /// Sends what wasn't sent yet of a range.
    private func send(_ range: Range<Int>) {
        let rest = range.clamped(to: sent..<max(sent, sound.end))
        guard !rest.isEmpty, !isOver else { return }
        do throws(Problem) {
            // Consent may have been withdrawn meanwhile.
            try configuration.consents.check(configuration.address)
            let samples = sound.samples(from: rest.lowerBound, atMost: rest.count)
            try openSocket().send(RealtimeMessage.append(upsampler.take(samples)))
            sent = rest.upperBound
            pending += rest.count
        } catch {
            fail(error)
        }
    }

    private func openSocket() throws(Problem) -> WebSocket {
        if let socket { return socket }
        let opened = try connection.openSession(limit: configuration.limit.limit(samples: 0)) {
            [weak self] in
            self?.hear($0)
        } onEnd: { [weak self] in
            self?.ended($0)
        }
        (socket, items, upsampler) = (opened, [], Upsampler())
        return opened
    }

    /// Asks for the words of all that was sent.
    ///
    /// - Parameter end: where the silence after them begins.
    private func commit(upTo end: Int) {
        guard let socket, pending > 0 else { return }
        if pending < Self.shortest {
            let silence = [Int16](repeating: 0, count: Self.shortest)
            socket.send(RealtimeMessage.append(upsampler.take(silence)))
        }
        socket.send(RealtimeMessage.commit)
        let limit = configuration.limit.limit(samples: pending)
        turns.append(Turn(end: end, voiced: voiced, limit: limit))
        (pending, voiced) = (0, 0)
        if turns.count == 1 { watchFirstTurn() }
    }

    private func watchFirstTurn() {
        timer = turns.first.map { turn in
            EventLoop.shared.timer(after: turn.limit) { [weak self] in
                guard let self else { return }
                fail(
                    HTTPFailure.timedOut.problem(
                        of: configuration.address.origin, limit: turn.limit,
                        ServerConfiguration.settingNames))
            }
        }
    }

    // MARK: Words

    private func hear(_ event: RealtimeEvent) {
        switch event {
        case .committed(let name): _ = item(name)
        case .delta(let words, let name): items[item(name)].words += words
        case .completed(let words, let name):
            let place = item(name)
            (items[place].words, items[place].isWhole) = (words, true)
        case .failed(let problem): return ended(problem)
        }
        while items.first?.isWhole == true, !turns.isEmpty {
            end(turns.removeFirst(), items.removeFirst().words)
        }
        let words = items.flatMap { $0.words.split(whereSeparator: \.isWhitespace) }
        if !words.isEmpty { deliver(.partial(words.joined(separator: " "))) }
        endIfDone()
    }

    /// The place of an item. Commits are answered in their order, their words are not.
    private func item(_ name: String) -> Int {
        if let place = items.firstIndex(where: { $0.name == name }) { return place }
        items.append(Item(name: name))
        return items.count - 1
    }

    private func end(_ turn: Turn, _ words: String) {
        watchFirstTurn()
        let words = InventedText.removed(fromWhole: words, voiced: turn.voiced)
        if !words.isEmpty { deliver(.utterance(words)) }
        sound.settle(upTo: turn.end)
        deliver(.settled(samples: turn.end))
    }

    // MARK: The end

    private func ended(_ problem: Problem) {
        guard turns.isEmpty, pending == 0 else { return fail(problem) }
        // The server may end a session in which nothing is said: the next sound begins another.
        socket?.close()
        socket = nil
    }

    private func fail(_ problem: Problem) {
        let deliver = deliver
        stop()
        deliver(.failed(problem))
    }

    private func endIfDone() {
        guard let stopped, turns.isEmpty else { return }
        let time = Duration.nanoseconds(MonotonicClock.nanoseconds - stopped.time)
        let deliver = deliver
        stop()
        deliver(.finished(RecognitionTiming(backlog: stopped.backlog, tail: time)))
    }
}
