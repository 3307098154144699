import CLinux
import Dictation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

@testable import ControlProtocol

@Suite(.runningLoop, .timeLimit(.minutes(1))) struct StartingTests {
    /// What starting a server says, or nil if it starts.
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
        #expect(problem.description == "cannot start: another utter daemon (pid \(getpid())) is "
            + "running. Use that one, or end it first: systemctl --user stop utter, or: "
            + "kill \(getpid())")
        #expect(try await test.serves())
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
        #expect(startingProblem(place.socket)?.why
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
        #expect(startingProblem(place.socket)?.why
            == "another utter daemon (pid \(getpid())) is running")
    }

    @EventLoopActor @Test func closeRemovesOnlyItsOwnSocket() throws {
        let place = try TestPlace()
        let first = ControlServer(path: place.socket)
        try first.start { $1(.ok()) }
        // Somebody cleaned the directory, and another daemon started.
        unlink(place.socket)
        unlink("\(place.socket).lock")
        let second = ControlServer(path: place.socket)
        try second.start { $1(.ok()) }
        first.close()
        #expect(place.status(place.socket) != nil)
        second.close()
        #expect(place.status(place.socket) == nil)
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
            let silent = try RawClient(place.socket)
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
        #expect(problem.description == "cannot use the control socket \(path): the path has 112 "
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
        unlink("\(path).lock")
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
