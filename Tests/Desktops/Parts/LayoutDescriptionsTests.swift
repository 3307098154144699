import DesktopParts
import KeyStrokes
import Problems
import Testing

@Suite struct LayoutDescriptionsTests {
    @Test(arguments: [
        ("German", "de"), ("English (US)", "us"), ("German (no dead keys)", "de(nodeadkeys)"),
        ("English (US, intl., with dead keys)", "us(intl)"), ("Russian", "ru"),
    ])
    func knowsLayouts(_ description: String, _ setting: String) throws {
        let layout = try LayoutDescriptions().layout(description)
        #expect(LayoutNames([layout]).setting == setting)
    }

    /// What a compositor calls a keymap's groups leads back to the same keymap.
    @Test(arguments: ["us", "de", "fr", "fr(oss)", "us(intl)", "ru", "gr", "ch", "br", "cz", "gb"])
    func namesOfGroupsLeadBack(_ setting: String) throws {
        let keymap = try Keymap(try #require(LayoutNames(setting: setting)))
        let layout = try LayoutDescriptions().layout(keymap.groupName(0))
        #expect(LayoutNames([layout]).setting == setting)
    }

    @Test func saysWhatItDoesNotKnow() {
        #expect(throws: Problem.self) { try LayoutDescriptions().layout("Klingon") }
    }
}
