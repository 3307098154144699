public import Dictation

extension DictationRules {
    /// No deadline passes while a test dictates and looks at notices, however busy the machine is.
    public static let patient = {
        var rules = DictationRules()
        rules.silenceLimit = nil
        rules.maximumLength = .seconds(3600)
        rules.processingLimit = .seconds(3600)
        rules.noticeTime = .seconds(3600)
        return rules
    }()
}
