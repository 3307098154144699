import JSONLines
import LinuxRuntime
import Problems

/// One client of the daemon: greeting, commands and their replies in order, and events if it
/// subscribed.
@EventLoopActor
final class ControlConnection {
    /// The events that the client wants.
    enum Subscription {
        case none, status, statusAndLevels
    }

    /// A request of a connection to its server.
    enum Demand {
        /// `answer` takes the reply, now or later.
        case run(ControlRequest, answer: (ControlReply) -> Void)
        /// The client wants events from now on, the current status first.
        case subscribe(levels: Bool, answer: (ControlReply) -> Void)
        /// The connection is closed.
        case forget
    }

    var subscription = Subscription.none
    /// When the client last sent a line, or connected.
    private(set) var lastHeard = MonotonicClock.nanoseconds
    private var socket: LineSocket?
    private let demand: (ControlConnection, Demand) -> Void
    private var lineCount = 0
    private var greeted = false
    private var ended = false
    /// A place for each command that awaits its reply, in the order of the commands. A reply that
    /// comes before its turn waits here.
    private var answers: [[UInt8]?] = []
    /// The number of the command at the first place.
    private var firstNumber = 0

    init(_ demand: @escaping (ControlConnection, Demand) -> Void) {
        self.demand = demand
    }

    /// Greets the client and begins to read.
    func open(_ descriptor: consuming OwnedDescriptor) throws(SystemError) {
        let socket = LineSocket(descriptor) { [weak self] in self?.take($0) }
        self.socket = socket
        socket.send(JSONLine.encode(Greeting.ours))
        try socket.open()
    }

    func send(_ line: [UInt8]) {
        socket?.send(line)
    }

    func close() {
        socket?.close()
        socket = nil
    }

    var awaitsReply: Bool { !answers.isEmpty }

    /// Reads what the client has sent already; returns whether there was a line.
    func hear() -> Bool {
        let before = lineCount
        socket?.receive()
        return lineCount != before
    }

    /// Closes the connection to make room for another client.
    func dismiss() {
        refuse("\(ControlLimits.connections) others are connected, and this one said nothing")
    }

    private func take(_ input: LineSocket.Input) {
        if case .line = input {
            lineCount += 1
            lastHeard = MonotonicClock.nanoseconds
        }
        switch input {
        case .line(let line) where !greeted: greet(line)
        case .line(let line): run(line)
        case .tooLong:
            refuse("a line is longer than \(ControlLimits.requestBytes) bytes")
        case .end(unfinished: true):
            refuse("the last line has no end")
        case .end(unfinished: false):
            ended = true
            closeIfDone()
        case .flushed:
            closeIfDone()
        case .gone:
            forget()
        }
    }

    private func greet(_ line: [UInt8]) {
        do throws(JSONLine.Failure) {
            let greeting = try JSONLine.decode(Greeting.self, from: line, what: "")
            if let problem = greeting.mismatch(with: "this client") { return refuse(problem) }
            greeted = true
        } catch {
            refuse(
                "the first line must be "
                    + String(decoding: JSONLine.encode(Greeting.ours).dropLast(), as: UTF8.self))
        }
    }

    private func run(_ line: [UInt8]) {
        guard answers.count < ControlLimits.unansweredCommands else {
            return refuse("more than \(ControlLimits.unansweredCommands) commands wait for replies")
        }
        let request: ControlRequest
        do throws(JSONLine.Failure) {
            request = try JSONLine.decode(
                ControlRequest.self, from: line, what: "cannot understand the command")
        } catch {
            return reject(error)
        }
        let place = newPlace()
        if case .subscribe(let levels) = request {
            demand(self, .subscribe(levels: levels) { [weak self] in self?.answer(place, $0) })
        } else {
            demand(self, .run(request) { [weak self] in self?.answer(place, $0) })
        }
    }

    private func reject(_ failure: JSONLine.Failure) {
        switch failure {
        case .garbage(let why): refuse("a line is not understood: \(why)")
        // Perhaps from a newer client, whose other commands are fine.
        case .refused(let problem): answer(newPlace(), .failure(problem))
        }
    }

    private func newPlace() -> Int {
        answers.append(nil)
        return firstNumber + answers.count - 1
    }

    /// Takes the reply to a command; a second reply to the same one is ignored.
    private func answer(_ number: Int, _ reply: ControlReply) {
        let place = number - firstNumber
        guard socket != nil, place >= 0, answers[place] == nil else { return }
        answers[place] = Self.line(reply)
        while let line = answers.first, let line {
            answers.removeFirst()
            firstNumber += 1
            socket?.send(line)
        }
        closeIfDone()
    }

    private static func line(_ reply: ControlReply) -> [UInt8] {
        let line = JSONLine.encode(reply)
        if line.count <= ControlLimits.answerBytes { return line }
        return JSONLine.encode(
            ControlReply.failure(
                Problem(
                    "cannot send the answer",
                    why: "it has \(line.count) bytes, more than \(ControlLimits.answerBytes)",
                    remedy: "Ask for less at a time")))
    }

    /// A client that sends no more is kept until all its replies and events are sent.
    private func closeIfDone() {
        guard ended, answers.isEmpty, subscription == .none else { return }
        if socket?.isFlushed ?? true { forget() }
    }

    private func refuse(_ why: String) {
        refuse(Problem("cannot use the control socket", why: why))
    }

    /// Says why and closes: what such a client would send next can't be trusted.
    private func refuse(_ problem: Problem) {
        socket?.send(JSONLine.encode(ControlReply.failure(problem)))
        forget()
    }

    private func forget() {
        close()
        demand(self, .forget)
    }
}
