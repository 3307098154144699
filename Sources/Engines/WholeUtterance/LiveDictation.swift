import AudioSamples
import Dictation
import LinuxRuntime
import MonotonicTime
import Problems
import SpeechSegments

/// A dictation of which the server gets each utterance at the pause after it, and the unfinished one
/// again and again for the words so far, with one request at a time: at the stop, only the last
/// utterance is left.
///
/// If a request fails or hangs, nothing more is sent while the user speaks. At the stop, all sound
/// whose words aren't known goes to the server as a whole, as if it had not been asked before.
final class LiveDictation: ServerDictation {
    private enum Purpose {
        /// The words so far of the unfinished segment, which has this place and so many samples of
        /// speech.
        case words(start: Int, voiced: Int)
        case segment(SpeechSegment)
        /// All that isn't known, at the end.
        case rest
    }

    private struct Request {
        let inquiry: ServerInquiry
        var purpose: Purpose
        let begin: Int64
        let isAfterStop: Bool
    }

    private struct Stop {
        let time: Int64
        /// Sound whose words weren't known.
        let backlog: Duration
        var timeout: EventSource?
    }

    /// Segments that wait for the server are sent together up to this length: many servers compute
    /// as much for any sound of up to 30 s.
    private static let longestTogether = SpeechSegmenter.Limits.seconds(28)

    private let connection: ServerConnection
    private var deliver: (RecognizerEvent) -> Void
    private var segmenter: SpeechSegmenter
    private var utterance: UtteranceText
    /// From the first utterance on whose words aren't known.
    private var sound = UnsettledSound()
    /// The segments that have ended, and were not sent yet.
    private var waiting: [SpeechSegment] = []
    private var request: Request?
    private var slowestAnswer = Duration.zero
    /// A request has failed, the segmenter heard no speech at all, or the dictation is over.
    private var sendsRestAtStop = false
    private var stopped: Stop?

    init(
        _ connection: ServerConnection, _ voice: VoiceActivity,
        _ deliver: @escaping (RecognizerEvent) -> Void
    ) {
        (self.connection, self.deliver) = (connection, deliver)
        segmenter = SpeechSegmenter(SpeechSegmenter.Limits(), voice)
        utterance = UtteranceText(
            Seam(connection.configuration.language.flatMap { LanguageTag($0) }))
    }

    func feed(_ samples: [Int16]) {
        sound.append(samples)
        for event in segmenter.hear(samples) {
            switch event {
            case .began: begin()
            // Its utterances end at the first pause.
            case .paused, .resumed: break
            case .ended(let segment):
                if segment.endsUtterance { deliver(.speechEnded) }
                take(segment)
            }
        }
        ask()
    }

    func finish() {
        let hasHeardSpeech =
            segmenter.isOpen || sound.start > 0 || !waiting.isEmpty
            || request != nil || !utterance.words.isEmpty
        stopped = Stop(
            time: MonotonicClock.nanoseconds,
            backlog: AudioFormat.duration(samples: sound.end - sound.start))
        if let last = segmenter.finish() { take(last) }
        // Loudness misses speech among loud noise, which the server may understand.
        if !hasHeardSpeech, !rest.isSilent { sendsRestAtStop = true }
        if request != nil { waitForAnswer() }
        ask()
    }

    func stop() {
        deliver = { _ in }
        drop()
        (stopped, sendsRestAtStop) = (nil, true)
    }

    private func begin() {
        // The words before the pause are still to come: how long it was would be noted of those
        // before them. A pause that begins now has no length.
        if isOwedWords { deliver(.speechEnded) }
        deliver(.speechStarted)
    }

    /// Whether an utterance has ended whose words aren't known.
    private var isOwedWords: Bool {
        if case .segment = request?.purpose { return true }
        return !waiting.isEmpty
    }

    // MARK: Requests

    /// Takes a segment that has ended.
    private func take(_ segment: SpeechSegment) {
        guard !sendsRestAtStop else { return }
        if case .words = request?.purpose {
            // All that was spoken in it is on the way.
            if segment.isKnown {
                request?.purpose = .segment(segment)
                return
            }
            drop()
        }
        waiting.append(segment)
    }

    private func drop() {
        request?.inquiry.stop()
        request = nil
    }

    /// Sends what is to be sent next, unless the server has a request.
    private func ask() {
        guard request == nil else { return }
        guard !sendsRestAtStop else {
            if stopped != nil { send(rest, for: .rest) }
            return
        }
        while let segment = waiting.first, let words = known(segment) {
            waiting.removeFirst()
            end(segment, words)
        }
        if let next = takeWaiting() {
            send(SoundPieces([next.samples]), for: .segment(next))
        } else if stopped != nil {
            end(nil)
        } else if segmenter.isRunDue {
            let pieces = SoundPieces([segmenter.sound])
            segmenter.beginRun()
            send(pieces, for: .words(start: segmenter.start, voiced: segmenter.voiced))
        }
    }

    /// The words of a segment that needs no request.
    private func known(_ segment: SpeechSegment) -> [SegmentWord]? {
        // What it has of an earlier segment is in that one's text.
        if segment.voiced == 0 { return [] }
        return segment.isKnown ? utterance.current : nil
    }

    /// The segments that wait, as one.
    private func takeWaiting() -> SpeechSegment? {
        guard let first = waiting.first else { return nil }
        let others = waiting.dropFirst().prefix { $0.end - first.start <= Self.longestTogether }
        waiting.removeFirst(1 + others.count)
        guard let last = others.last else { return first }
        return first.joined(
            with: others, samples: sound.samples(from: first.start, atMost: last.end - first.start))
    }

    private func send(_ sound: SoundPieces, for purpose: Purpose) {
        let isAfterStop = stopped != nil
        var isFinal = true
        if case .words = purpose { isFinal = false }
        do throws(Problem) {
            let inquiry = try connection.send(sound, isFinal: isFinal) { [weak self] words in
                self?.show(words)
            } onEnd: { [weak self] in
                self?.answered($0)
            }
            request = Request(
                inquiry: inquiry, purpose: purpose, begin: MonotonicClock.nanoseconds,
                isAfterStop: isAfterStop)
        } catch {
            failed(error, isAfterStop: isAfterStop)
        }
    }

    /// Waits for an answer that was asked for before the stop, but not much longer than answers
    /// took: it may never come.
    private func waitForAnswer() {
        let timeout = max(connection.configuration.timeout, slowestAnswer * 3)
        stopped?.timeout = EventLoop.shared.timer(after: timeout) { [weak self] in
            guard let self, request?.isAfterStop == false else { return }
            drop()
            sendsRestAtStop = true
            ask()
        }
    }

    // MARK: Answers

    /// Shows words of an answer that is on its way, where they are more than is shown.
    private func show(_ text: String) {
        switch request?.purpose {
        case .segment(let segment):
            let words = SegmentWord.words(of: text)
            guard words.count > utterance.current.count else { return }
            show(words, from: segment.start)
        case .rest: deliver(.partial(text))
        case .words, nil: break
        }
    }

    private func show(_ words: [SegmentWord], from start: Int) {
        if let text = utterance.show(words, from: AudioFormat.duration(samples: start)) {
            deliver(.partial(text))
        }
    }

    private func answered(_ result: Result<String, Problem>) {
        guard let request else { return }
        self.request = nil
        switch (result, request.purpose) {
        case (.failure(let problem), .rest): end(problem)
        case (.failure(let problem), _): failed(problem, isAfterStop: request.isAfterStop)
        case (.success(let text), .rest):
            let samples = sound.end - sound.start
            deliver(.utterance(InventedText.removed(fromWhole: text, voiced: samples)))
            end(nil)
        case (.success(let text), .segment(let segment)):
            note(request)
            end(segment, Self.words(of: text, voiced: segment.voiced))
            ask()
        case (.success(let text), .words(let start, let voiced)):
            note(request)
            show(Self.words(of: text, voiced: voiced), from: start)
            ask()
        }
    }

    private static func words(of text: String, voiced: Int) -> [SegmentWord] {
        InventedText.removed(from: SegmentWord.words(of: text), voiced: voiced)
    }

    /// Notes how long the server took: a slow one is asked less often.
    private func note(_ request: Request) {
        let time = Duration.nanoseconds(MonotonicClock.nanoseconds - request.begin)
        slowestAnswer = max(slowestAnswer, time)
        segmenter.endRun(after: time)
    }

    private func failed(_ problem: Problem, isAfterStop: Bool) {
        guard !isAfterStop else { return end(problem) }
        sendsRestAtStop = true
        ask()
    }

    private func end(_ segment: SpeechSegment, _ words: [SegmentWord]) {
        utterance.end(words, from: AudioFormat.duration(samples: segment.start))
        guard segment.endsUtterance else { return }
        let whole = utterance.words
        utterance.reset()
        if !whole.isEmpty { deliver(.utterance(whole.text)) }
        let settled = waiting.first?.start ?? segmenter.start
        sound.settle(upTo: settled)
        deliver(.settled(samples: settled))
    }

    // MARK: The end

    /// All sound whose words aren't known.
    private var rest: SoundPieces { SoundPieces(sound.pieces) }

    /// Reports the end.
    private func end(_ problem: Problem?) {
        guard let stopped else { return }
        self.stopped = nil
        let time = Duration.nanoseconds(MonotonicClock.nanoseconds - stopped.time)
        let timing = RecognitionTiming(backlog: stopped.backlog, tail: time)
        deliver(problem.map(RecognizerEvent.failed) ?? .finished(timing))
    }
}
