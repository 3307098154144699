import Glibc

/// A colour in sRGB, each component from 0 to 1.
public struct Colour: Hashable, Sendable {
    public let red: Double
    public let green: Double
    public let blue: Double
    /// From 0, transparent, to 1, opaque.
    public let alpha: Double

    /// From `0xRRGGBB`.
    public init(_ hexadecimal: UInt32, alpha: Double = 1) {
        red = Double(hexadecimal >> 16 & 0xFF) / 255
        green = Double(hexadecimal >> 8 & 0xFF) / 255
        blue = Double(hexadecimal & 0xFF) / 255
        self.alpha = alpha
    }

    private init(_ red: Double, _ green: Double, _ blue: Double, alpha: Double) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// The same colour with another opacity, from 0 to 1.
    public func with(alpha: Double) -> Colour {
        Colour(red, green, blue, alpha: alpha)
    }

    /// How this colour looks over an opaque one.
    public func over(_ ground: Colour) -> Colour {
        func mix(_ above: Double, _ below: Double) -> Double {
            above * alpha + below * (1 - alpha)
        }
        return Colour(
            mix(red, ground.red), mix(green, ground.green), mix(blue, ground.blue), alpha: 1)
    }

    /// The contrast with another opaque colour, from 1 to 21 (WCAG 2.1, “contrast ratio”).
    public func contrast(with other: Colour) -> Double {
        let (bright, dark) = (
            max(luminance, other.luminance), min(luminance, other.luminance)
        )
        return (bright + 0.05) / (dark + 0.05)
    }

    /// WCAG 2.1, “relative luminance”.
    private var luminance: Double {
        func linear(_ part: Double) -> Double {
            part <= 0.040_45 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
