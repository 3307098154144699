import CLinux
import Glibc
import LinuxRuntime
import Problems
import Synchronization
import TestSupport
import Testing

@testable import ControlProtocol

@Suite(.runningLoop) struct StartingTests {
    /// The problem when a server fails to start; nil if it starts.
    @EventLoopActor private func startingProblem(_ path: String) -> Problem? {
        do throws(Problem) {
            try ControlServer(path: path).start { $1(.ok()) }
            return nil
        } catch {
            return error
        }
    }

    @EventLoopActor @Test func directoryAndSocketAreTheUsersAlone() throws {
        let test = try TestServer()
        let directory = try #require(test.place.status("\(test.place.directory)/utter"))
        let socket = try #require(test.place.status(test.place.socket))
        let lock = try #require(test.place.status("\(test.place.socket).lock"))
        #expect(directory.st_mode == S_IFDIR | 0o700)
        #expect(socket.st_mode == S_IFSOCK | 0o600)
        #expect(lock.st_mode & 0o077 == 0)
    }

    @EventLoopActor @Test func aSecondDaemonIsRefusedAndDoesNoHarm() async throws {
        let test = try TestServer()
        let problem = try #require(startingProblem(test.place.socket))
        #expect(
            problem.description == "cannot start: another utter daemon (pid \(getpid())) is "
                + "running. Use that one, or end it first: systemctl --user stop utter, or: "
                + "kill \(getpid())")
        #expect(try await test.serves())
    }

    /// What a killed daemon was starting has its descriptors, until it begins.
    @EventLoopActor @Test(.needs("/usr/bin/perl", package: "perl-base"))
    func theLockOfADeadDaemonIsWaitedFor() async throws {
        let place = try TestPlace()
        mkdir("\(place.directory)/utter", 0o700)
        let daemon = try Script(
            """
            use Fcntl ":flock"; $| = 1;
            open my $lock, ">", "$ARGV[0].lock" or die; flock $lock, LOCK_EX or die;
            syswrite $lock, "$$\\n"; my $daemon = $$;
            if (!fork) {
                close STDOUT;
                select undef, undef, undef, 0.01 while kill 0, $daemon;
                select undef, undef, undef, 0.3; exit;
            }
            print "ready\\n"; sleep 1000;
            """, place.socket)
        #expect(try await daemon.line() == "ready")
        try await daemon.kill()
        #expect(startingProblem(place.socket) == nil)
    }

    @EventLoopActor @Test(.needs("/usr/bin/perl", package: "perl-base"))
    func aDaemonIsKnownByItsLockAndReplacedWhenKilled() async throws {
        let place = try TestPlace()
        mkdir("\(place.directory)/utter", 0o700)
        let daemon = try Script(
            """
            use Fcntl ":flock"; use IO::Socket::UNIX; $| = 1;
            open my $lock, ">", "$ARGV[0].lock" or die; flock $lock, LOCK_EX or die;
            syswrite $lock, "$$\\n";
            my $s = IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 5) or die;
            print "ready\\n"; sleep 1000;
            """, place.socket)
        #expect(try await daemon.line() == "ready")
        #expect(
            startingProblem(place.socket)?.why
                == "another utter daemon (pid \(daemon.child.pid)) is running")

        try await daemon.kill()
        #expect(place.status(place.socket) != nil)
        await #expect {
            try await ControlClient.reach(place.socket)
        } throws: {
            if case ControlClientError.notRunning = $0 { true } else { false }
        }
        let server = ControlServer(path: place.socket)
        try server.start { $1(.ok(message: "alive")) }
        let client = try await ControlClient.reach(place.socket)
        #expect(try await client.send(.status) == .ok(message: "alive"))
        #expect(
            startingProblem(place.socket)?.why
                == "another utter daemon (pid \(getpid())) is running")
    }

    @EventLoopActor @Test func closeRemovesOnlyItsOwnSocket() throws {
        let place = try TestPlace()
        let first = ControlServer(path: place.socket)
        try first.start { $1(.ok()) }
        // The directory was cleaned, and another daemon started.
        unlink(place.socket)
        unlink("\(place.socket).lock")
        let second = ControlServer(path: place.socket)
        try second.start { $1(.ok()) }
        first.close()
        #expect(place.status(place.socket) != nil)
        #expect(place.status("\(place.socket).lock") != nil)
        second.close()
        #expect(place.status(place.socket) == nil)
    }

    @EventLoopActor @Test func closeLeavesNothing() throws {
        let place = try TestPlace()
        let server = ControlServer(path: place.socket)
        try server.start { $1(.ok()) }
        server.close()
        #expect(place.status(server.directory) == nil)
        #expect(place.status(place.directory) != nil)
        // It can start again.
        try server.start { $1(.ok()) }
        #expect(place.status(place.socket) != nil)
    }

    @EventLoopActor @Test func closeLeavesADirectoryInWhichSomethingIs() throws {
        let place = try TestPlace()
        let server = ControlServer(path: place.socket)
        try server.start { $1(.ok()) }
        let sound = "\(server.directory)/sound"
        close(creat(sound, 0o600))
        server.close()
        #expect(place.status(sound) != nil)
        #expect(place.status("\(place.socket).lock") == nil)
        unlink(sound)
    }

    @EventLoopActor @Test func aServerThatWasRefusedRemovesNothing() throws {
        let test = try TestServer()
        do {
            let second = ControlServer(path: test.place.socket)
            #expect(throws: Problem.self) { try second.start { $1(.ok()) } }
            second.close()
        }
        #expect(test.place.status(test.place.socket) != nil)
        #expect(test.place.status("\(test.place.socket).lock") != nil)
    }

    /// Daemons that start and end at the same time: never two run together, and none fails except
    /// because of another.
    @Test func startsAndEndsMeet() throws {
        let place = try TestPlace()
        let meeting = Meeting(directory: "\(place.directory)/utter", file: "\(place.socket).lock")
        let threads = try (0..<4).map { number in
            try Thread(name: "daemon \(number)") { for _ in 0..<200 { meeting.come() } }
        }
        for thread in threads { thread.join() }
        #expect(meeting.defects == [])
        #expect(place.status(meeting.directory) == nil)
    }

    private final class Meeting: Sendable {
        let directory: String
        let file: String
        private let present = Atomic(0)
        private let told = Mutex<[String]>([])

        init(directory: String, file: String) {
            (self.directory, self.file) = (directory, file)
        }

        var defects: [String] { told.withLock { $0 } }

        /// Runs as the daemon for a moment, as soon as no other does.
        func come() {
            while !isDone() {}
        }

        private func isDone() -> Bool {
            do throws(Problem) {
                let lock = try DaemonLock.take(file, in: directory)
                if present.add(1, ordering: .sequentiallyConsistent).newValue != 1 {
                    tell("two at once")
                }
                if access(file, F_OK) != 0 { tell("the lock's file went") }
                present.subtract(1, ordering: .sequentiallyConsistent)
                lock.leave(directory)
                return true
            } catch {
                if error.why.hasPrefix("another utter daemon") { return false }
                tell("\(error)")
                return true
            }
        }

        private func tell(_ defect: String) {
            told.withLock { $0.append(defect) }
        }
    }

    @EventLoopActor @Test func fiftyRoundsLeakNothing() async throws {
        let place = try TestPlace()
        for _ in 0..<50 {
            let server = ControlServer(path: place.socket)
            try server.start { $1(.ok()) }
            let client = try await ControlClient.reach(place.socket)
            #expect(try await client.send(.status) == .ok())
            let subscriber = try await ControlClient.reach(place.socket)
            let events = try await subscriber.subscribe(levels: true)
            let silent = try await RawClient(place.socket)
            #expect(try place.sockets == 4)
            #expect(place.openLocks == 1)
            server.close()
            #expect(try place.sockets == 0)
            #expect(place.openLocks == 0)
            #expect(place.status(place.socket) == nil)
            for try await event in events { Issue.record("an event after the end: \(event)") }
            _ = silent
        }
    }

    @EventLoopActor @Test func aServerThatIsDroppedCloses() async throws {
        let place = try TestPlace()
        var server: ControlServer? = ControlServer(path: place.socket)
        try server?.start { $1(.ok()) }
        let client = try await ControlClient.reach(place.socket)
        server = nil
        #expect(try place.sockets == 0)
        #expect(place.openLocks == 0)
        await #expect(throws: ControlClientError.closed) { try await client.send(.status) }
    }

    @EventLoopActor @Test func aPathThatIsTooLongIsNamed() async throws {
        let path = "/tmp/" + String(repeating: "long/", count: 20) + "control"
        #expect(path.utf8.count == 112)
        let problem = try #require(startingProblem(path))
        #expect(
            problem.description == "cannot use the control socket \(path): the path has 112 "
                + "bytes and a socket's path at most 107. Set XDG_RUNTIME_DIR to a shorter path")
        await #expect(throws: ControlClientError.failed(problem)) {
            try await ControlClient.reach(path)
        }
    }

    @EventLoopActor @Test func thePathMayHaveExactlyTheLimit() async throws {
        let place = try TestPlace()
        let name = String(repeating: "s", count: 107 - place.directory.utf8.count - 7)
        let path = "\(place.directory)/utter/\(name)"
        #expect(path.utf8.count == 107)
        let server = ControlServer(path: path)
        try server.start { $1(.ok()) }
        #expect(try await ControlClient.reach(path).send(.status) == .ok())
        server.close()
    }

    @EventLoopActor @Test func aSocketThatIsSomethingElseIsNotRemoved() throws {
        let place = try TestPlace()
        mkdir(place.directory + "/utter", 0o700)
        mkdir(place.socket, 0o700)
        defer { rmdir(place.socket) }
        #expect(startingProblem(place.socket)?.why == "something that is not a socket has its name")
        #expect(place.status(place.socket) != nil)
        #expect(place.openLocks == 0)
    }
}
