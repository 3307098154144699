import CCairo
import Glibc
import Testing

@testable import OverlayDrawing

/// The stored pictures beside this file, and the comparison.
enum Pictures {
    /// Only the fonts that the tests need, whatever else this machine has.
    private static let fonts: Void = {
        let path = "/tmp/utter-test-fonts-\(getpid()).conf"
        let file = fopen(path, "w")!
        fputs(
            """
            <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
            <dir>/usr/share/fonts/truetype/dejavu</dir><dir>/usr/share/fonts/truetype/droid</dir>
            <cachedir>/tmp/utter-test-fonts</cachedir></fontconfig>
            """, file)
        fclose(file)
        setenv("FONTCONFIG_FILE", path, 1)
        // Read now, so that the file can be removed at once.
        FcReading.readFonts()
        unlink(path)
    }()

    static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    static let droid = "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"
    private static let directory =
        #filePath.split(separator: "/").dropLast()
        .map { "/\($0)" }.joined() + "/pictures"

    static func look(_ palette: OverlayPalette = .dark) -> OverlayLook {
        _ = fonts
        var look = OverlayLook()
        look.font = "DejaVu Sans"
        look.palette = palette
        return look
    }

    /// Compares with the stored picture of that name, or stores it.
    static func check(_ picture: OverlayPicture, _ name: String) throws {
        let path = "\(directory)/\(name).png"
        if getenv("UTTER_WRITE_PICTURES") != nil {
            #expect(picture.write(toPNG: path))
            return
        }
        let stored = try #require(Stored(path), "no picture \(path)")
        #expect(stored.width == picture.width && stored.height == picture.height, "\(name)")
        let difference = stored.difference(from: picture)
        if difference > tolerance {
            _ = picture.write(toPNG: "/tmp/utter-differs-\(name).png")
        }
        #expect(
            difference <= tolerance,
            "\(name) differs: see /tmp/utter-differs-\(name).png; UTTER_WRITE_PICTURES=1 stores it")
    }

    /// The mean difference per channel in the card's area, of 255: other versions of FreeType and
    /// Pango place edges differently, but a missing word or mark makes more.
    private static let tolerance = 2.5

    private final class Stored {
        private let surface: OpaquePointer

        init?(_ path: String) {
            surface = cairo_image_surface_create_from_png(path)
            if cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS {
                cairo_surface_destroy(surface)
                return nil
            }
        }

        deinit { cairo_surface_destroy(surface) }

        var width: Int { Int(cairo_image_surface_get_width(surface)) }
        var height: Int { Int(cairo_image_surface_get_height(surface)) }

        func difference(from picture: OverlayPicture) -> Double {
            let card = picture.card
            let stride = Int(cairo_image_surface_get_stride(surface))
            guard let ours = picture.pixels, let theirs = cairo_image_surface_get_data(surface),
                width == picture.width, height == picture.height
            else { return .infinity }
            var sum = 0
            for row in card.y..<card.y + card.height {
                for byte in card.x * 4..<(card.x + card.width) * 4 {
                    let one = ours.load(
                        fromByteOffset: row * picture.stride + byte, as: UInt8.self)
                    sum += abs(Int(one) - Int(theirs[row * stride + byte]))
                }
            }
            return Double(sum) / Double(card.width * card.height * 4)
        }
    }
}

private enum FcReading {
    /// Makes Pango read the fonts' configuration.
    static func readFonts() {
        _ = OverlayPicture(OverlayLook(), .init(scale: 1, isOpaque: true))
            .draw(OverlayScene(.bars, "fonts"))
    }
}
