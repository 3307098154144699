import Glibc

/// `errno` of this thread. In a file of its own, for SystemPackage's `Errno` has a member of
/// the same name as Glibc's variable.
func currentErrno() -> Int32 { errno }
