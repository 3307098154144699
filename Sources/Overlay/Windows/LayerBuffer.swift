import CWayland
import Glibc
import LinuxRuntime
import OverlayDrawing
import SystemPackage

/// Picture memory that is shared with the compositor (wl_shm, wl_buffer).
final class LayerBuffer {
    let width: Int
    let height: Int
    /// wl_buffer*.
    let proxy: OpaquePointer
    /// Whether the compositor still reads it.
    private(set) var isBusy = false
    /// The part of the picture that changed since this buffer was last updated.
    private var stale: PixelArea
    private let memory: UnsafeMutableRawPointer
    private let size: Int
    private let onRelease: () -> Void

    /// - Parameter shm: wl_shm*.
    init(
        width: Int, height: Int, shm: OpaquePointer, onRelease: @escaping () -> Void
    ) throws(SystemError) {
        (self.width, self.height, self.onRelease) = (width, height, onRelease)
        size = width * height * 4
        stale = PixelArea(x: 0, y: 0, width: width, height: height)
        var memory: UnsafeMutableRawPointer?
        // Closed when this returns; the mapping and the compositor keep the memory.
        let file = OwnedDescriptor(
            adopting: try check(utter_shared_memory(size, &memory), "memfd_create"))
        self.memory = memory!
        let pool = wl_shm_create_pool(shm, file.rawValue, Int32(size))
        proxy = wl_shm_pool_create_buffer(
            pool, 0, Int32(width), Int32(height), Int32(width * 4),
            UInt32(WL_SHM_FORMAT_ARGB8888.rawValue))
        wl_shm_pool_destroy(pool)
        // Unretained: the deinit destroys the proxy.
        wl_buffer_add_listener(
            proxy, bufferListener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        wl_buffer_destroy(proxy)
        munmap(memory, size)
    }

    /// Marks a part of the picture as not yet in this buffer.
    func outdate(_ area: PixelArea) {
        stale = stale.union(area)
    }

    /// Copies the changed part; the buffer is busy until the compositor releases it.
    func take(_ picture: OverlayPicture) {
        let area = stale.intersection(PixelArea(x: 0, y: 0, width: width, height: height))
        if let pixels = picture.pixels, !area.isEmpty {
            for row in area.y..<area.y + area.height {
                let start = row * picture.stride + area.x * 4
                (memory + row * width * 4 + area.x * 4).copyMemory(
                    from: pixels + start, byteCount: area.width * 4)
            }
        }
        stale = .empty
        isBusy = true
    }

    fileprivate func released() {
        isBusy = false
        onRelease()
    }
}

// nonisolated(unsafe): written once, by its initialiser, then only read, by libwayland.
nonisolated(unsafe) private let bufferListener: UnsafePointer<wl_buffer_listener> = {
    let listener = UnsafeMutablePointer<wl_buffer_listener>.allocate(capacity: 1)
    listener.initialize(
        to: wl_buffer_listener(release: { buffer, _ in
            Unmanaged<LayerBuffer>.fromOpaque(buffer!).takeUnretainedValue().released()
        }))
    return UnsafePointer(listener)
}()
