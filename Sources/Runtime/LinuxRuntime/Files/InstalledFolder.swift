import Glibc
public import SystemPackage

/// Folders that are installed with this program's executables.
public enum InstalledFolder {
    /// A folder's path beside a program: as it is installed (`PREFIX/lib/utter/NAME` for
    /// `PREFIX/bin/utter` and `PREFIX/libexec/utter/utter-speech`), or where it was built
    /// (`.build/NAME`). Nil if there is none.
    ///
    /// - Parameters:
    ///   - place: where such folders are installed, below the prefix.
    ///   - file: what must be in it, readable.
    ///   - program: an absolute path without symbolic links.
    public static func path(
        of name: String, in place: String = "lib/utter", having file: String = ".",
        beside program: FilePath
    ) -> FilePath? {
        var folder = program.removingLastComponent()
        var places: [FilePath] = []
        while !folder.components.isEmpty {
            if folder.lastComponent?.string == ".build" {
                places.append(folder.appending(name))
            }
            if ["bin", "libexec"].contains(folder.lastComponent?.string) {
                places.append(folder.removingLastComponent().appending("\(place)/\(name)"))
            }
            folder.removeLastComponent()
        }
        return places.first { access($0.appending(file).string, R_OK) == 0 }
    }
}
