import Crypto
import Foundation
import Redaction

/// One line sealed with AES-256-GCM under the segment's own key; head and place in the segment are authenticated, so no
/// line can be moved, swapped, repeated or taken out of the middle without being seen.
struct LogSeal {
  private let key: SymmetricKey
  private let head: [UInt8]

  init(_ root: borrowing Secret, _ head: LogHead) throws(LifecycleError) {
    let count = root.count
    guard count == CacheKeyFile.keyBytes else { throw .keySize(count) }
    self.head = head.bytes
    key = root.withExposedBytes { bytes in
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: bytes), info: Array("log.1.segment".utf8) + head.identifier,
        outputByteCount: 32)
    }
  }

  func seal(_ line: String, at milliseconds: Int64, place: Int, nonce: [UInt8]) throws(LifecycleError) -> [UInt8] {
    guard
      let box = try? AES.GCM.seal(
        LogHead.bigEndian(milliseconds) + Array(line.utf8), using: key, nonce: AES.GCM.Nonce(data: nonce),
        authenticating: authenticated(place)),
      let sealed = box.combined
    else { throw .sealingFailed }
    return Array(sealed)
  }

  /// The line; nil when the bytes are not what was sealed at this place.
  func open(_ sealed: ArraySlice<UInt8>, place: Int) -> SealedLogLine? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed),
      let plain = try? AES.GCM.open(box, using: key, authenticating: authenticated(place)), plain.count >= 8
    else { return nil }
    let milliseconds = Int64(bitPattern: plain.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    return SealedLogLine(
      time: Date(timeIntervalSince1970: Double(milliseconds) / 1000),
      text: String(decoding: plain.dropFirst(8), as: UTF8.self))
  }

  private func authenticated(_ place: Int) -> [UInt8] { head + LogHead.bigEndian(Int64(place)) }
}
