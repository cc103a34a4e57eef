#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif
import DataLifecycle

/// The wipe target for the record database and the files that SQLite keeps beside it. Their keys are secrets, which
/// another target destroys first.
struct RecordsWipe: WipeTarget {
  let name = WipeTargetName(constant: "records")
  let files: [String]
  /// Lets go of the open database, so that nobody goes on writing to a file without a name.
  let close: @Sendable () async -> Void

  var kind: UserDataKind { .records }

  func destroyKeys(_ scope: WipeScope) async { await close() }

  func erase(_ scope: WipeScope) async throws(LifecycleError) {
    await close()
    for file in files where unlink(file) != 0 && errno != ENOENT { throw .denied(errno) }
  }

  func remains(_ scope: WipeScope) throws(LifecycleError) -> [WipeRemnant] {
    var count = 0
    // Memory without a value: which module owns `stat.init()` depends on what else the build links.
    let status = UnsafeMutablePointer<stat>.allocate(capacity: 1)
    defer { status.deallocate() }
    for file in files {
      if lstat(file, status) == 0 { count += 1 } else if errno != ENOENT { throw .notReadable(errno) }
    }
    return count == 0 ? [] : [WipeRemnant(count: count)]
  }
}
