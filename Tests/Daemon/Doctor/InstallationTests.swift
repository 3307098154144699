import Glibc
import TestSupport
import Testing

@testable import Doctor

@Suite struct InstallationTests {
    @Test func itsPlaceSaysHowItWasInstalled() throws {
        let root = try ScratchDirectory("installation")
        let lists = root.path("lists")
        func program(_ prefix: String) -> String { "\(prefix)/libexec/utter/utter" }
        func installation(_ program: String) -> Installation {
            Installation(of: program, lists: lists)
        }
        #expect(installation("/home/a/utter/.build/release/utter") == .build("/home/a/utter"))
        #expect(installation(program("/usr")) == .package)
        #expect(installation(program("/usr/local")) == .source("/usr/local"))
        try root.makeFolders(for: "lists/utter.list")
        try root.write("/.\n/usr/libexec/utter/utter\n", to: "lists/utter.list")
        #expect(installation(program("/usr")) == .debianPackage)
        #expect(installation(program("/usr/local")) == .source("/usr/local"))
        let prefix = root.path("prefix")
        #expect(installation(program(prefix)) == .source(prefix))
        try root.makeFolders(for: "prefix/lib/utter/uninstall")
        try root.write("#!/bin/sh\n", to: "prefix/lib/utter/uninstall")
        #expect(chmod(root.path("prefix/lib/utter/uninstall"), 0o755) == 0)
        #expect(installation(program(prefix)) == .portable(prefix))
    }

    @Test func aDaemonOfAnotherVersionIsToBeRestarted() {
        #expect(Finding.version(.debianPackage, daemon: nil).grade == .good)
        let same = Finding.version(.package, daemon: "0.1.0")
        #expect(same.grade == .good)
        #expect(same.message == "utter 0.1.0, installed by a package of your distribution")
        let other = Finding.version(.source("/usr/local"), daemon: "0.0.9")
        #expect(other.grade == .warning)
        #expect(other.message.hasSuffix("“/usr/local”; the daemon that runs is utter 0.0.9"))
        #expect(other.remedy == "Run: systemctl --user restart utter")
    }
}
