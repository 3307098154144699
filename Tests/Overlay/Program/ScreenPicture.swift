import CX11
import Glibc
import OverlayDrawing
import TestSupport
import Testing

/// What is on a screen.
final class ScreenPicture {
    let width: Int
    let height: Int
    /// Rows from top to bottom, and the places of red, green and blue in a pixel's bytes.
    private let bytes: UnsafeMutableRawPointer
    private let stride: Int
    private let pixel: Int
    private let channels: [Int]

    /// The whole of an X display.
    init(display name: String) throws {
        let display = try #require(XOpenDisplay(name), "no display \(name)")
        defer { XCloseDisplay(display) }
        width = Int(XDisplayWidth(display, 0))
        height = Int(XDisplayHeight(display, 0))
        let image = try #require(
            XGetImage(
                display, XDefaultRootWindow(display), 0, 0, UInt32(width), UInt32(height),
                UInt(bitPattern: -1), ZPixmap))
        bytes = UnsafeMutableRawPointer(image.pointee.data!)
        stride = Int(image.pointee.bytes_per_line)
        (pixel, channels) = (4, [2, 1, 0])
        // Frees the image without its data, which this object now owns.
        XFree(image)
    }

    /// A binary PPM file (ppm(5)) of 8 bits a channel, as grim makes it.
    init(ppm path: String) throws {
        let file = try #require(fopen(path, "r"), "no picture \(path)")
        defer { fclose(file) }
        let words = try (0..<4).map { _ in try Self.word(file) }
        try #require(words[0] == "P6" && words[3] == "255", "\(words)")
        width = try #require(Int(words[1]))
        height = try #require(Int(words[2]))
        stride = width * 3
        (pixel, channels) = (3, [0, 1, 2])
        bytes = malloc(stride * height)
        try #require(fread(bytes, 1, stride * height, file) == stride * height)
    }

    deinit { free(bytes) }

    private static func word(_ file: UnsafeMutablePointer<FILE>) throws -> String {
        var word = ""
        while case let byte = getc(file), byte > 32 {
            word.unicodeScalars.append(.init(UInt8(byte)))
        }
        return word
    }

    private func matches(_ x: Int, _ y: Int, _ wanted: [Int]) -> Bool {
        let start = bytes + y * stride + x * pixel
        for channel in 0..<3 {
            let value = start.load(fromByteOffset: channels[channel], as: UInt8.self)
            if abs(Int(value) - wanted[channel]) > 9 { return false }
        }
        return true
    }

    /// The rectangle around all pixels of approximately a card's colour. It looks at some columns
    /// only, because this blocks the event loop.
    func area(of colour: Colour) -> PixelArea? {
        let wanted = [colour.red, colour.green, colour.blue].map { Int(($0 * 255).rounded()) }
        let step = 10
        var area = PixelArea.empty
        for y in 0..<height {
            var (first, last) = (-1, -1)
            var x = 0
            while x < width {
                if matches(x, y, wanted) {
                    if first < 0 { first = x }
                    last = x
                }
                x += step
            }
            // A letter of that colour is no card.
            guard last - first > 60 else { continue }
            area = area.union(PixelArea(x: first, y: y, width: last - first + 1, height: 1))
        }
        if area.isEmpty { return nil }
        let middle = area.y + area.height / 2
        var (left, right) = (area.x, area.x + area.width - 1)
        while left > 0, matches(left - 1, middle, wanted) { left -= 1 }
        while right < width - 1, matches(right + 1, middle, wanted) { right += 1 }
        return PixelArea(x: left, y: area.y, width: right - left + 1, height: area.height)
    }

    /// The difference from a picture on black, per pixel and channel, averaged over the picture's
    /// card.
    func difference(from picture: OverlayPicture, at origin: (x: Int, y: Int)) -> Double {
        guard let pixels = picture.pixels else { return .infinity }
        let card = picture.card
        var sum = 0
        for y in card.y..<card.y + card.height {
            for x in card.x..<card.x + card.width {
                let drawn = pixels + y * picture.stride + x * 4
                let seen = bytes + (origin.y + y) * stride + (origin.x + x) * pixel
                for (channel, place) in zip(channels, [2, 1, 0]) {
                    let difference =
                        Int(drawn.load(fromByteOffset: place, as: UInt8.self))
                        - Int(seen.load(fromByteOffset: channel, as: UInt8.self))
                    sum += abs(difference)
                }
            }
        }
        return Double(sum) / Double(card.width * card.height * 3)
    }
}
