import Foundation
import Redaction
import SealedRecords
import Synchronization

/// Keys in memory: what a secret store costs is measured elsewhere.
struct BenchmarkKeys: RecordKeys {
  func key(for kind: RecordKind, version: Int) async throws(SealedRecords.RecordError) -> Secret? {
    let seed = UInt8(truncatingIfNeeded: kind.text.utf8.count &* 31 &+ version)
    return Secret(copying: (0..<32).map { seed &+ $0 })
  }
  func makeKey(for kind: RecordKind, version: Int) async throws(SealedRecords.RecordError) {}
  func eraseKey(for kind: RecordKind, version: Int) async throws(SealedRecords.RecordError) {}
}

/// An anchor in memory, or in a file that is written, synced and renamed each time.
final class BenchmarkAnchor: RecordAnchor {
  private let kept = Mutex<RecordState?>(nil)
  private let path: String?

  init(path: String? = nil) { self.path = path }

  func load() async throws(SealedRecords.RecordError) -> RecordState? { kept.withLock { $0 } }

  func save(_ state: RecordState?) async throws(SealedRecords.RecordError) {
    kept.withLock { $0 = state }
    guard let path, let state else { return }
    let file = open(path + ".new", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { throw .unavailable(errno) }
    defer { close(file) }
    let bytes = state.bytes
    guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0, rename(path + ".new", path) == 0 else {
      throw .unavailable(errno)
    }
  }
}
