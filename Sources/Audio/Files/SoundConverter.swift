import LinuxRuntime

/// ffmpeg, which reads what libsndfile can't: M4A, and the sound of videos.
///
/// `utter-speech convert-sound` becomes it, confined like the decoder: it reads the file and its own
/// libraries, writes to its pipe, and has no network.
public enum SoundConverter {
    /// The command of `utter-speech`; the path of ffmpeg follows it.
    public static let command = "convert-sound"

    /// Files that name other files, such as playlists, are not among the kinds.
    private static let kinds =
        "mov,matroska,avi,mpegts,mpeg,flv,asf,ogg,aac,amr,ac3,wv,ape,tta,caf,rm"

    /// The arguments of ffmpeg, which reads descriptor 0 and writes the first sound in it to
    /// descriptor 1. An AU file may state no length (`-f au`), and `-xerror` ends it with a failure
    /// where the file is damaged or cut off.
    public static func arguments(_ path: String) -> [String] {
        [path, "-nostdin", "-v", "quiet", "-xerror", "-threads", "1"]
            + ["-protocol_whitelist", "file", "-format_whitelist", kinds, "-i", "/dev/stdin"]
            + ["-map", "0:a:0", "-f", "au", "pipe:1"]
    }

    /// Where it is installed.
    static var path: String? { SearchPath.path(of: "ffmpeg") }
}
