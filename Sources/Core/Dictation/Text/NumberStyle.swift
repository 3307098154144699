/// How spoken numbers are written.
public enum NumberStyle: String, Hashable, Sendable, CaseIterable {
    /// As they are spoken.
    case words
    case digits
    /// Up to nine in words, from 10 in digits; always in digits with a unit, money, per cent, in
    /// times, dates, decimals and years.
    case smart
}
