import CLinux
import Glibc
import Problems
import TestSupport
import Testing

@testable import ControlProtocol

@Suite struct SocketDirectoryTests {
    private func problem(_ path: String) -> Problem? {
        do throws(Problem) {
            try SocketDirectory.prepare(path)
            return nil
        } catch {
            return error
        }
    }

    @Test func makesItOnceWithItsMode() throws {
        let place = try TestPlace()
        let path = "\(place.directory)/utter"
        #expect(problem(path) == nil)
        #expect(place.status(path)?.st_mode == S_IFDIR | 0o700)
        #expect(problem(path) == nil)
    }

    @Test func refusesOneThatIsOpenToOthers() throws {
        let place = try TestPlace()
        let path = "\(place.directory)/utter"
        mkdir(path, 0o700)
        chmod(path, 0o750)
        #expect(
            problem(path)?.description == "cannot use the directory \(path) for the control "
                + "socket: its mode 0750 lets others in. Close it: chmod 700 \(path)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a directory away"))
    func refusesOneOfAnotherUser() throws {
        let place = try TestPlace()
        let path = "\(place.directory)/utter"
        mkdir(path, 0o700)
        chown(path, 65534, 65534)
        #expect(problem(path)?.why == "it belongs to uid 65534, not to you (0)")
    }

    @Test func refusesALinkAndAFile() throws {
        let place = try TestPlace()
        let path = "\(place.directory)/utter"
        symlink("/tmp", path)
        #expect(problem(path)?.why == "it is not a directory")
        unlink(path)
        close(creat(path, 0o600))
        #expect(problem(path)?.why == "it is not a directory")
        unlink(path)
    }

    @Test func refusesOneWithoutAParent() throws {
        let place = try TestPlace()
        let path = "\(place.directory)/missing/utter"
        #expect(problem(path)?.why == "it cannot be made: No such file or directory")
    }
}

@Suite struct ControlSocketPathTests {
    private func find(_ variable: String?, _ fallback: String) throws -> String {
        try ControlSocketPath.find(runtimeDirectory: variable, fallback: fallback)
    }

    @Test func isBelowTheRuntimeDirectory() throws {
        #expect(try find("/run/user/7", "/missing") == "/run/user/7/utter/control")
    }

    @Test(arguments: [nil, "", "relative"])
    func fallsBackToTheUsersDirectory(variable: String?) throws {
        let place = try TestPlace()
        #expect(try find(variable, place.directory) == place.socket)
    }

    @Test func saysWhatIsWrongWithTheFallback() throws {
        #expect {
            try find(nil, "/missing")
        } throws: {
            ($0 as? Problem)?.description == "cannot find a place for the control socket: "
                + "XDG_RUNTIME_DIR is not set and there is no directory /missing. Log in through "
                + "a display manager or the console, or set XDG_RUNTIME_DIR to a directory that "
                + "is yours alone (mode 0700)"
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a directory away"))
    func refusesAFallbackOfAnotherUser() throws {
        let place = try TestPlace()
        chown(place.directory, 65534, 65534)
        #expect {
            try find("x", place.directory)
        } throws: {
            ($0 as? Problem)?.why == "XDG_RUNTIME_DIR “x” is relative and \(place.directory) "
                + "belongs to uid 65534, not to you (0)"
        }
    }
}
